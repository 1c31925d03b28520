extension MockFunction {
  /// Records a call and answers it.
  ///
  /// For the function that the mock stands in for, whatever it may throw:
  ///
  ///     func load(_ id: Int) throws -> User { try load.call(id) }
  ///     func save(_ user: User) throws(SaveError) { try save.call(user, throwing: SaveError.self) }
  ///     func count() -> Int { countMock.call(throwing: Never.self) }
  ///
  /// Where a function can throw only some errors, or none, there is no way to report another one:
  /// neither that of a stub nor that no stub fits. The process then ends with its text. Give mocks of
  /// such functions a default.
  ///
  /// - Parameters:
  ///   - arguments: What the function was called with.
  ///   - failure: What the function may throw; any error unless it says otherwise.
  ///   - fileID: Where a failure is reported.
  ///   - filePath: Where a failure is reported.
  ///   - line: Where a failure is reported.
  ///   - column: Where a failure is reported.
  /// - Returns: What the stub that fits best returns, or the default.
  /// - Throws: What the stub throws; that no stub fits; that the stub's answer has to be waited for.
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
          text: "\(name)\(call.text): the stub that fits best has an answer to wait for: "
            + "mock the function with callAsync, or stub it with returns, throws or answers"
        )
      }
      return try handler(call)
    } catch {
      throw thrown(error, by: call, location)
    }
  }

  /// Records a call and answers it; waits for answers that have to be waited for.
  ///
  ///     func load(_ id: Int) async throws -> User { try await load.callAsync(id) }
  ///
  /// The call is recorded before anything is waited for. Apart from waiting it does what
  /// ``call(_:throwing:fileID:filePath:line:column:)`` does.
  ///
  /// - Parameters:
  ///   - arguments: What the function was called with.
  ///   - failure: What the function may throw; any error unless it says otherwise.
  ///   - fileID: Where a failure is reported.
  ///   - filePath: Where a failure is reported.
  ///   - line: Where a failure is reported.
  ///   - column: Where a failure is reported.
  /// - Returns: What the stub that fits best returns, or the default.
  /// - Throws: What the stub throws; that no stub fits.
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

  /// The error as one that the function may throw.
  private func thrown<Failure: Error>(
    _ error: any Error,
    by call: MockCall<repeat each Parameter>,
    _ location: CallLocation
  ) -> Failure {
    if let misuse = error as? MockMisuse {
      let error = TestUtilsError(misuse.text, location)
      // The function cannot throw this error, and there is nothing that it could return instead.
      guard let failure = error as? Failure else { fatalError("\(error)") }
      // The code under test may well catch the error.
      reporter.report(misuse.text, at: location)
      return failure
    }
    if let failure = error as? Failure { return failure }
    // As above, for an error of the stub.
    fatalError(
      "\(location.fileID):\(location.line): \(name)\(call.text): the stub throws "
        + "\(type(of: error)) \(error), but the function throws only \(Failure.self). "
        + "Let the stub throw such an error, or none."
    )
  }
}
