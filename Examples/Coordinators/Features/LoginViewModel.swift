public import KalugaArchitecture
public import KalugaCoordinators

/// Asks for the user's name.
public final class LoginViewModel: BaseLifecycleViewModel, InputOutputViewModel {
  /// What the user does.
  @MainActor public struct Input {
    /// The name as typed so far.
    public let name = InitializedSubject(wrappedValue: "")

    /// Taps on Log in.
    public let loginTaps = EventChannel<Void>()
  }

  /// What the login shows and reports.
  @MainActor public struct Output {
    /// Whether Log in can be tapped.
    public let isLoginEnabled: InitializedObservable<Bool>

    /// The name of each user who logs in.
    public let loggedIn = EventChannel<String>()
  }

  /// What the user does.
  public let input = Input()

  /// What the login shows and reports.
  public let output: Output

  /// Creates the login.
  public init() {
    output = Output(isLoginEnabled: input.name.map { !$0.isEmpty })
    super.init()
    input.loginTaps.collect { [weak self] _ in self?.logIn() }.addTo(scope)
  }

  private func logIn() {
    if output.isLoginEnabled.current { output.loggedIn.send(input.name.current) }
  }
}

extension LoginViewModel: Presentable {
  /// The login as a screen.
  public var destination: AppScreen { .login }
}
