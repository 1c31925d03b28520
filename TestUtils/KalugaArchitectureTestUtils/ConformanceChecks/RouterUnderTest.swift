public import KalugaArchitecture

/// A fresh router for the checks of ``expectRouterConformance(opening:limit:fileID:filePath:line:column:of:)``.
@MainActor
public struct RouterUnderTest<Destination: Codable & Hashable & Sendable> {
  /// The router.
  public let router: any Router<Destination>

  /// Ends the host of the router; keeps what the router needs and does not hold, as a driver.
  public let endHost: @MainActor () -> Void

  /// Creates a router that nothing else holds, which has started.
  public init(_ router: any Router<Destination>, endHost: @escaping @MainActor () -> Void) {
    self.router = router
    self.endHost = endHost
  }
}
