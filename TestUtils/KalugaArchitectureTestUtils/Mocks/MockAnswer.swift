/// The answer of a stub, which may require an asynchronous call.
///
/// The handlers take the call instead of its arguments, because the compiler crashes when it stores
/// an optional function with a parameter pack.
struct MockAnswer<Result: Sendable, each Parameter: Sendable>: Sendable {
  typealias Call = MockCall<repeat each Parameter>
  typealias Handler = @Sendable (Call) throws -> Result
  typealias AsyncHandler = @Sendable (Call) async throws -> Result

  /// The synchronous answer; nil if the call must wait for the answer.
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
