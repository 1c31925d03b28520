import KalugaArchitecture

/// Records what happens to the screens of a driver, which it holds weakly.
@MainActor
final class ScreenLives {
  final class Life {
    let place: Place
    weak var screen: BaseLifecycleViewModel?
    fileprivate(set) var resumed = 0
    fileprivate(set) var paused = 0
    fileprivate(set) var cleared = 0

    fileprivate init(_ place: Place) { self.place = place }

    var isPaused: Bool { resumed == paused }
  }

  final class Screen: NavigatingViewModel<StackAction> {
    private let life: Life
    private let numbers = NavigationResultKey<Int>("numbers")

    fileprivate init(
      _ life: Life,
      _ driver: NavigationDriver<Place>,
      _ receive: @escaping @MainActor () -> Void
    ) {
      self.life = life
      super.init(navigator: StackNavigator(driver) { $0.spec })
      onResult(numbers) { _ in receive() }
      life.screen = self
    }

    /// Performs an operation whose result this screen gets.
    func ask(_ spec: NavigationSpec<Place>) throws(NavigationError) -> NavigationTicket<Int> {
      try navigate(NavigationRequest(StackAction(spec: spec)), resultTo: numbers)
    }

    override func onResume(scope: TaskScope) { life.resumed += 1 }
    override func onPause() { life.paused += 1 }
    override func onCleared() { life.cleared += 1 }
  }

  private(set) var all: [Life] = []

  /// How many results have reached screens.
  private(set) var received = 0

  func makeScreen(_ place: Place, _ driver: NavigationDriver<Place>) -> BaseLifecycleViewModel {
    all.append(Life(place))
    return Screen(all[all.count - 1], driver) { [weak self] in self?.received += 1 }
  }

  /// Returns whether the top screen is the only resumed one.
  func isOnlyTopResumed(of driver: NavigationDriver<Place>) -> Bool {
    let resumed = all.filter { $0.screen?.stage.current == .resumed }
    return resumed.count == 1 && resumed[0].screen === driver.topScreen
  }
}
