/// Follows one navigation request to its end; the read side of a ``NavigationPromise``.
///
/// May be dropped: the navigation takes place all the same. Any number of tasks may wait, from any
/// isolation; cancelling such a task ends its wait and nothing else.
public final class NavigationTicket<Result: Sendable>: Sendable {
  let transition = Promise<NavigationOutcome<Never>>()
  let end = Promise<NavigationOutcome<Result>>()

  init() {}

  /// How the request ended; waits until it has.
  ///
  /// A request without result ends with its transition. One with a result ends when the screen that
  /// it opened leaves the stack.
  public var outcome: NavigationOutcome<Result> {
    get async { await end.wait() ?? .cancelled(.waitCancelled) }
  }

  /// The result, or nil if the request ended without one; waits until it has ended.
  ///
  /// - Throws: The error, if the request was refused.
  public var result: Result? {
    get async throws(NavigationError) { try await outcome.result }
  }

  /// Waits until the transition has taken place: the new screen is resumed.
  ///
  /// - Throws: The ``NavigationError``, if the request was refused. A `CancellationError`, if the waiting
  ///   task was cancelled first: the transition may still take place.
  public func transitioned() async throws {
    switch await transitionOutcome {
    case .done: return
    case .refused(let error): throw error
    case .cancelled: throw CancellationError()
    }
  }

  /// How the transition ended: done, refused, or cancelled because the waiting task was.
  package var transitionOutcome: NavigationOutcome<Never> {
    get async { await transition.wait() ?? .cancelled(.waitCancelled) }
  }
}
