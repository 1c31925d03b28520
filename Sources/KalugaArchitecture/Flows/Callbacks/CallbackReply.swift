/// Accepts the answer of an API with a callback, from any thread.
///
/// ``withCallback(isolation:fileID:line:_:)`` creates the reply, and documents what happens if the
/// API answers twice or never.
public final class CallbackReply<Value: Sendable>: Sendable {
  private let exchange: CallbackExchange<Value>

  init(_ exchange: CallbackExchange<Value>) {
    self.exchange = exchange
  }

  deinit {
    exchange.abandon()
  }

  /// Answers with a value or an error.
  public func resume(with result: Result<Value, any Error>) {
    exchange.resume(with: result)
  }

  /// Answers with a value.
  public func resume(returning value: Value) {
    resume(with: .success(value))
  }

  /// Answers with an error.
  public func resume(throwing error: any Error) {
    resume(with: .failure(error))
  }

  /// Answers with the arguments of a completion handler: an optional value and an optional error.
  ///
  /// If both are present, the error is used. If both are nil, the answer is a ``CallbackError``.
  public func resume(_ value: Value?, _ error: (any Error)?) {
    if let error {
      resume(throwing: error)
    } else if let value {
      resume(returning: value)
    } else {
      resume(throwing: exchange.error(.emptyAnswer))
    }
  }

  /// Registers a closure that stops the API if the waiting task is cancelled before an answer.
  ///
  /// The closure runs at most once, on the thread that cancels, or immediately if the task has
  /// already been cancelled. Several closures run in the order of registration.
  ///
  /// The closure is kept until the answer. If it captures an object that retains the callback, then
  /// an API that releases the callback without an answer is not noticed. Capture a request that
  /// retains its completion handler weakly, if the API retains the request while it runs.
  public func onCancel(_ stop: @escaping @Sendable () -> Void) {
    exchange.onCancel(stop)
  }
}

extension CallbackReply where Value == Void {
  /// Answers without a value.
  public func resume() {
    resume(returning: ())
  }
}
