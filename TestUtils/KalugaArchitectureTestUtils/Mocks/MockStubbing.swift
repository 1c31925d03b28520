import KalugaArchitecture

/// An incomplete stub, to which its methods add an answer.
///
/// ``MockFunction/on(_:)`` creates it. Each answer adds a stub with the same matchers.
///
/// Kaluga: `Stub`, which takes effect without an answer and then fails calls.
public struct MockStubbing<Result: Sendable, each Parameter: Sendable>: Sendable {
  let function: MockFunction<Result, repeat each Parameter>
  let pattern: CallPattern<repeat each Parameter>

  /// Returns a value for each call.
  ///
  /// Kaluga: `doReturn`.
  public func returns(_ result: Result) {
    answers { (_: repeat each Parameter) in result }
  }

  /// Returns the next value for each call, and repeats the last one; there must be at least one.
  public func returns(inSequence results: [Result]) {
    precondition(
      !results.isEmpty,
      "returns(inSequence:) needs at least one value, found none. Pass one, or leave out the stub."
    )
    let callCount = Lock(0)
    answers { (_: repeat each Parameter) in
      let index = callCount.withLock { count in
        defer { count = min(count + 1, results.count - 1) }
        return count
      }
      return results[index]
    }
  }

  /// Throws an error for each call.
  ///
  /// Kaluga: `doThrow`.
  public func `throws`(_ error: any Error) {
    answers { (_: repeat each Parameter) in throw error }
  }

  /// Calls a closure for each call, on the thread of the call.
  ///
  /// Kaluga: `doExecute` and `doAnswer`.
  public func answers(_ handler: @escaping @Sendable (repeat each Parameter) throws -> Result) {
    add(.atOnce { call in try handler(repeat each call.arguments) })
  }

  /// Calls an asynchronous closure for each call.
  ///
  /// The function must call ``MockFunction/callAsync(_:throwing:file:line:)``.
  /// The closure runs off all actors unless it is isolated, such as `{ @MainActor id in … }`.
  ///
  /// Kaluga: `doExecuteSuspended`.
  public func answersAsync(
    // The compiler crashes on closures with a parameter pack that inherit the caller's isolation.
    _ handler: @escaping @concurrent @Sendable (repeat each Parameter) async throws -> Result
  ) {
    add(.waiting { call in try await handler(repeat each call.arguments) })
  }

  /// Holds calls of ``MockFunction/callAsync(_:throwing:file:line:)`` until the
  /// test opens a gate.
  ///
  /// Kaluga: `doAwait`.
  public func awaits() -> MockGate<Result, repeat each Parameter> {
    let text = function.name + pattern.text
    let gate = MockGate<Result, repeat each Parameter>(text, function.reporter)
    add(.waiting { call in try await gate.pass(call) })
    return gate
  }

  private func add(_ answer: MockAnswer<MockCall<repeat each Parameter>, Result>) {
    function.add((pattern, answer))
  }
}

extension MockStubbing where Result == Void {
  /// Returns without a value for each call.
  public func returns() { returns(()) }
}

/// The answer of a stub, which may require an asynchronous call.
enum MockAnswer<Call, Result>: Sendable {
  case atOnce(@Sendable (Call) throws -> Result)
  case waiting(@Sendable (Call) async throws -> Result)
}
