/// Where a view model is in its life.
///
///     created ──resume──▶ resumed ⇄ paused
///        │                   │         │
///        └───────clear───────┴─────────┴──▶ cleared      (for good)
public enum LifecycleStage: Hashable, Sendable {
  /// Made, and not shown yet.
  case created
  /// Shown: the resumed scope exists.
  case resumed
  /// Shown before, and not now.
  case paused
  /// Ended: the life scope is cancelled and nothing brings the view model back.
  case cleared
}
