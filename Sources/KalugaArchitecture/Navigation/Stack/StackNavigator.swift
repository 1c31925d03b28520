/// A navigator that maps each action to an operation on the back stack of a driver.
///
///     StackNavigator(driver) { (action: HomeNavigation) in
///       switch action {
///       case .details(let details): .push(.details(details))
///       case .sheet: .present(.sheet)
///       }
///     }
///
/// Several view models with actions of their own share one driver. The driver is held weakly:
/// without it requests are refused.
@MainActor
public final class StackNavigator<Action: NavigationAction, Destination>: Navigator
where Destination: NavigationDestination {
  private weak var driver: NavigationDriver<Destination>?
  private let mapping: @MainActor (Action) throws(NavigationError) -> NavigationSpec<Destination>

  /// Creates a navigator.
  ///
  /// - Parameters:
  ///   - driver: Holds the stack.
  ///   - mapping: Says what an action does. It may refuse the action by throwing.
  public init(
    _ driver: NavigationDriver<Destination>,
    mapping: @escaping @MainActor (Action) throws(NavigationError) -> NavigationSpec<Destination>
  ) {
    self.driver = driver
    self.mapping = mapping
  }

  /// Applies the operation that the mapping gives for the action.
  @discardableResult
  public func navigate<Result>(
    _ request: NavigationRequest<Action, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    let action = request.action
    guard let driver else { throw .noHost(action: action.name) }
    let promise = NavigationPromise<Result>()
    try driver.submit(
      try mapping(action),
      action: action.name,
      rows: action.rows,
      promise,
      receiver: request.receiver
    )
    return promise.ticket
  }
}
