/// What an API with a callback and the one who waits for its answer share.
///
///     waiting ──answer, release──▶ answered (another answer is told to the diagnostics)
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

  init(_ answer: Answer, call: String) {
    state = Lock(.waiting(answer, stops: []))
    self.call = call
  }

  func error(_ reason: CallbackError.Reason) -> CallbackError {
    CallbackError(reason: reason, call: call)
  }

  func resume(with result: Result<Value, any Error>) {
    switch leave(.answered) {
    case .waiting(let answer, _): answer.settle(result)
    case .answered:
      ArchitectureDiagnostics.report(
        ArchitectureDiagnostic(
          .repeatedAnswer,
          "the callback of withCallback at \(call) was answered more than once; only the first answer "
            + "counts. Answer once, or use a CallbackFlow for many values."
        )
      )
    case .cancelled: break
    }
  }

  /// Called when nobody is left who could answer.
  func abandon() {
    if case .waiting(let answer, _) = leave(.answered) {
      answer.settle(.failure(error(.neverAnswered)))
    }
  }

  func cancel() {
    guard case .waiting(let answer, let stops) = leave(.cancelled) else { return }
    for stop in stops { stop() }
    answer.settle(.failure(CancellationError()))
  }

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

  /// Moves on from waiting; returns the state before, to be released outside the lock.
  private func leave(_ next: State) -> State {
    state.withLock { state in
      let previous = state
      if case .waiting = previous { state = next }
      return previous
    }
  }
}
