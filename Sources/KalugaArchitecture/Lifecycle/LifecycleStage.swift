/// A stage in the life of a view model.
///
///     created ──▶ visible ⇄ resumed
///                    │         │  ▲
///                    ▼         ▼  │
///                      paused ────┘
///
/// A call leads from any stage to any other, except from ``cleared``, which is final, and back to
/// ``created``. See <doc:lifecycle> for the stage of each screen.
///
/// AndroidX: `Lifecycle.State`.
public enum LifecycleStage: Hashable, Sendable {
  /// Created, but not shown yet.
  case created
  /// The user sees it, but uses something else: the visible scope exists.
  case visible
  /// The user sees and uses it: the visible and the resumed scope exist.
  case resumed
  /// Hidden after it was shown.
  case paused
  /// Ended: the scope of the view model is cancelled, and later lifecycle calls do nothing.
  case cleared
}

/// The stage during which work of a view model runs.
public enum WorkStage: Hashable, Sendable {
  /// While the view model is visible or resumed.
  case visible
  /// While it is resumed.
  case resumed
}
