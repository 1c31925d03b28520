/// The destination of a terminal's text: the standard output, or a string in tests.
///
/// Writing never throws. A sink that cannot accept more text sets ``isClosed`` and discards what is
/// written afterwards.
@MainActor
public protocol TextSink: AnyObject {
  /// Whether the sink no longer accepts text, for example because the reader of a pipe has ended.
  var isClosed: Bool { get }

  /// Writes text unchanged: it neither escapes control characters nor adds a newline.
  func write(_ text: String)
}

extension TextSink {
  /// Writes a line and a newline.
  public func writeLine(_ line: String) {
    write(line + "\n")
  }
}
