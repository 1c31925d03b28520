/// A navigator that hands each action to a closure; for hosts that have a navigation of their own.
///
/// Requests end as done when the closure returns. A request with a result ends as cancelled: a
/// closure has none to give.
///
/// Kaluga: `DefaultNavigator`.
@MainActor
public final class ClosureNavigator<Action: NavigationAction>: Navigator {
  private let onAction: (Action) throws(NavigationError) -> Void

  /// Creates a navigator; what the closure throws is thrown by `navigate`.
  public init(_ onAction: @escaping (Action) throws(NavigationError) -> Void) {
    self.onAction = onAction
  }

  /// Calls the closure with the action.
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
