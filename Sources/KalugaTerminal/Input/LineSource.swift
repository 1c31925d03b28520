/// Where a session's lines come from: standard input, or an array in tests.
@MainActor
public protocol LineSource: AnyObject {
  /// The next line without its end; nil at the end of the input.
  func next() async -> String?
}
