/// Decides how text is emphasized.
public enum TerminalStyle: Hashable, Sendable {
  /// Plain text, without control sequences.
  case plain
  /// Text that is emphasized, for example by bold letters, but has no colours.
  case monochrome
  /// Text with colours.
  case colored

  /// Returns the style for a terminal or another output.
  ///
  /// It is ``colored`` for a terminal, and ``monochrome`` if `NO_COLOR` is set to something. It is
  /// ``plain`` if the output is not a terminal, or if `TERM` is `dumb` or not set.
  public static func automatic(isTerminal: Bool) -> TerminalStyle {
    automatic(isTerminal: isTerminal, environment: Platform.environment)
  }

  static func automatic(
    isTerminal: Bool,
    environment: (String) -> String?
  ) -> TerminalStyle {
    guard isTerminal, !["dumb", ""].contains(environment("TERM") ?? "") else { return .plain }
    return environment("NO_COLOR")?.isEmpty == false ? .monochrome : .colored
  }

  /// The role of a part of a line, which determines its look.
  public enum Role: Sendable {
    /// The name of what is shown.
    case title
    /// The kind of an operation.
    case keyword
    /// Data that was passed.
    case data
    /// Less important text.
    case faint
    /// What went wrong.
    case error
  }

  /// Returns the text in the look of its role, or unchanged if the style has none for it.
  public func apply(_ role: Role, to text: String) -> String {
    guard self != .plain, !text.isEmpty else { return text }
    let isColored = self == .colored
    let code =
      switch role {
      case .title: "1"
      case .keyword: isColored ? "1;36" : "1"
      case .data: isColored ? "32" : ""
      case .faint: "2"
      case .error: isColored ? "31" : ""
      }
    return code.isEmpty ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m"
  }
}
