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

  /// What was written, line by line; the last line may have no end yet.
  public var lines: [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.last == "" ? lines.dropLast() : lines
  }
}
