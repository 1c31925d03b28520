extension MockFunction {
  /// Records a call and answers it.
  ///
  /// Call this in the function that the mock replaces, and name the type of errors that it throws:
  ///
  ///     func load(_ id: Int) throws -> User { try load.call(id) }
  ///     func save(_ u: User) throws(SaveError) { try save.call(u, throwing: SaveError.self) }
  ///     func count() -> Int { countMock.call(throwing: Never.self) }
  ///
  /// A function with typed errors or without errors cannot throw an error of another type, such as
  /// the error that no stub matches. In that case the process ends with the text of the error. Give
  /// mocks of such functions a default.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the call.
  ///   - failure: The type of errors that the function throws; by default any error.
  ///   - fileID: Where a failure is reported.
  ///   - filePath: Where a failure is reported.
  ///   - line: Where a failure is reported.
  ///   - column: Where a failure is reported.
  /// - Returns: The result of the most specific matching stub, or the default.
  /// - Throws: The error of the stub, or an error if no stub matches or the answer is asynchronous.
  @discardableResult
  public func call<Failure: Error>(
    _ arguments: repeat each Parameter,
    throwing failure: Failure.Type = (any Error).self,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) throws(Failure) -> Result {
    let location = CallLocation(fileID, filePath, line, column)
    let call = log.record(repeat each arguments)
    do {
      guard let handler = try answer(to: call).atOnce else {
        throw MockMisuse(
          text: "\(name)\(call.text): the matching stub has an asynchronous answer: "
            + "mock the function with callAsync, or stub it with returns, throws or answers"
        )
      }
      return try handler(call)
    } catch {
      throw thrown(error, by: call, location)
    }
  }

  /// Records a call and answers it, and waits for the answer if necessary.
  ///
  ///     func load(_ id: Int) async throws -> User { try await load.callAsync(id) }
  ///
  /// The call is recorded before the wait. Otherwise this behaves like
  /// ``call(_:throwing:fileID:filePath:line:column:)``.
  ///
  /// - Parameters:
  ///   - arguments: The arguments of the call.
  ///   - failure: The type of errors that the function throws; by default any error.
  ///   - fileID: Where a failure is reported.
  ///   - filePath: Where a failure is reported.
  ///   - line: Where a failure is reported.
  ///   - column: Where a failure is reported.
  /// - Returns: The result of the most specific matching stub, or the default.
  /// - Throws: The error of the stub, or an error if no stub matches.
  @discardableResult
  public func callAsync<Failure: Error>(
    _ arguments: repeat each Parameter,
    throwing failure: Failure.Type = (any Error).self,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws(Failure) -> Result {
    let location = CallLocation(fileID, filePath, line, column)
    let call = log.record(repeat each arguments)
    do {
      return try await answer(to: call).waiting(call)
    } catch {
      throw thrown(error, by: call, location)
    }
  }

  /// Converts the error to the type of errors that the function throws.
  private func thrown<Failure: Error>(
    _ error: any Error,
    by call: MockCall<repeat each Parameter>,
    _ location: CallLocation
  ) -> Failure {
    if let misuse = error as? MockMisuse {
      let error = TestUtilsError(misuse.text, location)
      // The function cannot throw this error, and there is nothing it could return.
      guard let failure = error as? Failure else { fatalError("\(error)") }
      // Reported here, because the code under test may catch the error.
      reporter.report(misuse.text, at: location)
      return failure
    }
    if let failure = error as? Failure { return failure }
    // As above: the function cannot throw the error of the stub.
    fatalError(
      "\(location.fileID):\(location.line): \(name)\(call.text): the stub throws "
        + "\(type(of: error)) \(error), but the function throws only \(Failure.self). "
        + "Let the stub throw an error of that type, or none."
    )
  }
}
