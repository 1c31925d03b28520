import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The failures that the body reports, each with its place, and the error that it throws besides; nil if
/// there is none.
///
/// They are known issues of the test that asks for them.
func failureText(
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Void
) async -> String? {
  let failures = ReportedFailures()
  try? await withKnownIssue(isIntermittent: true, isolation: isolation) {
    try await body()
  } matching: { issue in
    failures.add(issue)
    return true
  }
  return failures.text
}

/// The same for a body that waits for nothing.
func failureText(_ body: () throws -> Void) -> String? {
  let failures = ReportedFailures()
  try? withKnownIssue(isIntermittent: true) {
    try body()
  } matching: { issue in
    failures.add(issue)
    return true
  }
  return failures.text
}

private final class ReportedFailures: Sendable {
  private let texts = Lock<[String]>([])

  func add(_ issue: Issue) {
    // Was reported before it was thrown.
    if issue.error is TestUtilsError { return }
    let place = issue.sourceLocation.map { "\($0.fileID):\($0.line): " } ?? ""
    let text = issue.comments.map(\.rawValue).joined(separator: "\n")
    texts.withLock { $0.append(place + (issue.error.map { "\($0)" } ?? text)) }
  }

  var text: String? {
    let texts = texts.withLock { $0 }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }
}
