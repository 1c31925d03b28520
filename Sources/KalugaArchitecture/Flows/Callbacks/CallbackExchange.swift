/// The state that an API with a callback shares with the task that waits for its answer.
///
///     waiting ──answer, release──▶ answered (a further answer is reported to the diagnostics)
///        └─────────cancel────────▶ cancelled (an answer is dropped)
final class CallbackExchange<Value: Sendable>: Sendable {
  typealias Answer = OneShot<Result<Value, any Error>>

  private enum State {
    case waiting(Answer, stops: [@Sendable () -> Void])
    case answered
    case cancelled
  }

  private let state: Lock<State>
  private let call: String
  private let listener = ArchitectureEvents.listener

  init(_ answer: Answer, call: String) {
    state = Lock(.waiting(answer, stops: []))
    self.call = call
  }

  /// Returns the error for an answer that is missing or empty.
  func error(_ reason: CallbackError.Reason) -> CallbackError {
    CallbackError(reason: reason, call: call)
  }

  /// Answers the waiting task; only the first answer counts.
  func resume(with result: Result<Value, any Error>) {
    switch leave(.answered) {
    case .waiting(let answer, _): answer.settle(result)
    case .answered:
      ArchitectureDiagnostics.report(
        ArchitectureDiagnostic(
          .repeatedAnswer,
          "the callback of withCallback at \(call) was answered more than once; only the first answer "
            + "counts. Answer once, or use a CallbackFlow for many values."
        ),
        to: listener
      )
    case .cancelled: break
    }
  }

  /// Answers with an error because the API has released the callback.
  func abandon() {
    if case .waiting(let answer, _) = leave(.answered) {
      answer.settle(.failure(error(.neverAnswered)))
    }
  }

  /// Stops the API and ends the wait, unless there was an answer.
  func cancel() {
    guard case .waiting(let answer, let stops) = leave(.cancelled) else { return }
    for stop in stops { stop() }
    answer.settle(.failure(CancellationError()))
  }

  /// Registers a closure to call on cancellation, or calls it if the task has been cancelled.
  func onCancel(_ stop: @escaping @Sendable () -> Void) {
    let runsNow = state.withLock { state in
      switch state {
      case .waiting(let answer, let stops):
        state = .waiting(answer, stops: stops + [stop])
        return false
      case .answered: return false
      case .cancelled: return true
      }
    }
    if runsNow { stop() }
  }

  /// Leaves the waiting state; returns the previous state, which is released outside the lock.
  private func leave(_ next: State) -> State {
    state.withLock { state in
      let previous = state
      if case .waiting = previous { state = next }
      return previous
    }
  }
}
