/// How a stub answers: immediately, or only if the call can wait.
///
/// The handlers take the call instead of its arguments, because the compiler crashes if an optional function with a
/// parameter pack is stored.
struct MockAnswer<Result: Sendable, each Parameter: Sendable>: Sendable {
  typealias Call = MockCall<repeat each Parameter>
  typealias Handler = @Sendable (Call) throws -> Result
  typealias AsyncHandler = @Sendable (Call) async throws -> Result

  /// Nil if the answer requires waiting.
  let atOnce: Handler?
  let waiting: AsyncHandler

  init(atOnce handler: @escaping Handler) {
    atOnce = handler
    waiting = { call in try handler(call) }
  }

  init(waiting handler: @escaping AsyncHandler) {
    atOnce = nil
    waiting = handler
  }
}
