public import KalugaArchitecture

/// Changes a navigation stack with operations that return after their transition.
///
///     let about = try await router.push(AppScreen.about)
///     try await router.pop()
///
/// A router is isolated to the main actor. ``StackRouter`` works on the back stack of a
/// ``/KalugaArchitecture/NavigationDriver`` and has no stack of its own. Coordinators know only
/// this protocol, so a host that does its own navigation can implement it.
@MainActor
public protocol Router<Destination>: AnyObject {
  /// The type that identifies the screens of the stack.
  associatedtype Destination: NavigationDestination

  /// Carries out an operation, and returns after its transition.
  ///
  /// An implementation carries out one request at a time, in order. A request that cannot be
  /// carried out throws and changes nothing.
  ///
  /// Cancelling the calling task ends its wait but not the request. The screen may still open, or
  /// its promise may still be refused.
  ///
  /// - Parameters:
  ///   - spec: The operation. A router may refuse operations that it does not support. If it draws
  ///     screens itself, it follows ``/KalugaArchitecture/NavigationSpec/isAnimated``.
  ///   - screen: The screen that the operation opens. Nil if the caller neither passes a view model
  ///     nor follows the end of the screen.
  /// - Throws: The reason why the operation did not take place.
  func perform(
    _ spec: NavigationSpec<Destination>,
    opening screen: ScreenPromise<Destination>?
  ) async throws(NavigationError)
}

extension Router {
  /// Opens a screen on top: `[A]` → `[A, B]`.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - animated: Whether the host animates the transition.
  /// - Returns: The screen. It has opened unless the wait was cancelled, and may have left again.
  /// - Throws: The reason why the screen did not open.
  @discardableResult
  public func push(
    _ screen: some Presentable<Destination>,
    animated: Bool = true
  ) async throws(NavigationError) -> RoutedScreen<Destination> {
    try await open(screen) { .push($0).animated(animated) }
  }

  /// Opens a new stack over the current one: `[A]` → `[A] ▸ [B]`.
  ///
  /// - Parameters:
  ///   - screen: The first screen of the new stack.
  ///   - style: How the stack is drawn, or nil if the host decides.
  ///   - covering: Whether the screen below stays visible, or nil if the style decides.
  ///   - animated: Whether the host animates the transition.
  /// - Returns: The screen. It has opened unless the wait was cancelled, and may have left again.
  /// - Throws: The reason why the screen did not open. It is ``/KalugaArchitecture/NavigationError/duplicate(screen:)``
  ///   if the presented stack already begins with this screen.
  @discardableResult
  public func present(
    _ screen: some Presentable<Destination>,
    style: PresentationStyle? = nil,
    covering: PresentationCovering? = nil,
    animated: Bool = true
  ) async throws(NavigationError) -> RoutedScreen<Destination> {
    try await open(screen) {
      .present($0, style: style, covering: covering).animated(animated)
    }
  }

  /// Shows only this screen, always as a new one: `[A, B] ▸ [C]` → `[D]`.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - animated: Whether the host animates the transition.
  /// - Returns: The screen. It has opened unless the wait was cancelled, and may have left again.
  /// - Throws: The reason why the screen did not open.
  @discardableResult
  public func setRoot(
    _ screen: some Presentable<Destination>,
    animated: Bool = false
  ) async throws(NavigationError) -> RoutedScreen<Destination> {
    try await open(screen) { .setRoot($0).animated(animated) }
  }

  /// Goes back one screen: `[A, B]` → `[A]`.
  public func pop(animated: Bool = true) async throws(NavigationError) {
    try await perform(.pop().animated(animated), opening: nil)
  }

  /// Closes the presented stack with all its screens: `[A] ▸ [B, C]` → `[A]`.
  public func dismiss(animated: Bool = true) async throws(NavigationError) {
    try await perform(.dismiss().animated(animated), opening: nil)
  }

  /// Goes back to the first screen of the shown stack: `[A, B, C]` → `[A]`.
  public func popToRoot(animated: Bool = true) async throws(NavigationError) {
    try await perform(.popToRoot().animated(animated), opening: nil)
  }

  private func open(
    _ screen: some Presentable<Destination>,
    _ spec: (Destination) -> NavigationSpec<Destination>
  ) async throws(NavigationError) -> RoutedScreen<Destination> {
    let promise = ScreenPromise(screen.destination, viewModel: screen.viewModel)
    try await perform(spec(promise.destination), opening: promise)
    return promise.screen
  }
}
