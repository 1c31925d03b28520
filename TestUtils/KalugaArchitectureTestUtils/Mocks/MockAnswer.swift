/// How a stub answers: at once, or only where a call can wait.
///
/// The handlers take the call and not its arguments: the compiler crashes where an optional function
/// with a parameter pack is stored.
struct MockAnswer<Result: Sendable, each Parameter: Sendable>: Sendable {
  typealias Call = MockCall<repeat each Parameter>
  typealias Handler = @Sendable (Call) throws -> Result
  typealias AsyncHandler = @Sendable (Call) async throws -> Result

  /// Nil for an answer that has to be waited for.
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
