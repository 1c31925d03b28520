/// How a navigation driver treats requests that come too early or twice.
public struct NavigationConfiguration: Hashable, Sendable {
  /// What happens to a request that comes before the start.
  public enum BeforeStart: Hashable, Sendable {
    /// It is refused.
    case refuse
    /// It waits for the start, in order, up to a number of requests; those beyond are refused.
    case wait(limit: Int)
  }

  /// What happens to a request that opens a screen a second time.
  public enum Duplicates: Hashable, Sendable {
    /// It opens the screen again.
    case allow
    /// It is refused while a request for the same screen waits, is being decided on or takes place.
    case refuseWhileRunning
    /// It is refused then, and also when the same screen is shown: a tap on a button counts once.
    ///
    /// If that is so only when its turn comes, or a guard leads to the screen that is shown, the
    /// ticket tells.
    case refuseOnTop
  }

  /// What happens to a request that comes before the start.
  public var beforeStart: BeforeStart

  /// What happens to a request that opens a screen a second time.
  public var duplicates: Duplicates

  /// Creates a configuration.
  public init(beforeStart: BeforeStart = .refuse, duplicates: Duplicates = .allow) {
    self.beforeStart = beforeStart
    self.duplicates = duplicates
  }
}
