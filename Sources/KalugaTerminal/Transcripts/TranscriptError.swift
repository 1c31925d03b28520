import KalugaArchitecture

/// A text is no transcript; says where, what was expected and what was found.
public struct TranscriptError: Error, Hashable, Sendable {
  /// A part of a line.
  public enum Part: String, Hashable, Sendable {
    /// The operation.
    case kind
    /// The names of the screens.
    case screens
    /// The rows that go with the transition.
    case rows
    /// The stack afterwards.
    case stack
  }

  /// The line, from 1.
  public let line: Int

  /// The character in the line, from 1.
  public let column: Int

  /// The part of the line that is wrong.
  public let part: Part

  /// What could stand there.
  public let expected: String

  /// The beginning of what stands there; empty at the end of the line.
  public let found: String
}

extension TranscriptError: CustomStringConvertible {
  /// Where, what was expected and what was found, in one line.
  public var description: String {
    let found =
      found.isEmpty ? "the end of the line" : NavigationBundleValue.string(found).description
    return "line \(line), column \(column) (\(part)): expected \(expected), found \(found)"
  }
}
