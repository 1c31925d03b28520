/// A test utility found that a test failed; says where, what was expected and what came.
///
/// The failure has been reported at the line of the call before this is thrown. It ends a test that cannot
/// go on: in XCTest, and wherever the framework is not known. In Swift Testing the error of `#require` does
/// that, which is not reported a second time.
public struct TestUtilsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong, with the place of the call.
  public let description: String

  init(_ message: String, _ location: CallLocation) {
    description = "\(location.fileID):\(location.line): \(message)"
  }
}
