import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Returns the failures that the body reports, each with its location, and the error that it
/// throws.
///
/// Returns nil if there are none. The failures become known issues of the calling test.
func failureText(
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Void
) async -> String? {
  let texts = MutableStateFlow<[String]>([])
  try? await withKnownIssue(isIntermittent: true, isolation: isolation) {
    try await body()
  } matching: { issue in
    // A TestUtilsError was reported before it was thrown.
    if !(issue.error is TestUtilsError) { texts.update { $0 + [text(of: issue)] } }
    return true
  }
  return texts.value.isEmpty ? nil : texts.value.joined(separator: "\n")
}

/// Returns the text of the failures without their locations.
///
/// The table in ``FailureTextsTests`` checks the locations.
func message(
  isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> Void
) async -> String {
  let text = await failureText(isolation: isolation, body) ?? "nothing is reported"
  // Only the first line of a failure begins with a location. One body may have several failures.
  return text.split(separator: "\n").map { line in
    line.prefixMatch(of: #/\S+\.swift:\d+: /#).map { line[$0.range.upperBound...] } ?? line
  }.joined(separator: "\n")
}

private func text(of issue: Issue) -> String {
  let place = issue.sourceLocation.map { "\($0.fileID):\($0.line): " } ?? ""
  return place
    + (issue.error.map { "\($0)" } ?? issue.comments.map(\.rawValue).joined(separator: "\n"))
}
