/// The operations of a navigation stack, each awaited until its transition has ended.
///
///     let about = try await router.push(AppScreen.about)
///     try await router.pop()
///
/// Lives on the main actor. ``StackRouter`` is the one of this toolkit: a face of the back stack of a
/// ``NavigationDriver``, and not a stack of its own. Coordinators see their router through this protocol,
/// so that a host with a navigation of its own can bring one.
@MainActor
public protocol Router<Destination>: AnyObject {
  /// Identifies the screens of the stack.
  associatedtype Destination: NavigationDestination

  /// Carries out an operation, and returns after its transition.
  ///
  /// For those who write a router: a request that is made while another one is carried out is carried out
  /// after it; a request that cannot be carried out throws and changes nothing.
  ///
  /// Cancelling the calling task ends its wait and not the request: the screen may open later, or its
  /// promise is refused after all.
  ///
  /// - Parameters:
  ///   - spec: The operation. A router may refuse those that it does not know.
  ///   - screen: The screen that the operation opens, if its view model is given or its end is followed.
  /// - Throws: Why the operation did not take place.
  func perform(
    _ spec: NavigationSpec<Destination>,
    opening screen: ScreenPromise<Destination>?
  ) async throws(NavigationError)
}

extension Router {
  /// Opens a screen on top: `[A]` → `[A, B]`.
  ///
  /// - Returns: The screen, which has opened unless the wait was cancelled, and may have left again.
  @discardableResult
  public func push(
    _ screen: some Presentable<Destination>
  ) async throws(NavigationError) -> RoutedScreen<Destination> {
    try await open(screen) { .push($0) }
  }

  /// Opens a stack of its own over the current one: `[A]` → `[A] ▸ [B]`.
  ///
  /// - Returns: The screen, which has opened unless the wait was cancelled, and may have left again.
  /// - Throws: ``NavigationError/duplicate(screen:)`` also, if what is presented begins with this screen.
  @discardableResult
  public func present(
    _ screen: some Presentable<Destination>
  ) async throws(NavigationError) -> RoutedScreen<Destination> {
    try await open(screen) { .present($0) }
  }

  /// Shows this screen and no others, as a new one: `[A, B] ▸ [C]` → `[D]`.
  ///
  /// - Returns: The screen, which has opened unless the wait was cancelled, and may have left again.
  @discardableResult
  public func setRoot(
    _ screen: some Presentable<Destination>
  ) async throws(NavigationError) -> RoutedScreen<Destination> {
    try await open(screen) { .setRoot($0) }
  }

  /// Goes back one screen: `[A, B]` → `[A]`.
  public func pop() async throws(NavigationError) {
    try await perform(.pop(), opening: nil)
  }

  /// Closes the presented stack with all its screens: `[A] ▸ [B, C]` → `[A]`.
  public func dismiss() async throws(NavigationError) {
    try await perform(.dismiss(), opening: nil)
  }

  /// Goes back to the first screen of the shown stack: `[A, B, C]` → `[A]`.
  public func popToRoot() async throws(NavigationError) {
    try await perform(.popToRoot(), opening: nil)
  }

  private func open(
    _ screen: some Presentable<Destination>,
    _ spec: (Destination) -> NavigationSpec<Destination>
  ) async throws(NavigationError) -> RoutedScreen<Destination> {
    let promise = ScreenPromise(screen)
    try await perform(spec(promise.destination), opening: promise)
    return promise.screen
  }
}
