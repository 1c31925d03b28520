import KalugaArchitecture

/// Records what happens to the screens of a driver, which it holds weakly.
///
/// Each sheet has a stack of its own.
@MainActor
final class ScreenLives {
  /// The stack inside a screen, and what should happen to it.
  @MainActor
  final class Nested {
    let lives = ScreenLives()
    var model = NavigationModel([.home])
    private(set) lazy var driver = NavigationDriver(root: .home) { [lives] place, driver in
      lives.makeScreen(place, driver, isNested: true)
    }

    /// Performs an operation, and returns whether its effect matches the model.
    func perform(_ spec: NavigationSpec<Place>) -> Bool {
      let isPossible = model.apply(spec, ids: driver.stack.current.ids)
      let ticket = try? driver.perform(spec, action: "nested", for: Int.self)
      return (ticket != nil) == isPossible && model.looks(like: driver.stack.current)
    }
  }

  final class Life {
    let place: Place
    weak var screen: BaseLifecycleViewModel?
    fileprivate(set) var resumed = 0
    fileprivate(set) var paused = 0
    fileprivate(set) var cleared = 0
    fileprivate(set) var nested: Nested?

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

    /// Performs an operation whose result this screen receives.
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

  func makeScreen(
    _ place: Place,
    _ driver: NavigationDriver<Place>,
    isNested: Bool
  ) -> BaseLifecycleViewModel {
    let life = Life(place)
    all.append(life)
    let screen = Screen(life, driver) { [weak self] in self?.received += 1 }
    if place == .sheet, !isNested {
      let nested = Nested()
      life.nested = nested
      screen.addChild(nested.driver)
    }
    return screen
  }

  func makeScreen(_ place: Place, _ driver: NavigationDriver<Place>) -> BaseLifecycleViewModel {
    makeScreen(place, driver, isNested: false)
  }

  /// Returns whether exactly the top screen is resumed, or no screen if the host is not active.
  ///
  /// Checks nested stacks in the same way, and that they have ended if their screen was cleared.
  func areRight(_ driver: NavigationDriver<Place>) -> Bool {
    let resumed = all.filter { $0.screen?.stage.current == .resumed }
    let top = driver.hostState == .active ? driver.topScreen : nil
    let isRight = top == nil ? resumed.isEmpty : resumed.count == 1 && resumed[0].screen === top
    guard isRight else { return false }
    return all.allSatisfy { life in
      guard let nested = life.nested else { return true }
      if life.cleared > 0 { return nested.lives.all.allSatisfy { $0.cleared == 1 && $0.isPaused } }
      let isShown = nested.driver.hostState == .active
      return isShown == (life.screen === top) && nested.lives.areRight(nested.driver)
    }
  }

  /// The stack inside a screen.
  func nested(in screen: BaseLifecycleViewModel?) -> Nested? {
    all.last { $0.screen === screen }?.nested
  }

  /// Whether a screen with a stack of its own is open.
  var hasNested: Bool { all.contains { $0.nested != nil && $0.cleared == 0 } }
}
