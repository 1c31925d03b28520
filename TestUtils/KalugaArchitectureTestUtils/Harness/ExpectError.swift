import KalugaArchitecture

/// Takes the next error of this type that work of the test has ended with, and waits for it.
///
///     model.saveTapped()
///     let error = try await expectError(NetworkError.self)
///     #expect(error == .offline)
///
/// An error that no test takes fails ``withViewModel(_:except:allowing:limit:file:line:_:)``
/// and similar checks. Errors that the work catches, and those for which its scope has an error
/// handler, are not found here, and neither are those that no scope reports: `CancellationError`, errors
/// of cancelled work, and a `NavigationError` that `isLate`.
///
/// - Parameters:
///   - type: The type of the error.
///   - limit: How long to wait, in real time.
///   - file: Where a failure is reported.
///   - line: Where a failure is reported.
/// - Returns: The error.
/// - Throws: An error with what was found instead, if no such error is found within the limit.
@discardableResult
@MainActor
public func expectError<Failure: Error>(
  _ type: Failure.Type = (any Error).self,
  limit: Duration = .seconds(5),
  file: StaticString = #filePath,
  line: UInt = #line
) async throws -> Failure {
  let location = CallLocation(file, line)
  let reporter = FailureReporter()
  guard let work = TestWatch.currentWork else {
    throw reporter.failure(
      "expectError: errors are found only inside withViewModel, withExhaustiveChecks or a test with "
        + "the trait .exhaustive: write one of these around the call",
      at: location
    )
  }
  var deadline = Deadline(after: limit)
  while true {
    // Requested before the check, so that no change is missed.
    let change = work.nextChange()
    if let error = work.takeProblem(where: { $0.error is Failure })?.error as? Failure {
      return error
    }
    if let remaining = deadline.remaining(), await wait(for: change, atMost: remaining) { continue }
    let others = work.errors.map { "\($0)" }.joined(separator: ", ")
    throw reporter.failure(
      "expectError: expected an error of type \(type), found \(others.isEmpty ? "none" : others) "
        + "within \(limit): check what should throw it, and that nothing catches it",
      at: location
    )
  }
}
