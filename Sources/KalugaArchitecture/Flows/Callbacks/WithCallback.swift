/// Calls an API with a callback, and waits for its answer.
///
///     let news: [Article] = try await withCallback { reply in
///       let request = service.loadNews { news, error in reply.resume(news, error) }
///       reply.onCancel { request.cancel() }
///     }
///
/// The closure runs immediately, on the caller's isolation. The answer may arrive from any thread,
/// even before the closure returns. The usual mistakes with continuations are handled:
///
/// - A second answer is ignored, and reported to ``ArchitectureDiagnostics``.
/// - If the API releases the callback without an answer, the call throws a ``CallbackError``.
/// - If the task is cancelled, the closures of ``CallbackReply/onCancel(_:)`` run and the call
///   throws `CancellationError`, without waiting for the API. A later answer is dropped. In a task
///   that was cancelled before the call, the closure does not run.
///
/// Kaluga: kotlinx.coroutines' `suspendCancellableCoroutine`.
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
    // Inside the handler, so that a cancellation during the call stops the API. Only the API keeps
    // the reply: its release means that there will be no answer.
    start(CallbackReply(exchange))
    return await answer.wait(isolation: isolation)
  } onCancel: {
    exchange.cancel()
  }.get()
}
