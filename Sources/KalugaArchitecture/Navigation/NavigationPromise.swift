/// The write side of a ``NavigationTicket``, for implementations of ``Navigator``.
///
///     let promise = NavigationPromise<Result>()
///     …                                         // keep it until the screen has left the stack
///     return promise.ticket
///
/// A promise can be used from any isolation. A navigator settles each promise exactly once, because
/// its caller may wait for that.
public struct NavigationPromise<Result: Sendable>: Sendable {
  /// The read side, which the caller of the navigator receives.
  public let ticket: NavigationTicket<Result>

  /// Creates a promise for a new request.
  public init() {
    self.init(listener: nil)
  }

  /// Creates a promise for a new request.
  ///
  /// - Parameter listener: The listener of the navigator, for requests from tasks that have none.
  package init(listener: (any ArchitectureListener)?) {
    ticket = NavigationTicket(listener: listener)
  }

  /// Reports that the transition took place.
  ///
  /// The request itself continues until ``settle(_:)``.
  public func transitionDidEnd() {
    ticket.transition.settle(.done)
  }

  /// Ends the request, and returns whether this call was the first, which alone has an effect.
  @discardableResult
  public func settle(_ outcome: NavigationOutcome<Result>) -> Bool {
    // Settle the end first: if two callers race, the same one must decide both.
    guard ticket.end.settle(outcome) else { return false }
    if case .refused(let error) = outcome {
      ticket.transition.settle(.refused(error))
    } else {
      ticket.transition.settle(.done)
    }
    return true
  }
}

/// A promise whose result type is erased.
protocol AnyNavigationPromise: Sendable {
  var resultType: Any.Type { get }
  func accepts(_ result: NavigationResult) -> Bool
  func transitionDidEnd()
  func settle(untyped outcome: NavigationOutcome<NavigationResult>)
}

extension NavigationPromise: AnyNavigationPromise {
  var resultType: Any.Type { Result.self }

  func accepts(_ result: NavigationResult) -> Bool {
    result.value is Result
  }

  func settle(untyped outcome: NavigationOutcome<NavigationResult>) {
    switch outcome {
    case .done: settle(.done)
    case .finished(let result):
      ticket.resultWillCome(from: result.screen)
      settle((result.value as? Result).map { .finished($0) } ?? .cancelled(.back))
    case .cancelled(let reason): settle(.cancelled(reason))
    case .refused(let error): settle(.refused(error))
    }
  }
}
