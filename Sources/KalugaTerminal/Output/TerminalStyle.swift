/// Whether text is coloured.
public struct TerminalStyle: Hashable, Sendable {
  private let isColoured: Bool

  /// Plain text.
  public static let plain = TerminalStyle(isColoured: false)

  /// Text with colours.
  public static let coloured = TerminalStyle(isColoured: true)

  /// Colours for a terminal, unless the variable `NO_COLOR` is set, to whatever value.
  public static func automatic(isTerminal: Bool) -> TerminalStyle {
    automatic(isTerminal: isTerminal, noColor: Platform.environment("NO_COLOR"))
  }

  static func automatic(isTerminal: Bool, noColor: String?) -> TerminalStyle {
    TerminalStyle(isColoured: isTerminal && noColor == nil)
  }

  /// A part of a line that has a look of its own.
  public enum Role: Sendable {
    /// What happened.
    case keyword
    /// Data.
    case data
    /// What matters less.
    case faint
  }

  /// The text in the look of its role.
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
