/// The policies of a navigation driver for requests that come too early, twice or too late.
public struct NavigationConfiguration: Hashable, Sendable {
  /// The treatment of a request that is made before the start.
  public enum BeforeStart: Hashable, Sendable {
    /// Refuses the request.
    case refuse
    /// Lets requests wait for the start, in order, and refuses those beyond the limit.
    case wait(limit: Int)
  }

  /// The treatment of a request that opens a screen a second time.
  public enum Duplicates: Hashable, Sendable {
    /// Opens the screen again.
    case allow
    /// Refuses the request while an earlier request for the same screen has not been carried out.
    case refuseWhileRunning
    /// Refuses the request like ``refuseWhileRunning``, and also if the same screen is on top of
    /// the stack on which the operation acts, or on which the last of several steps acts, before it.
    ///
    /// Repeated taps on a button then open the screen only once.
    ///
    /// An accepted request may be refused later, because another request or the redirect of a guard
    /// leads to the same screen. The ticket then reports the refusal.
    case refuseOnTop
  }

  /// The treatment of a request with which a covered screen would move other screens.
  public enum WhenCovered: Hashable, Sendable {
    /// Refuses the request with ``NavigationError/screenIsCovered(screen:action:)``.
    case refuse
    /// Carries out the request, which then acts on whatever is shown.
    case allow
  }

  /// The treatment of a request that is made before the start.
  public var beforeStart: BeforeStart

  /// The treatment of a request that opens a screen a second time.
  public var duplicates: Duplicates

  /// The treatment of a request with which a covered screen would move other screens.
  public var whenCovered: WhenCovered

  /// Creates a configuration.
  public init(
    beforeStart: BeforeStart = .refuse,
    duplicates: Duplicates = .allow,
    whenCovered: WhenCovered = .refuse
  ) {
    self.beforeStart = beforeStart
    self.duplicates = duplicates
    self.whenCovered = whenCovered
  }
}
