/// Where a terminal's text goes: standard output, or a string in tests.
///
/// Lives on the main actor. Writing never throws: a sink that can take no more says so, and drops
/// what comes later.
@MainActor
public protocol TextSink: AnyObject {
  /// Whether nobody reads any longer, as behind a pipe whose reader has ended.
  var isClosed: Bool { get }

  /// Writes text as it is.
  func write(_ text: String)
}

extension TextSink {
  /// Writes a line and ends it.
  public func writeLine(_ line: String) {
    write(line + "\n")
  }
}
