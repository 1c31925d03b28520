/// Collects text, for tests and transcripts.
@MainActor
public final class StringSink: TextSink {
  /// All text that was written.
  public private(set) var text = ""

  /// Always false.
  public let isClosed = false

  /// Creates an empty sink.
  public init() {}

  /// Appends the text.
  public func write(_ text: String) {
    self.text += text
  }

  /// The text split into lines; the last line may be incomplete.
  ///
  /// A line break at the end of the text adds no empty line.
  public var lines: [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return lines.last == "" ? lines.dropLast() : lines
  }
}
