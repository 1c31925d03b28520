import Testing
import XCTest

/// Reports failures to the testing framework that runs the test, at the line of the call.
///
/// A reporter is created together with a harness, a recorder or a mock, and finds the framework then: work that a test
/// starts may run where Swift Testing no longer knows the test. A report to the wrong framework has no effect. If
/// the framework is not known, failures are therefore reported to both.
struct FailureReporter: Sendable {
  private let isSwiftTesting = Test.current != nil

  /// Reports a failure; the test continues.
  func report(_ text: String, at location: CallLocation) {
    Issue.record("\(text)", sourceLocation: location.sourceLocation)
    if !isSwiftTesting { XCTFail(text, file: location.filePath, line: location.line) }
  }

  /// Reports a failure, and returns the error that ends a test that cannot continue.
  func failure(_ text: String, at location: CallLocation) -> any Error {
    guard isSwiftTesting else {
      report(text, at: location)
      return TestUtilsError(text, location)
    }
    do {
      // Reports the text. An error of another type would be reported a second time, at the test.
      let isAsExpected = false
      try #require(isAsExpected, "\(text)", sourceLocation: location.sourceLocation)
    } catch {
      return error
    }
    return TestUtilsError(text, location)
  }
}

extension CallLocation {
  /// Swift Testing expects a module and a file, and stops the process for an invented location.
  fileprivate var sourceLocation: SourceLocation {
    let file = "\(fileID)".split(separator: "/")
    return SourceLocation(
      fileID: file.count < 2 ? "unknown/\(file.first ?? "unknown")" : "\(fileID)",
      filePath: "\(filePath)",
      line: max(1, Int(clamping: line)),
      column: max(1, Int(clamping: column))
    )
  }
}
