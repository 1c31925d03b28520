/// Takes the one answer of an API with a callback, from any thread.
///
/// ``withCallback(isolation:fileID:line:_:)`` makes it, and documents what happens with a second answer and
/// with none.
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
  /// If both are present the error counts. If both are nil the answer is a ``CallbackError``.
  public func resume(_ value: Value?, _ error: (any Error)?) {
    if let error {
      resume(throwing: error)
    } else if let value {
      resume(returning: value)
    } else {
      resume(throwing: exchange.error(.emptyAnswer))
    }
  }

  /// Keeps a closure that stops the API if the waiting task is cancelled before an answer.
  ///
  /// The closure runs at most once, on the thread that cancels, and immediately if the task is cancelled
  /// already. Several closures run in the order of registration.
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
