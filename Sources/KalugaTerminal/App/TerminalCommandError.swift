import KalugaArchitecture

/// The reason why a command failed, in words for the user.
public struct TerminalCommandError: Error, CustomStringConvertible {
  /// The reason, which the app prints after `error`.
  public let description: String

  /// Creates an error.
  public init(_ description: String) {
    self.description = description
  }
}

extension String {
  /// Whether the line contains no command.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }

  /// The text in quotes, with control characters escaped, because typed text is not trusted.
  var quoted: String { "\(NavigationBundleValue.string(self))" }
}
