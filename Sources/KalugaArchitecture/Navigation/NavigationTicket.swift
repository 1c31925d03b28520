/// Follows one navigation request to its end.
///
/// The read side of a ``NavigationPromise``.
///
/// Dropping the ticket does not stop the navigation. Any number of tasks can wait for it, from any
/// isolation. Cancelling such a task ends only its own wait.
public final class NavigationTicket<Result: Sendable>: Sendable {
  let state: TicketState

  init(listener: (any ArchitectureListener)?) {
    state = TicketState(Result.self, listener: listener)
  }

  /// A ticket of a request that has nothing to do.
  static var done: NavigationTicket {
    let promise = NavigationPromise<Result>()
    promise.settle(.done)
    return promise.ticket
  }

  /// Waits for the end of the request and returns its outcome.
  ///
  /// A request without a result ends with its transition. A request with a result ends when the
  /// screen that it opened leaves the stack, or when its question does. A request for an effect ends when
  /// the host has carried out the effect. In a cancelled task, the wait ends with
  /// ``NavigationCancellation/waitCancelled``.
  public var outcome: NavigationOutcome<Result> {
    get async {
      guard let outcome = await state.end.wait() else { return .cancelled(.waitCancelled) }
      state.didRead()
      return NavigationOutcome(outcome)
    }
  }

  /// Waits for the result on behalf of a registered closure.
  ///
  /// Returns nil if there is none, or if the closure's scope has ended in the meantime. The result is
  /// then lost, which the ticket reports like a refusal.
  var resultForClosure: Result? {
    get async {
      guard case .finished(let result) = await state.end.wait(), !Task.isCancelled else {
        return nil
      }
      state.didRead()
      return result.value as? Result
    }
  }

  /// Waits for the end of the request and returns its result, or nil if it ended without one.
  ///
  /// - Throws: The error, if the request was refused.
  public var result: Result? {
    get async throws(NavigationError) { try await outcome.result }
  }

  /// Waits until the transition has taken place.
  ///
  /// The new top screen has then been resumed if the host is active. For an effect, this returns
  /// when the driver has called the closures of `onTransition`, without waiting for the host's handler.
  ///
  /// - Throws: The ``NavigationError``, if the request was refused. A `CancellationError`, if the
  ///   waiting task was cancelled first. The transition may still take place then.
  public func waitForTransition() async throws {
    switch await transitionOutcome {
    case .done: break
    case .refused(let error): throw error
    case .cancelled: throw CancellationError()
    }
  }

  /// Waits for the end of the transition: done, refused, or cancelled with the waiting task.
  package var transitionOutcome: NavigationOutcome<Never> {
    get async {
      let outcome = await state.transition.wait() ?? .cancelled(.waitCancelled)
      if case .refused = outcome { state.didRead() }
      return outcome
    }
  }
}
