/// A navigator that maps each action to an operation on the back stack of a driver.
///
///     StackNavigator(driver) { (action: HomeNavigation) in
///       switch action {
///       case .details(let details): .push(.details(details))
///       case .sheet: .present(.sheet)
///       }
///     }
///
/// Several navigators, each with its own set of actions, can share one driver. A navigator holds
/// the driver weakly, and refuses requests after the driver was released.
@MainActor
public final class StackNavigator<Action: NavigationAction, Destination>: Navigator
where Destination: NavigationDestination {
  private weak var driver: NavigationDriver<Destination>?
  private let mapping: @MainActor (Action) throws(NavigationError) -> NavigationSpec<Destination>

  /// Creates a navigator.
  ///
  /// - Parameters:
  ///   - driver: The driver that holds the stack.
  ///   - mapping: Returns the operation of an action. It may throw to refuse the action.
  public init(
    _ driver: NavigationDriver<Destination>,
    mapping: @escaping @MainActor (Action) throws(NavigationError) -> NavigationSpec<Destination>
  ) {
    self.driver = driver
    self.mapping = mapping
  }

  /// Applies the operation that the mapping returns for the action.
  @discardableResult
  public func navigate<Result>(
    _ request: NavigationRequest<Action, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    let action = request.action
    guard let driver else { throw .noHost(action: action.name) }
    let promise = NavigationPromise<Result>()
    try driver.submit(try mapping(action), action: action.name, rows: action.rows, promise)
    return promise.ticket
  }
}
