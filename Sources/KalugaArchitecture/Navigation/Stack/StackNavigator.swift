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
/// the driver weakly, and refuses requests after the driver was released. It keeps the mapping, which
/// must therefore capture the driver and the view model weakly.
///
/// A navigator that is made while the driver makes a screen belongs to that screen. Its requests are
/// refused when the screen has left the stack, and those that would move other screens also while
/// it is covered. One that is made elsewhere is not protected in this way: see
/// <doc:stack#Late-requests>.
@MainActor
public final class StackNavigator<Action: NavigationAction, Destination>: Navigator
where Destination: NavigationDestination {
  private weak var driver: NavigationDriver<Destination>?
  private let mapping: @MainActor (Action) throws(NavigationError) -> NavigationSpec<Destination>
  /// The screen to which the navigator belongs, or nil.
  private let origin: ErasedStack.Entry?
  /// Another driver that made the navigator's screen, and which may move to another screen.
  private weak var nested: StackDriver?

  /// Creates a navigator, whose mapping may throw to refuse an action.
  public init(
    _ driver: NavigationDriver<Destination>,
    mapping: @escaping @MainActor (Action) throws(NavigationError) -> NavigationSpec<Destination>
  ) {
    self.driver = driver
    self.mapping = mapping
    origin = driver.originOfNewNavigator
    let maker = ScreenFactoryCalls.host
    nested = maker === driver ? nil : maker
  }

  /// Creates a navigator of a module, whose mapping knows only the screens of the module.
  ///
  ///     func makeNameScreen<App>(
  ///       _ driver: NavigationDriver<App>,
  ///       _ embedding: NavigationEmbedding<WizardScreen, App>
  ///     ) -> BaseLifecycleViewModel {
  ///       NameViewModel(
  ///         navigator: StackNavigator(driver, embedding: embedding) { (action: NameNavigation) in
  ///           switch action {
  ///           case .next(let name): .push(.address(name: name))
  ///           }
  ///         }
  ///       )
  ///     }
  ///
  /// The operations act on the stack of the app. Close a flow by an operation that names a screen of
  /// the module, such as ``NavigationSpec/popTo(_:inclusive:result:)``: `popToRoot` and `open` also
  /// close screens of the app. If some actions lead to screens of the app or of another module, map them
  /// with the other initializer, and the rest with ``NavigationEmbedding/embed(_:)-(NavigationSpec<Inner>)``.
  public convenience init<Module>(
    _ driver: NavigationDriver<Destination>,
    embedding: NavigationEmbedding<Module, Destination>,
    mapping: @escaping @MainActor (Action) throws(NavigationError) -> NavigationSpec<Module>
  ) {
    self.init(driver) { action throws(NavigationError) in
      embedding.embed(try mapping(action))
    }
  }

  /// Applies the operation that the mapping returns for the action.
  @discardableResult
  public func navigate<Result>(
    _ request: NavigationRequest<Action, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    let action = request.action
    guard let driver else { throw .noHost(action: action.name) }
    var origin = nested.flatMap { driver.screen(around: $0) } ?? origin
    if origin == nil, let screen = request.receiver?.screen {
      origin = try driver.origin(of: screen, for: action.name)
    }
    let ticket = NavigationTicket<Result>(listener: driver.scope.core.listener)
    try driver.submit(
      PendingNavigation(
        try mapping(action).erased,
        action: action.name,
        rows: action.rows,
        ticket.state,
        receiver: request.receiver,
        origin: origin,
        bareAction: Result.self == Never.self ? Action.self : nil
      )
    )
    return ticket
  }
}
