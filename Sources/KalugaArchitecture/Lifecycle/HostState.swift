/// Whether the user sees and uses an app, according to the system.
///
///     background ⇄ inactive ⇄ active
///
/// A ``NavigationDriver`` resumes a screen only while its host is active. While it is inactive, the
/// screens that the user sees are visible, and in the background all are paused. No screen is
/// cleared, because the system only removes the app from view. See <doc:lifecycle>.
///
/// AndroidX: `Lifecycle.State` (`CREATED`, `STARTED` and `RESUMED`).
public enum HostState: Hashable, Sendable {
  /// The user does not see the app.
  case background
  /// The user sees at least a part of the app but uses something else, such as a call or the
  /// system's settings.
  ///
  /// The app's screens are visible, like a partly covered activity on Android.
  case inactive
  /// The user sees and uses the app.
  case active

  /// The stage of what is shown and not covered, or nil if it is paused.
  package var stage: WorkStage? {
    switch self {
    case .background: nil
    case .inactive: .visible
    case .active: .resumed
    }
  }
}
