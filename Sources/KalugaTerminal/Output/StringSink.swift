/// Collects text, for tests and for transcripts.
@MainActor
public final class StringSink: TextSink {
  /// Everything that was written.
  public private(set) var text = ""

  /// Never closed.
  public let isClosed = false

  /// Creates an empty sink.
  public init() {}

  /// Appends the text.
  public func write(_ text: String) {
    self.text += text
  }

  /// What was written, line by line.
  public var lines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }
}
