/// A failure that a test utility found: its place, what was expected, and what was found.
///
/// The failure has been reported at the line of the call before this error is thrown. The error ends a test that cannot
/// continue: in XCTest, and wherever the framework is not known. In Swift Testing the error of `#require` is
/// thrown instead, which is not reported a second time.
public struct TestUtilsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The failure, with the place of the call.
  public let description: String

  init(_ message: String, _ location: CallLocation) {
    description = "\(location.fileID):\(location.line): \(message)"
  }
}
