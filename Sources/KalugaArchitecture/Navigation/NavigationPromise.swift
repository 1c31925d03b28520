/// The write side of a ``NavigationTicket``, for navigators.
///
///     let promise = NavigationPromise<Result>()
///     …                                            // keeps it until the screen has left
///     return promise.ticket
///
/// May be used from any isolation. A navigator settles each promise exactly once.
public struct NavigationPromise<Result: Sendable>: Sendable {
  /// What the caller of the navigator gets.
  public let ticket: NavigationTicket<Result>

  /// Creates the promise of a new request.
  public init() {
    ticket = NavigationTicket()
  }

  /// Reports that the transition took place; the request goes on until ``settle(_:)``.
  public func transitionDidEnd() {
    ticket.transition.settle(.done)
  }

  /// Ends the request; only the first call counts.
  ///
  /// - Returns: Whether this call was the first.
  @discardableResult
  public func settle(_ outcome: NavigationOutcome<Result>) -> Bool {
    // The end first: of two that race the same one must decide about both.
    guard ticket.end.settle(outcome) else { return false }
    if case .refused(let error) = outcome {
      ticket.transition.settle(.refused(error))
    } else {
      ticket.transition.settle(.done)
    }
    return true
  }
}

/// A promise, whatever the type of its result.
protocol AnyNavigationPromise: Sendable {
  var resultType: any Any.Type { get }
  func accepts(_ result: NavigationResult) -> Bool
  func transitionDidEnd()
  func settle(untyped outcome: NavigationOutcome<NavigationResult>)
}

extension NavigationPromise: AnyNavigationPromise {
  var resultType: any Any.Type { Result.self }

  func accepts(_ result: NavigationResult) -> Bool {
    result.value is Result
  }

  func settle(untyped outcome: NavigationOutcome<NavigationResult>) {
    switch outcome {
    case .done: settle(.done)
    case .finished(let result):
      settle((result.value as? Result).map { .finished($0) } ?? .cancelled(.back))
    case .cancelled(let reason): settle(.cancelled(reason))
    case .refused(let error): settle(.refused(error))
    }
  }
}
