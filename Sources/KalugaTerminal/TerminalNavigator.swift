public import KalugaArchitecture

/// Navigates on a driver's stack and prints each transition.
///
///     TerminalNavigator(driver, printer: printer) { (action: HomeNavigation) in
///       switch action {
///       case .details(let details): .push(.details(details))
///       case .sheet: .present(.sheet)
///       }
///     }
///
/// The navigators of several view models share one driver and one printer. Each transition is
/// printed once, no matter which navigator caused it.
///
/// Kaluga: `ActivityNavigator`, `ViewControllerNavigator`.
@MainActor
public final class TerminalNavigator<Action: NavigationAction, Destination>: Navigator
where Destination: NavigationDestination {
  private let navigator: StackNavigator<Action, Destination>

  /// Creates a navigator, and makes the printer follow its driver.
  ///
  /// - Parameters:
  ///   - driver: Holds the stack. The navigator does not retain it.
  ///   - printer: Prints the driver's transitions from now on.
  ///   - mapping: Returns the operation for an action, or throws to refuse the action.
  public init(
    _ driver: NavigationDriver<Destination>,
    printer: TransitionPrinter,
    mapping: @escaping @MainActor (Action) throws(NavigationError) -> NavigationSpec<Destination>
  ) {
    printer.follow(driver)
    navigator = StackNavigator(driver, mapping: mapping)
  }

  /// Applies the operation that the mapping returns for the action, and prints the transition.
  @discardableResult
  public func navigate<Result>(
    _ request: NavigationRequest<Action, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    try navigator.navigate(request)
  }
}
