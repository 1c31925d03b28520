import KalugaArchitecture

/// An incomplete stub, to which its methods add an answer.
///
/// ``MockFunction/on(_:)`` creates it. It has no effect until it has an answer. Each further answer
/// adds a new stub with the same matchers.
///
/// Kaluga: `Stub`, which takes effect without an answer and then fails calls.
public struct MockStubbing<Result: Sendable, each Parameter: Sendable>: Sendable {
  let function: MockFunction<Result, repeat each Parameter>
  let pattern: CallPattern<repeat each Parameter>

  /// Returns a value for each call.
  ///
  /// Kaluga: `doReturn`.
  public func returns(_ result: Result) {
    answer(MockAnswer(atOnce: { _ in result }))
  }

  /// Returns the next value for each call, and repeats the last one.
  ///
  /// - Precondition: There is at least one value.
  public func returns(inSequence results: [Result]) {
    let results = ResultSequence(results)
    answer(MockAnswer(atOnce: { _ in results.next() }))
  }

  /// Throws an error for each call.
  ///
  /// Kaluga: `doThrow`.
  public func `throws`(_ error: any Error) {
    answer(MockAnswer(atOnce: { _ in throw error }))
  }

  /// Calls a closure for each call.
  ///
  /// The closure runs on the thread of the call, and can call mocks.
  ///
  /// Kaluga: `doExecute` and `doAnswer`.
  public func answers(_ handler: @escaping @Sendable (repeat each Parameter) throws -> Result) {
    answer(MockAnswer(atOnce: { call in try handler(repeat each call.arguments) }))
  }

  /// Calls an asynchronous closure for each call.
  ///
  /// The function must call ``MockFunction/callAsync(_:throwing:fileID:filePath:line:column:)``.
  /// The closure runs off all actors unless it has an isolation of its own, such as
  /// `{ @MainActor id in … }`.
  ///
  /// Kaluga: `doExecuteSuspended`.
  public func answersAsync(
    // The compiler crashes on closures with a parameter pack that inherit the caller's isolation.
    _ handler: @escaping @concurrent @Sendable (repeat each Parameter) async throws -> Result
  ) {
    answer(MockAnswer(waiting: { call in try await handler(repeat each call.arguments) }))
  }

  /// Holds calls until the test opens a gate.
  ///
  /// The function must call ``MockFunction/callAsync(_:throwing:fileID:filePath:line:column:)``.
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
  /// Returns without a value for each call.
  public func returns() {
    returns(())
  }
}
