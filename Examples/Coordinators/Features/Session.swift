/// What the app knows of its user; decides which flow comes next.
public struct Session: Hashable, Sendable {
  /// Whether the user has seen the tutorial.
  public var hasSeenTutorial: Bool

  /// Who is logged in; nil if nobody is.
  public var user: String?

  /// Creates a session, by default that of a new user.
  public init(hasSeenTutorial: Bool = false, user: String? = nil) {
    self.hasSeenTutorial = hasSeenTutorial
    self.user = user
  }
}
