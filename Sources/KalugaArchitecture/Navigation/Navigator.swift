/// Carries out the actions of a view model.
///
/// Lives on the main actor. A view model holds `any Navigator<Action>` and knows nothing of screens;
/// an app gives it a ``StackNavigator`` or a terminal's, a test a recording one.
///
/// For those who write one: throw only what is known at once, return the ticket of a ``NavigationPromise``,
/// and settle each promise exactly once.
///
/// Kaluga: `Navigator`.
@MainActor
public protocol Navigator<Action>: LifecycleSubscribable {
  /// What can be asked for.
  associatedtype Action: NavigationAction

  /// Asks for a navigation.
  ///
  /// - Returns: A ticket that tells the end of the transition and the result. It may be dropped.
  /// - Throws: What is known at once; later refusals are on the ticket.
  @discardableResult
  func navigate<Result>(
    _ request: NavigationRequest<Action, Result>
  ) throws(NavigationError) -> NavigationTicket<Result>
}

extension Navigator {
  /// Asks for a navigation without result.
  @discardableResult
  public func navigate(_ action: Action) throws(NavigationError) -> NavigationTicket<Never> {
    try navigate(NavigationRequest<Action, Never>(action))
  }

  /// Asks for a navigation and says whether it was accepted.
  ///
  /// Kaluga: `navigateWithSuccess`.
  public func navigateWithSuccess(_ action: Action) -> Bool {
    do {
      try navigate(action)
      return true
    } catch {
      return false
    }
  }

  /// Asks for a navigation and hands the error to the closure if it was not accepted.
  ///
  /// Kaluga: `navigateOrElse`.
  public func navigateOrElse(_ action: Action, onFailure: (NavigationError) -> Void) {
    do {
      try navigate(action)
    } catch {
      onFailure(error)
    }
  }
}
