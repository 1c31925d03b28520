/// A step of a session: a move of the app, or something that can happen to every app.
public enum AppEvent<Move: AppMove>: Codable, Hashable, Sendable {
  /// A move of the app.
  case move(Move)
  /// A move that the user makes twice at once, such as two taps on a button before the app reacts.
  case twice(Move)
  /// The user goes back by the system's button or gesture.
  case back
  /// The user answers the question that is asked, with the choice of this name.
  case answer(String)
  /// The app is partly covered, such as by a call or by settings of the system.
  ///
  /// The user sees its screens, and uses something else.
  case partlyCovered
  /// The app goes to the background.
  case background
  /// The app comes to the foreground, and nothing covers it.
  case foreground
  /// The window gets wide, so that a list and its detail are side by side.
  ///
  /// A new process begins narrow.
  case wide
  /// The window gets narrow, so that a list and its detail are one path.
  case narrow
  /// The process ends without notice, and a new process restores what the old one saved.
  case restart
}

extension AppEvent: CustomStringConvertible {
  /// The event as Swift source, such as `.move(.search("tea"))`.
  public var description: String {
    switch self {
    case .move(let move): ".move(\(SwiftSource.text(of: move)))"
    case .twice(let move): ".twice(\(SwiftSource.text(of: move)))"
    case .back: ".back"
    case .answer(let name): ".answer(\(SwiftSource.text(of: name)))"
    case .partlyCovered: ".partlyCovered"
    case .background: ".background"
    case .foreground: ".foreground"
    case .wide: ".wide"
    case .narrow: ".narrow"
    case .restart: ".restart"
    }
  }
}
