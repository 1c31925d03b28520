import Testing
import XCTest

/// Reports failures to the testing framework that runs the test, at the line of the call.
///
/// A reporter detects the framework when it is created, together with a harness, a recorder or a
/// mock. It cannot do so later, because Swift Testing does not know the test in detached tasks. If
/// no test of Swift Testing is found, failures are reported to both frameworks; a report to the
/// wrong one has no effect.
struct FailureReporter: Sendable {
  private let isSwiftTesting = Test.current != nil

  /// Reports a failure; the test continues.
  func report(_ text: String, at location: CallLocation) {
    Issue.record("\(text)", sourceLocation: location.sourceLocation)
    if !isSwiftTesting { XCTFail(text, file: location.file, line: location.line) }
  }

  /// Reports something that does not make the test fail; XCTest and Swift before 6.3 print it.
  func warn(_ text: String, at location: CallLocation) {
    #if compiler(>=6.3)
      if isSwiftTesting {
        Issue.record("\(text)", severity: .warning, sourceLocation: location.sourceLocation)
        return
      }
    #endif
    print("\(location): \(text)")
  }

  /// Reports a failure, and returns the error that ends a test that cannot continue.
  func failure(_ text: String, at location: CallLocation) -> any Error {
    guard isSwiftTesting else {
      report(text, at: location)
      return TestUtilsError(text, location)
    }
    do {
      // Reports the text. Swift Testing would report an error of any other type again, at the test.
      let isAsExpected = false
      try #require(isAsExpected, "\(text)", sourceLocation: location.sourceLocation)
    } catch {
      return error
    }
    return TestUtilsError(text, location)
  }
}
