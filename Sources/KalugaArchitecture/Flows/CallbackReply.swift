/// Where an API with a callback puts its one answer, from any thread.
///
/// Made by ``withCallback(isolation:fileID:line:_:)``, which says what a second answer and a missing one
/// do. The reply does not keep the answer.
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

  /// Answers with what a completion handler of the older kind gets, a value or an error.
  ///
  /// The error counts if both are there; if neither is, the answer is a ``CallbackError``.
  public func resume(_ value: Value?, _ error: (any Error)?) {
    if let error {
      resume(throwing: error)
    } else if let value {
      resume(returning: value)
    } else {
      resume(throwing: exchange.error(.emptyAnswer))
    }
  }

  /// Keeps a closure that stops the API; it runs once, if the waiting task is cancelled first.
  ///
  /// Runs at once if that has happened, and never after an answer. Several run in their order, on whatever
  /// thread cancels.
  public func onCancel(_ stop: @escaping @Sendable () -> Void) {
    exchange.onCancel(stop)
  }
}

extension CallbackReply where Value == Void {
  /// Answers that it is done.
  public func resume() {
    resume(returning: ())
  }
}
