/// Decides whether text is coloured.
public struct TerminalStyle: Hashable, Sendable {
  private let isColoured: Bool

  /// Plain text.
  public static let plain = TerminalStyle(isColoured: false)

  /// Text with colours.
  public static let coloured = TerminalStyle(isColoured: true)

  /// Returns ``coloured`` for a terminal, unless the environment asks for plain text: `NO_COLOR` is
  /// set to something, or `TERM` is `dumb` or not set.
  public static func automatic(isTerminal: Bool) -> TerminalStyle {
    automatic(isTerminal: isTerminal, environment: Platform.environment)
  }

  static func automatic(
    isTerminal: Bool,
    environment: (String) -> String?
  ) -> TerminalStyle {
    let isPlain =
      environment("NO_COLOR")?.isEmpty == false
      || ["dumb", ""].contains(environment("TERM") ?? "")
    return TerminalStyle(isColoured: isTerminal && !isPlain)
  }

  /// The role of a part of a line, which determines its colour.
  public enum Role: Sendable {
    /// The kind of an operation.
    case keyword
    /// Data that was passed.
    case data
    /// Less important text.
    case faint
  }

  /// Returns the text in the colour of its role, or unchanged if the style is plain.
  public func apply(_ role: Role, to text: String) -> String {
    guard isColoured, !text.isEmpty else { return text }
    let code =
      switch role {
      case .keyword: "1;36"
      case .data: "32"
      case .faint: "2"
      }
    return "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
