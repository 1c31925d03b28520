import KalugaArchitecture

/// A stub in the making: says what calls do that fit.
///
/// Made by ``MockFunction/on(_:)``. The stub exists from the moment it has an answer; each answer that
/// is given here makes another, newer stub.
///
/// Kaluga: `Stub`, which exists without an answer and then fails calls.
public struct MockStubbing<Result: Sendable, each Parameter: Sendable>: Sendable {
  let function: MockFunction<Result, repeat each Parameter>
  let pattern: CallPattern<repeat each Parameter>

  /// Returns a value, each time.
  ///
  /// Kaluga: `doReturn`.
  public func returns(_ result: Result) {
    answer(MockAnswer(atOnce: { _ in result }))
  }

  /// Returns one value after the other, one for each call; the last one stays.
  ///
  /// - Precondition: There is at least one.
  public func returns(inSequence results: [Result]) {
    let results = ResultSequence(results)
    answer(MockAnswer(atOnce: { _ in results.next() }))
  }

  /// Throws an error, each time.
  ///
  /// Kaluga: `doThrow`.
  public func `throws`(_ error: any Error) {
    answer(MockAnswer(atOnce: { _ in throw error }))
  }

  /// Does what a function does; it runs on the thread of the call and may use mocks.
  ///
  /// Kaluga: `doExecute` and `doAnswer`.
  public func answers(_ handler: @escaping @Sendable (repeat each Parameter) throws -> Result) {
    answer(MockAnswer(atOnce: { call in try handler(repeat each call.arguments) }))
  }

  /// Does what an asynchronous function does; only for
  /// ``MockFunction/callAsync(_:throwing:fileID:filePath:line:column:)``.
  ///
  /// It runs on no actor unless it says so: `{ @MainActor id in … }`.
  ///
  /// Kaluga: `doExecuteSuspended`.
  public func answersAsync(
    // The compiler crashes on closures with a parameter pack that run where the caller is isolated.
    _ handler: @escaping @concurrent @Sendable (repeat each Parameter) async throws -> Result
  ) {
    answer(MockAnswer(waiting: { call in try await handler(repeat each call.arguments) }))
  }

  /// Lets calls wait until the test opens a gate; only for
  /// ``MockFunction/callAsync(_:throwing:fileID:filePath:line:column:)``.
  ///
  /// Kaluga: `doAwait`.
  public func awaits() -> MockGate<Result, repeat each Parameter> {
    let gate = MockGate<Result, repeat each Parameter>(
      function.name + pattern.text,
      function.reporter
    )
    answer(MockAnswer(waiting: { call in try await gate.pass(call) }))
    return gate
  }

  private func answer(_ answer: MockAnswer<Result, repeat each Parameter>) {
    function.add(MockStub(pattern, answer))
  }
}

extension MockStubbing where Result == Void {
  /// Returns, each time.
  public func returns() {
    returns(())
  }
}
