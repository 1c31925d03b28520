/// A test utility found that a test failed; says where, what was expected and what came.
///
/// Thrown, so that the test fails in Swift Testing and in XCTest alike.
public struct TestUtilsError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong, with the place of the call.
  public let description: String

  init(_ message: String, _ location: CallLocation) {
    description = "\(location.fileID):\(location.line): \(message)"
  }
}

/// Where in a test a utility was called.
struct CallLocation: Sendable {
  let fileID: StaticString
  let line: UInt
}
