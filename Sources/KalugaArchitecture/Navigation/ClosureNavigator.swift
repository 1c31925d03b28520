/// A navigator that passes each action to a closure.
///
/// Use it in a host that does its own navigation and has no ``NavigationDriver``.
///
/// A request ends as done when the closure returns. A request with a result ends as cancelled,
/// because the closure cannot return a result.
///
/// Kaluga: `DefaultNavigator`.
@MainActor
public final class ClosureNavigator<Action: NavigationAction>: Navigator {
  private let onAction: (Action) throws(NavigationError) -> Void

  /// Creates a navigator.
  ///
  /// - Parameter onAction: Carries out an action. `navigate` rethrows its error.
  public init(_ onAction: @escaping (Action) throws(NavigationError) -> Void) {
    self.onAction = onAction
  }

  /// Calls the closure with the action of the request.
  @discardableResult
  public func navigate<Result>(
    _ request: NavigationRequest<Action, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    try onAction(request.action)
    let promise = NavigationPromise<Result>()
    promise.settle(Result.self == Never.self ? .done : .cancelled(.closed))
    return promise.ticket
  }
}
