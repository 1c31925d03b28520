/// The source of a session's lines: the standard input, or an array in tests.
@MainActor
public protocol LineSource: AnyObject {
  /// Waits for the next line and returns it without its newline; nil at the end of the input.
  func next() async -> String?
}
