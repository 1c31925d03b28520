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
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  /// - Returns: What the stub that fits best returns, or the default.
  /// - Throws: What the stub throws; that no stub fits; that the stub's answer has to be waited for.
  @discardableResult
  public func call<Failure: Error>(
    _ arguments: repeat each Parameter,
    throwing failure: Failure.Type = (any Error).self,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) throws(Failure) -> Result {
    let location = CallLocation(fileID: fileID, line: line)
    let call = log.record(repeat each arguments)
    do {
      guard let handler = try answer(to: call, location).atOnce else {
        throw TestUtilsError(
          "\(name)\(call.text): the stub that fits best has an answer to wait for: "
            + "mock the function with callAsync, or stub it with returns, throws or answers",
          location
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
  /// ``call(_:throwing:fileID:line:)`` does.
  ///
  /// - Parameters:
  ///   - arguments: What the function was called with.
  ///   - failure: What the function may throw; any error unless it says otherwise.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  /// - Returns: What the stub that fits best returns, or the default.
  /// - Throws: What the stub throws; that no stub fits.
  @discardableResult
  public func callAsync<Failure: Error>(
    _ arguments: repeat each Parameter,
    throwing failure: Failure.Type = (any Error).self,
    fileID: StaticString = #fileID,
    line: UInt = #line
  ) async throws(Failure) -> Result {
    let location = CallLocation(fileID: fileID, line: line)
    let call = log.record(repeat each arguments)
    do {
      return try await answer(to: call, location).waiting(call)
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
    if let failure = error as? Failure { return failure }
    // The function cannot throw this error, and there is nothing that it could return instead.
    if error is TestUtilsError { fatalError("\(error)") }
    // The same, for an error of the stub.
    fatalError(
      "\(location.fileID):\(location.line): \(name)\(call.text): the stub throws "
        + "\(type(of: error)) \(error), but the function throws only \(Failure.self)"
    )
  }
}
