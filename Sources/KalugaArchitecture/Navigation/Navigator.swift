/// Carries out the actions of a view model.
///
/// A navigator is isolated to the main actor. A view model holds an `any Navigator<Action>` and
/// knows no screens. An app passes it a ``StackNavigator`` or the navigator of a terminal, and a
/// test passes it one that records the requests.
///
/// To implement a navigator, throw only errors that are known at once, return the ticket of a
/// ``NavigationPromise``, and settle each promise exactly once.
///
/// Kaluga: `Navigator`.
@MainActor
public protocol Navigator<Action>: LifecycleSubscribable {
  /// The actions that this navigator carries out.
  associatedtype Action: NavigationAction

  /// Requests a navigation.
  ///
  /// - Returns: A ticket with which the caller can await the end of the transition and the result.
  ///   It may be dropped.
  /// - Throws: An error that is known at once. The ticket reports a later refusal.
  @discardableResult
  func navigate<Result>(
    _ request: NavigationRequest<Action, Result>
  ) throws(NavigationError) -> NavigationTicket<Result>
}

extension Navigator {
  /// Requests a navigation without a result.
  @discardableResult
  public func navigate(_ action: Action) throws(NavigationError) -> NavigationTicket<Never> {
    try navigate(NavigationRequest<Action, Never>(action))
  }

  /// Unavailable: a result goes to a closure of the view model that asks for it.
  @available(
    *,
    unavailable,
    message:
      "the view model receives the result: leave out 'navigator.' and write navigate(…, resultTo: key)"
  )
  @discardableResult
  public func navigate<Result>(
    _ request: NavigationRequest<Action, Result>,
    resultTo key: NavigationResultKey<Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    // Not reached, because nothing can call it.
    fatalError()
  }

  /// Requests a navigation and returns whether it was accepted.
  ///
  /// A refusal after that, for example by a guard, is not reported.
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

  /// Requests a navigation and calls the closure with the error if it was not accepted.
  ///
  /// The error of a second tap is passed, too. Do not show it: see ``NavigationError/isLate``.
  /// A refusal after that, for example by a guard, is not reported.
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
