/// Calls an API with a callback and waits for its one answer.
///
///     let news: [Article] = try await withCallback { reply in
///       let request = service.loadNews { news, error in reply.resume(news, error) }
///       reply.onCancel { request.cancel() }
///     }
///
/// The closure runs at once, on the caller's isolation; the answer may come from any thread, also
/// before the closure returns. What goes wrong with bare continuations is decided here:
///
/// - answered twice: the first answer counts, and ``ArchitectureDiagnostics`` hears of the other;
/// - never answered: once the API has released the callback this throws a ``CallbackError`` and does
///   not hang;
/// - cancelled: this throws `CancellationError` without waiting for the API, after the closures given to
///   ``CallbackReply/onCancel(_:)`` have run. An answer that comes later is dropped. In a task that is
///   cancelled already the closure does not run.
///
/// Kaluga: kotlinx.coroutines' `suspendCancellableCoroutine`.
///
/// - Parameters:
///   - isolation: Where the closure runs; the caller's.
///   - fileID: The file of the call, for diagnostics.
///   - line: The line of the call.
///   - start: Calls the API and hands it the reply.
/// - Returns: What the API answered.
/// - Throws: What the API answered, a ``CallbackError``, or `CancellationError`.
public func withCallback<Value: Sendable>(
  isolation: isolated (any Actor)? = #isolation,
  fileID: StaticString = #fileID,
  line: UInt = #line,
  _ start: (CallbackReply<Value>) -> Void
) async throws -> Value {
  try Task.checkCancellation()
  let answer = OneShot<Result<Value, any Error>>()
  let exchange = CallbackExchange(answer, call: "\(fileID):\(line)")
  return try await withTaskCancellationHandler {
    // Inside the handler: an API that is being called can be cancelled too. The reply is not kept here, nor
    // by the handler: the API must hold the last reference.
    start(CallbackReply(exchange))
    return await answer.wait(isolation: isolation)
  } onCancel: {
    exchange.cancel()
  }.get()
}
