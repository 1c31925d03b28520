/// A failure that a test utility has reported, thrown to end a test that cannot continue.
///
/// The failure is reported at the line of the call before this error is thrown. XCTest, and code
/// for which the framework is not known, receive this error. In Swift Testing, utilities throw the
/// error of `#require` instead, which is not reported a second time.
public struct TestUtilsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The place of the call, what was expected, and what was found.
  public let description: String

  init(_ message: String, _ location: CallLocation) {
    description = "\(location): \(message)"
  }
}
