import KalugaArchitecture

/// Records what happens to the screens of a driver, which it holds weakly.
///
/// Each sheet has a stack of its own, unless the driver is nested itself.
@MainActor
final class ScreenLives<Destination: WalkedDestination> {
  final class Life {
    let place: Place
    weak var screen: Screen?
    fileprivate(set) var resumed = 0
    fileprivate(set) var paused = 0
    fileprivate(set) var cleared = 0
    fileprivate(set) var nested: ComparedDriver<Destination>?

    fileprivate init(_ place: Place) { self.place = place }

    var isPaused: Bool { resumed == paused }
  }

  /// A screen with a navigator of its own, which the driver knows as that of this screen.
  final class Screen: NavigatingViewModel<StackAction> {
    /// Whether its back handler keeps the user on it.
    var intercepts = false
    /// The results that its closure has received.
    private(set) var received: [String] = []
    /// Makes requests on the driver around that of this screen, or nil if there is none.
    let outer: (any Navigator<StackAction>)?
    private let life: Life
    private let numbers = NavigationResultKey<Int>("numbers")
    private let replies = NavigationResultKey<Reply>("replies")

    fileprivate init(
      _ life: Life,
      _ driver: NavigationDriver<Destination>,
      inside outer: NavigationDriver<Destination>?
    ) {
      self.life = life
      self.outer = outer.map { Destination.makeNavigator($0) }
      super.init(navigator: Destination.makeNavigator(driver))
      onResult(numbers) { [weak self] in self?.received.append("\($0)") }
      onResult(replies) { [weak self] in self?.received.append("\($0)") }
      driver.onBack(on: self) { [weak self] in self?.intercepts == true ? .intercept : .proceed }
        .addTo(scope)
      life.screen = self
    }

    /// Performs an operation whose result the closure of this screen receives.
    func askForNumber(
      _ spec: NavigationSpec<Place>
    ) throws(NavigationError) -> NavigationTicket<Int> {
      try navigate(NavigationRequest(StackAction(spec: spec)), resultTo: numbers)
    }

    /// Performs an operation whose answer the closure of this screen receives.
    func askForReply(
      _ spec: NavigationSpec<Place>
    ) throws(NavigationError) -> NavigationTicket<Reply> {
      try navigate(NavigationRequest(StackAction(spec: spec)), resultTo: replies)
    }

    override func onResume(scope: TaskScope) { life.resumed += 1 }
    override func onPause() { life.paused += 1 }
    override func onCleared() { life.cleared += 1 }
  }

  private(set) var all: [Life] = []
  private weak let outer: NavigationDriver<Destination>?
  private let hiddenTabs: NavigationConfiguration.HiddenTabs

  /// - Parameters:
  ///   - hiddenTabs: When the stack of a sheet makes the screens of hidden tabs.
  ///   - outer: The driver around that of these screens, or nil if there is none.
  init(
    _ hiddenTabs: NavigationConfiguration.HiddenTabs = .eagerly,
    inside outer: NavigationDriver<Destination>? = nil
  ) {
    self.hiddenTabs = hiddenTabs
    self.outer = outer
  }

  func makeScreen(
    _ destination: Destination,
    _ driver: NavigationDriver<Destination>
  ) -> BaseLifecycleViewModel {
    let place = destination.place
    let life = Life(place)
    all.append(life)
    let screen = Screen(life, driver, inside: outer)
    if place == .sheet, outer == nil {
      let nested = ComparedDriver<Destination>([.home], hiddenTabs, inside: driver)
      life.nested = nested
      screen.addChild(nested.driver)
    }
    return screen
  }

  /// Returns whether exactly the top screen is resumed, or no screen if the host is not active.
  ///
  /// Checks nested stacks in the same way, and that they have ended if their screen was cleared.
  func areRight(_ driver: NavigationDriver<Destination>) -> Bool {
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

  /// The stacks inside screens that are open.
  var nested: [ComparedDriver<Destination>] { all.filter { $0.cleared == 0 }.compactMap(\.nested) }

  /// The stack inside a screen.
  func nested(in screen: BaseLifecycleViewModel?) -> ComparedDriver<Destination>? {
    all.last { $0.screen === screen }?.nested
  }
}

extension Navigator<StackAction> {
  func ask<Result>(
    _ spec: NavigationSpec<Place>,
    for type: Result.Type
  ) throws(NavigationError) -> NavigationTicket<Result> {
    try navigate(NavigationRequest(StackAction(spec: spec)))
  }
}
