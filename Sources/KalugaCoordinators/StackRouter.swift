public import KalugaArchitecture

/// A router that works on the back stack of a navigation driver.
///
///     let router = StackRouter(driver)
///     try await router.push(LoginViewModel(service: service))
///
/// Its requests pass the guards of the driver, and its transitions reach `onTransition` of the
/// driver, such as the one that prints them. Navigators of the same driver can be used at the same
/// time. Because the driver reports when a screen leaves, it does not matter what removed the
/// screen.
///
/// The router holds the driver weakly, and refuses requests after the driver was released.
@MainActor
public final class StackRouter<Destination: NavigationDestination>: Router {
  private weak var driver: NavigationDriver<Destination>?

  /// Creates a router for the back stack of a driver.
  public init(_ driver: NavigationDriver<Destination>) {
    self.driver = driver
  }

  /// Carries out an operation on the driver's back stack, and returns after its transition.
  public func perform(
    _ spec: NavigationSpec<Destination>,
    opening screen: ScreenPromise<Destination>? = nil
  ) async throws(NavigationError) {
    guard let driver else {
      let error = NavigationError.noHost(action: spec.kind)
      screen?.refuse(error)
      throw error
    }
    let ticket = try driver.request(spec, opening: screen)
    if case .refused(let error) = await ticket.transitionOutcome { throw error }
  }
}
