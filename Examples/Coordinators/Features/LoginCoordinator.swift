public import KalugaArchitecture

/// Finds out who the user is.
public final class LoginCoordinator: Coordinator<AppScreen, String> {
  /// Shows the login.
  public override func start() async throws(NavigationError) {
    let login = LoginViewModel()
    login.output.loggedIn.collect { [weak self] in self?.finish($0) }.addTo(scope)
    try await router.setRoot(login)
  }
}
