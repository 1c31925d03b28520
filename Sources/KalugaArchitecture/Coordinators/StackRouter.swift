/// The router of a navigation driver: a face of its back stack.
///
///     let router = StackRouter(driver)
///     try await router.push(LoginViewModel(service: service))
///
/// Guards are asked, transitions print, and navigators of the same driver may be used beside it. Its
/// screens learn from the driver that they have left, so it does not matter what removed them. The driver
/// is held weakly: without it requests are refused.
@MainActor
public final class StackRouter<Destination: NavigationDestination>: Router {
  private weak var driver: NavigationDriver<Destination>?

  /// Creates a router.
  public init(_ driver: NavigationDriver<Destination>) {
    self.driver = driver
  }

  /// Carries out an operation on the stack of the driver, and returns after its transition.
  public func perform(
    _ spec: NavigationSpec<Destination>,
    opening screen: ScreenPromise<Destination>? = nil
  ) async throws(NavigationError) {
    try screen?.begin()
    let promise = NavigationPromise<Never>()
    do throws(NavigationError) {
      guard let driver else { throw .noHost(action: spec.kind) }
      try driver.submit(
        spec,
        action: spec.kind,
        rows: spec.opened.map { Rows.of($0) } ?? [],
        promise,
        screen: screen
      )
    } catch {
      screen?.refuse(error)
      throw error
    }
    if case .refused(let error) = await promise.ticket.transitionOutcome { throw error }
  }
}
