/// The operations of a navigation stack, each awaited until its transition has ended.
///
///     let about = try await router.push(AppScreen.about)
///     try await router.pop()
///
/// Lives on the main actor. ``StackRouter`` is the one of this toolkit: a face of the back stack of a
/// ``NavigationDriver``, and no stack of its own. Coordinators see their router through this protocol,
/// so that a host with a navigation of its own can bring one.
///
/// For those who write one: a request that is made while another one is carried out is carried out after
/// it; a request that cannot be carried out throws and changes nothing; ``RoutedScreen`` says what a
/// screen must be told.
///
/// Cancelling the task of a call ends its wait and not the request: the screen may open later, and is
/// told that it has left if the request is refused after all.
@MainActor
public protocol Router<Destination>: AnyObject {
  /// What the screens of the stack are told apart by.
  associatedtype Destination: NavigationDestination

  /// Opens a screen on top: `[A]` → `[A, B]`.
  func push(_ screen: RoutedScreen<Destination>) async throws(NavigationError)

  /// Opens a stack of its own over the current one: `[A]` → `[A] ▸ [B]`.
  ///
  /// - Throws: ``NavigationError/duplicate(screen:)`` also, if what is presented begins with this screen.
  func present(_ screen: RoutedScreen<Destination>) async throws(NavigationError)

  /// Shows this screen and no others, as a new one: `[A, B] ▸ [C]` → `[D]`.
  func setRoot(_ screen: RoutedScreen<Destination>) async throws(NavigationError)

  /// Goes back one screen: `[A, B]` → `[A]`.
  func pop() async throws(NavigationError)

  /// Closes the presented stack with all its screens: `[A] ▸ [B, C]` → `[A]`.
  func dismiss() async throws(NavigationError)

  /// Goes back to the first screen of the shown stack: `[A, B, C]` → `[A]`.
  func popToRoot() async throws(NavigationError)
}

extension Router {
  /// Opens a screen on top: `[A]` → `[A, B]`.
  ///
  /// - Returns: The screen, which has opened unless the wait was cancelled, and may have left again.
  @discardableResult
  public func push(
    _ screen: some Presentable<Destination>
  ) async throws(NavigationError) -> RoutedScreen<Destination> {
    let routed = RoutedScreen(screen)
    try await push(routed)
    return routed
  }

  /// Opens a stack of its own over the current one: `[A]` → `[A] ▸ [B]`.
  ///
  /// - Returns: The screen, which has opened unless the wait was cancelled, and may have left again.
  @discardableResult
  public func present(
    _ screen: some Presentable<Destination>
  ) async throws(NavigationError) -> RoutedScreen<Destination> {
    let routed = RoutedScreen(screen)
    try await present(routed)
    return routed
  }

  /// Shows this screen and no others, as a new one: `[A, B] ▸ [C]` → `[D]`.
  ///
  /// - Returns: The screen, which has opened unless the wait was cancelled, and may have left again.
  @discardableResult
  public func setRoot(
    _ screen: some Presentable<Destination>
  ) async throws(NavigationError) -> RoutedScreen<Destination> {
    let routed = RoutedScreen(screen)
    try await setRoot(routed)
    return routed
  }
}
