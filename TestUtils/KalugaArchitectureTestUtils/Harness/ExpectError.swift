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
  let error = await wait(atMost: limit) {
    work.nextChange()
  } until: { _ in
    work.takeProblem { $0.error is Failure }?.error as? Failure
  }
  if let error { return error }
  let others = work.errors.map { "\($0)" }.joined(separator: ", ")
  throw reporter.failure(
    "expectError: expected an error of type \(type), found \(others.isEmpty ? "none" : others) "
      + "within \(limit): check what should throw it, and that nothing catches it",
    at: location
  )
}
