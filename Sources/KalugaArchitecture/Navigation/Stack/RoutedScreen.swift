/// A screen that was requested from a router, and its state.
///
///     requested ──▶ open ──▶ left      (for good)
///         └──────────────────▲         (refused)
///
/// A screen is isolated to the main actor. It is the read side of a ``ScreenPromise``.
@MainActor
public final class RoutedScreen<Destination: NavigationDestination> {
  /// Closes an open screen.
  public typealias Close = @MainActor () throws(NavigationError) -> NavigationTicket<Never>

  /// The destination that identifies the screen.
  public let destination: Destination

  /// The state, which a screen of a module shares with the same screen of the app.
  package let state: RoutedScreenState

  fileprivate init(_ destination: Destination, _ state: RoutedScreenState) {
    self.destination = destination
    self.state = state
  }

  /// Whether the screen is on the stack, shown or covered.
  public var isOpen: Bool { state.isOpen }

  /// The reason why the screen has left the stack, or nil if it has not left.
  ///
  /// If the request was refused, the reason is ``NavigationCancellation/closed``, or
  /// ``NavigationCancellation/hostEnded`` without a host.
  public var cancellation: NavigationCancellation? { state.cancellation }

  /// Closes the screen, and all screens above it.
  ///
  /// - Returns: The ticket of the transition. If the screen has left already, the ticket is done.
  /// - Throws: An error if the screen is not open yet, or if it is the first screen of the base.
  ///   That screen stays until another one replaces it.
  @discardableResult
  public func close() throws(NavigationError) -> NavigationTicket<Never> { try state.close() }
}

extension RoutedScreen: nonisolated CustomReflectable {
  /// The destination, with private rows redacted.
  ///
  /// The view model is not included, because it may store private values.
  public nonisolated var customMirror: Mirror {
    Mirror(self, children: ["destination": ShownValue.of(destination)], displayStyle: .class)
  }
}

/// The write side of a ``RoutedScreen``, for routers.
///
/// A promise is isolated to the main actor. A router reports the fate of the screen: it either
/// calls ``refuse(_:)``, or ``didOpen(close:)`` and later ``didLeave(_:)``. Repeated reports do
/// nothing.
@MainActor
public struct ScreenPromise<Destination: NavigationDestination> {
  /// The read side, which the caller of the router receives.
  public let screen: RoutedScreen<Destination>

  /// Creates a promise for a screen, whose view model the router makes if it is nil.
  public init(_ destination: Destination, viewModel: BaseLifecycleViewModel? = nil) {
    screen = RoutedScreen(
      destination,
      RoutedScreenState(ErasedDestination(destination), viewModel)
    )
  }

  private init(_ screen: RoutedScreen<Destination>) {
    self.screen = screen
  }

  /// Turns the promise into one for a router of an app that embeds the module of the screen.
  package func embedded<App>(
    in embedding: NavigationEmbedding<Destination, App>
  ) -> ScreenPromise<App> {
    let destination = embedding.embed(destination)
    screen.state.destination = ErasedDestination(destination)
    return ScreenPromise<App>(RoutedScreen(destination, screen.state))
  }

  /// The destination that identifies the screen.
  public var destination: Destination { screen.destination }

  /// The view model of the screen, or nil to let the router make it, and after the request has ended.
  public var viewModel: BaseLifecycleViewModel? { screen.state.viewModel }

  /// Reports that the screen is on the stack.
  ///
  /// Call this before the request for the screen returns.
  ///
  /// - Parameter close: Closes the screen. It must not hold the router or the screen strongly.
  public func didOpen(close: @escaping RoutedScreen<Destination>.Close) {
    screen.state.didOpen(close: close)
  }

  /// Reports that the screen has left the stack, with the reason.
  ///
  /// Call this as soon as the screen has left, before the request that removed it returns. Report
  /// upper screens before lower ones.
  public func didLeave(_ reason: NavigationCancellation) { screen.state.didLeave(reason) }

  /// Reports that the request was refused, even if the caller no longer waits.
  public func refuse(_ error: NavigationError) { screen.state.refuse(error) }
}

extension NavigationDriver {
  /// Requests an operation, and reports the fate of the screen that it opens.
  package func request(
    _ spec: NavigationSpec<Destination>,
    opening screen: ScreenPromise<Destination>?
  ) throws(NavigationError) -> NavigationTicket<Never> {
    try request(spec.erased, opening: screen?.screen.state)
  }
}
