/// The router of a navigation driver: a face of its back stack.
///
///     let router = StackRouter(driver)
///     try await router.push(LoginViewModel(service: service))
///
/// Each call is one operation of ``NavigationSpec``: guards are asked, transitions print, and navigators
/// of the same driver may be used beside it. Its screens learn that they have left from the driver, so it
/// does not matter who took them away. The driver is held weakly: without it requests are refused.
@MainActor
public final class StackRouter<Destination: NavigationDestination>: Router {
  private weak var driver: NavigationDriver<Destination>?

  /// Creates a router.
  public init(_ driver: NavigationDriver<Destination>) {
    self.driver = driver
  }

  /// Opens a screen on top.
  public func push(_ screen: RoutedScreen<Destination>) async throws(NavigationError) {
    try await perform(.push(screen.destination), opening: screen)
  }

  /// Opens a stack of its own over the current one.
  public func present(_ screen: RoutedScreen<Destination>) async throws(NavigationError) {
    try await perform(.present(screen.destination), opening: screen)
  }

  /// Shows this screen and no others, as a new one.
  public func setRoot(_ screen: RoutedScreen<Destination>) async throws(NavigationError) {
    try await perform(.setRoot(screen.destination), opening: screen)
  }

  /// Goes back one screen.
  public func pop() async throws(NavigationError) {
    try await perform(.pop())
  }

  /// Closes the presented stack with all its screens.
  public func dismiss() async throws(NavigationError) {
    try await perform(.dismiss())
  }

  /// Goes back to the first screen of the shown stack.
  public func popToRoot() async throws(NavigationError) {
    try await perform(.popToRoot)
  }

  private func perform(
    _ spec: NavigationSpec<Destination>,
    opening screen: RoutedScreen<Destination>? = nil
  ) async throws(NavigationError) {
    guard let driver else { throw .noHost(action: spec.kind) }
    try screen?.checkMayOpen()
    let ticket = NavigationTicket<Never>()
    try driver.perform(
      spec,
      action: spec.kind,
      rows: screen.map { Rows.of($0.destination) } ?? [],
      ticket,
      isByUser: false,
      opening: screen.map { opening($0, by: driver) }
    )
    if case .refused(let error) = await ticket.transitionOutcome { throw error }
    if let screen, !screen.isOpen, screen.cancellation == nil { follow(screen, to: ticket) }
  }

  /// Follows a request whose caller does not wait any longer: refused, it leaves nothing behind.
  private func follow(_ screen: RoutedScreen<Destination>, to ticket: NavigationTicket<Never>) {
    Task {
      guard case .refused(let error) = await ticket.transitionOutcome else { return }
      if case .noHost = error { screen.didLeave(.hostEnded) } else { screen.didLeave(.closed) }
    }
  }

  private func opening(
    _ screen: RoutedScreen<Destination>,
    by driver: NavigationDriver<Destination>
  ) -> ScreenOpening<Destination> {
    // Asked once more when its turn comes: a screen that waited behind a guard must not open for a flow
    // that has ended meanwhile. It would be closed behind what others have opened over it.
    ScreenOpening(screen.destination, viewModel: screen.viewModel) { () throws(NavigationError) in
      try screen.checkMayOpen()
    } didOpen: { [weak driver] id in
      screen.didOpen { () throws(NavigationError) in
        guard let driver else { throw .noHost(action: "close") }
        return try driver.perform(.closeEntry(id), action: "close")
      }
    } didLeave: {
      screen.didLeave($0)
    }
  }
}
