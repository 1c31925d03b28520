/// A step of a session: a move of the app, or something that the system does to every app.
public enum AppEvent<Move: AppMove>: Codable, Hashable, Sendable {
  /// A move of the app.
  case move(Move)
  /// The user goes back by the system's button or gesture.
  case back
  /// The app goes to the background.
  case background
  /// The app comes to the foreground.
  case foreground
  /// The process ends without notice, and a new process restores what the old one saved.
  case restart
}

extension AppEvent: CustomStringConvertible {
  /// The event as Swift source, such as `.move(.search("tea"))`.
  public var description: String {
    switch self {
    case .move(let move): ".move(\(SwiftSource.text(of: move)))"
    case .back: ".back"
    case .background: ".background"
    case .foreground: ".foreground"
    case .restart: ".restart"
    }
  }
}
