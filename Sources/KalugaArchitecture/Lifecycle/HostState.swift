/// How far the host of an app shows it, as the system reports that.
///
///     background ⇄ inactive ⇄ active
///
/// A ``NavigationDriver`` resumes a screen only while its host is active. In the other two states the screen on
/// top is paused, and no screen is cleared: the system only removes the app from view.
///
/// AndroidX: `Lifecycle.State`, whose `CREATED`, `STARTED` and `RESUMED` limit what a screen may be.
public enum HostState: Hashable, Sendable {
  /// The user does not see the app.
  case background
  /// The user sees the app, or a part of it, and uses something else: a call, the system's settings.
  ///
  /// Its screens are paused, as an activity of Android is that is partly covered.
  case inactive
  /// The user sees and uses the app.
  case active
}
