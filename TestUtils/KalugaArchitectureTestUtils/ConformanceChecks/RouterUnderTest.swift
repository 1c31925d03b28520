public import KalugaArchitecture
public import KalugaCoordinators

/// A new router for the checks of ``expectRouterConformance(opening:_:limit:file:line:of:)``.
@MainActor
public struct RouterUnderTest<Destination: NavigationDestination> {
  /// The router.
  public let router: any Router<Destination>

  /// An object that the router needs but does not retain, such as the driver of a stack.
  public let host: AnyObject?

  /// Creates a value that must be the only owner of the router and its host.
  public init(_ router: any Router<Destination>, host: AnyObject? = nil) {
    self.router = router
    self.host = host
  }
}
