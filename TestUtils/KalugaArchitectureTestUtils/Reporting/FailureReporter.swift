import Testing
import XCTest

/// Tells the framework that runs a test about a failure, at the line of the call.
///
/// Made where a harness, a recorder or a mock is made, so that the framework is decided once: work that
/// a test starts may run where Swift Testing does not know its test any longer. Telling the wrong
/// framework is silent, so where it is not known both are told, and the other one takes no notice.
struct FailureReporter: Sendable {
  private let isSwiftTesting = Test.current != nil

  /// Reports a failure; the test goes on.
  func report(_ text: String, at location: CallLocation) {
    Issue.record("\(text)", sourceLocation: location.sourceLocation)
    if !isSwiftTesting { XCTFail(text, file: location.filePath, line: location.line) }
  }

  /// Reports a failure, and gives the error with which a test ends that cannot go on.
  func failure(_ text: String, at location: CallLocation) -> any Error {
    guard isSwiftTesting else {
      report(text, at: location)
      return TestUtilsError(text, location)
    }
    do {
      // Reports the text. An error of another type would be reported once more, at the test.
      let isAsExpected = false
      try #require(isAsExpected, "\(text)", sourceLocation: location.sourceLocation)
    } catch {
      return error
    }
    return TestUtilsError(text, location)
  }
}

extension CallLocation {
  /// A place that somebody made up would stop the process where Swift Testing expects a module and a file.
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
