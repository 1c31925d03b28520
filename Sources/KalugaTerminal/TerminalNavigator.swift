public import KalugaArchitecture

/// The navigator for terminals: its transitions print.
///
///     TerminalNavigator(driver, printer: printer) { (action: HomeNavigation) in
///       switch action {
///       case .details(let details): .push(.details(details))
///       case .sheet: .present(.sheet)
///       }
///     }
///
/// Navigators of several view models share one driver and one printer; each transition prints once,
/// whoever asked for it.
///
/// Kaluga: `ActivityNavigator`, `ViewControllerNavigator`.
@MainActor
public final class TerminalNavigator<Action: NavigationAction, Destination>: Navigator
where Destination: NavigationDestination {
  private let navigator: StackNavigator<Action, Destination>

  /// Creates a navigator whose driver's transitions print from now on.
  ///
  /// - Parameters:
  ///   - driver: Holds the stack; not kept by the navigator.
  ///   - printer: Prints the transitions.
  ///   - mapping: Says what an action does. It may refuse the action by throwing.
  public init(
    _ driver: NavigationDriver<Destination>,
    printer: TransitionPrinter,
    mapping: @escaping @MainActor (Action) throws(NavigationError) -> NavigationSpec<Destination>
  ) {
    printer.follow(driver)
    navigator = StackNavigator(driver, mapping: mapping)
  }

  /// Applies the operation that the mapping gives for the action, and prints the transition.
  @discardableResult
  public func navigate<Result>(
    _ request: NavigationRequest<Action, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    try navigator.navigate(request)
  }
}
