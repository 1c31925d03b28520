import KalugaArchitecture

extension MockFunction {
  /// Records a call, and returns the result of the most specific matching stub, or the default.
  ///
  /// Call this in the function that the mock replaces, and name the type of errors that it throws:
  ///
  ///     func load(_ id: Int) throws -> User { try load.call(id) }
  ///     func save(_ u: User) throws(SaveError) { try save.call(u, throwing: SaveError.self) }
  ///     func count() -> Int { countMock.call(throwing: Never.self) }
  ///
  /// Give mocks of functions with typed errors or without errors a default. They cannot throw the
  /// error that no stub matches, and the process ends with its text.
  ///
  /// - Throws: The error of the stub, or an error if no stub matches or the answer is asynchronous.
  @discardableResult
  public func call<Failure: Error>(
    _ arguments: repeat each Parameter,
    throwing failure: Failure.Type = (any Error).self,
    file: StaticString = #filePath,
    line: UInt = #line
  ) throws(Failure) -> Result {
    let call = record(repeat each arguments)
    do {
      guard case .atOnce(let handler) = try answer(to: call) else {
        let advice = "mock the function with callAsync, or stub it with returns, throws or answers"
        throw MockMistake(text: "the matching stub has an asynchronous answer: \(advice)")
      }
      return try handler(call)
    } catch {
      throw converted(error, of: call, CallLocation(file, line))
    }
  }

  /// Records a call immediately, and waits for the answer if necessary.
  ///
  ///     func load(_ id: Int) async throws -> User { try await load.callAsync(id) }
  ///
  /// Otherwise this behaves like ``call(_:throwing:file:line:)``.
  @discardableResult
  public func callAsync<Failure: Error>(
    _ arguments: repeat each Parameter,
    throwing failure: Failure.Type = (any Error).self,
    file: StaticString = #filePath,
    line: UInt = #line
  ) async throws(Failure) -> Result {
    let call = record(repeat each arguments)
    do {
      switch try answer(to: call) {
      case .atOnce(let handler): return try handler(call)
      case .waiting(let handler): return try await handler(call)
      }
    } catch {
      throw converted(error, of: call, CallLocation(file, line))
    }
  }

  private func answer(to call: Call) throws -> MockAnswer<Call, Result> {
    let stubs = state.withLock { $0.stubs }
    if let stub = stubs.first(where: { $0.pattern.fits(call) }) {
      stub.pattern.capture(call)
      return stub.answer
    }
    let known = stubs.map { name + $0.pattern.text }.joined(separator: ", ")
    throw MockMistake(
      text: "no stub matches, and the mock has no default; stubs: \(known.isEmpty ? "none" : known)"
        + ". Add one with on(…).returns(…), or create the mock with a default"
    )
  }

  /// Converts the error to the type of errors that the function throws, and reports a mistake.
  private func converted<Failure: Error>(
    _ error: any Error,
    of call: Call,
    _ location: CallLocation
  ) -> Failure {
    var text = "\(name)\(call.text): "
    if let mistake = error as? MockMistake {
      text += mistake.text
    } else if let failure = error as? Failure {
      return failure
    } else {
      text += "the stub throws \(type(of: error)) \(error), but the function throws only "
      text += "\(Failure.self). Let the stub throw an error of that type, or none."
    }
    let error = TestUtilsError(text, location)
    // The function cannot throw this error, and there is nothing it could return.
    guard let failure = error as? Failure else { fatalError("\(error)") }
    // Reported here, because the code under test may catch the error.
    reporter.report(text, at: location)
    return failure
  }
}

/// A mistake in the test because of which a mock cannot answer a call.
private struct MockMistake: Error {
  let text: String
}
