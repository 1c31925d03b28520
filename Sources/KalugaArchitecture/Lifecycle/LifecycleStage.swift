/// A stage in the life of a view model.
///
///     created ──resume──▶ resumed ⇄ paused
///        │                   │         │
///        └───────clear───────┴─────────┴──▶ cleared      (final)
public enum LifecycleStage: Hashable, Sendable {
  /// Created, but not shown yet.
  case created
  /// Shown: the resumed scope exists.
  case resumed
  /// Hidden after it was shown.
  case paused
  /// Ended: the scope of the view model is cancelled, and later lifecycle calls do nothing.
  case cleared
}
