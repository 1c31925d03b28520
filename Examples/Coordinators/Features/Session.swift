/// What the app knows about its user.
///
/// It determines the next flow.
public struct Session: Hashable, Sendable {
  /// Whether the user has seen the tutorial.
  public var hasSeenTutorial: Bool

  /// The name of the user who is logged in, or nil.
  public var user: String?

  /// Creates a session, by default that of a new user.
  public init(hasSeenTutorial: Bool = false, user: String? = nil) {
    self.hasSeenTutorial = hasSeenTutorial
    self.user = user
  }
}
