public import KalugaArchitecture
public import KalugaCoordinators

/// Asks the user to log in, and returns the name.
public final class LoginCoordinator: Coordinator<AppScreen, String> {
  /// Shows the login.
  public override func start() async throws(NavigationError) {
    let login = LoginViewModel()
    login.output.loggedIn.collect { [weak self] in self?.finish($0) }.addTo(scope)
    try await router.setRoot(login)
  }
}
