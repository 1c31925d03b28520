import KalugaArchitecture
import Testing

/// Checks rules of an app.
///
/// The expectations of Swift Testing that fail in `check` become problems with a path. They are
/// recorded only as known issues, because each state checks the rules again.
///
/// - Returns: What is broken: the text of the error that `check` throws, and of each expectation.
@MainActor
func brokenRules(_ check: () throws -> Void) -> [String] {
  let issues = KnownIssues()
  var thrown: [String] = []
  withKnownIssue(isIntermittent: true) {
    do {
      try check()
    } catch is ExpectationFailedError {
      // `#require` has recorded its issue.
    } catch {
      thrown.append("\(error)")
    }
  } matching: {
    issues.add($0)
  }
  return issues.texts + thrown
}

/// The texts of the issues of one check.
private final class KnownIssues: Sendable {
  private let lock = Lock<[String]>([])

  var texts: [String] { lock.withLock { $0 } }

  func add(_ issue: Issue) -> Bool {
    lock.withLock { $0.append("\(issue)") }
    return true
  }
}
