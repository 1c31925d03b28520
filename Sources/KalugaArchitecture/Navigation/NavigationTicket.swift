/// Follows one navigation request to its end.
///
/// May be dropped: the navigation takes place all the same. Any number of tasks may wait, from any
/// isolation; cancelling such a task ends its wait and nothing else.
public final class NavigationTicket<Result: Sendable>: Sendable {
  private let transition = Promise<NavigationOutcome<Never>>()
  private let end = Promise<NavigationOutcome<Result>>()

  /// Creates the ticket of a new request; for those who write a navigator.
  public init() {}

  // MARK: For who asked

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
  /// - Throws: The ``NavigationError``, if the request was refused. A `CancellationError`, if the waiting task
  ///   was cancelled first: the transition may still take place.
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

  // MARK: For who navigates

  /// Says that the transition took place; the request goes on until ``settle(_:)``.
  public func transitionDidEnd() {
    transition.settle(.done)
  }

  /// Says how the request ended; only the first call counts.
  ///
  /// - Returns: Whether this call was the first.
  @discardableResult
  public func settle(_ outcome: NavigationOutcome<Result>) -> Bool {
    // The end first: of two that race the same one must decide about both.
    guard end.settle(outcome) else { return false }
    if case .refused(let error) = outcome {
      transition.settle(.refused(error))
    } else {
      transition.settle(.done)
    }
    return true
  }
}
