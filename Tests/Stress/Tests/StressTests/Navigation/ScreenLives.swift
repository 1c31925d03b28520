import KalugaArchitecture

/// Records what happens to the screens of a driver, which it holds weakly.
///
/// Each sheet has a stack of its own, unless the driver is nested itself.
@MainActor
final class ScreenLives<Destination: WalkedDestination> {
  final class Life {
    let place: Place
    weak var screen: Screen?
    fileprivate(set) var cleared = 0
    fileprivate(set) var nested: ComparedDriver<Destination>?
    /// What the hooks have said.
    private(set) var shown = Shown.no
    /// Whether each hook came after the one that it belongs to, with a scope that was right.
    private(set) var isInOrder = true
    private var visibleScope: TaskScope?
    private var resumedScope: TaskScope?

    enum Shown { case no, visible, resumed }

    fileprivate init(_ place: Place) { self.place = place }

    fileprivate func didBecomeVisible(_ scope: TaskScope) {
      if shown != .no || !scope.isActive || scope === visibleScope { isInOrder = false }
      (shown, visibleScope) = (.visible, scope)
    }

    fileprivate func didResume(_ scope: TaskScope) {
      if shown != .visible || !scope.isActive || scope === resumedScope { isInOrder = false }
      (shown, resumedScope) = (.resumed, scope)
    }

    fileprivate func didPause() {
      if shown != .resumed || resumedScope?.isActive != true { isInOrder = false }
      shown = .visible
    }

    fileprivate func didHide() {
      if shown != .visible || visibleScope?.isActive != true { isInOrder = false }
      shown = .no
    }

    /// Whether the hooks were called in pairs, and the scopes are those of what they have said.
    var isRight: Bool {
      isInOrder && (visibleScope?.isActive ?? false) == (shown != .no)
        && (resumedScope?.isActive ?? false) == (shown == .resumed)
    }

    /// Whether the hooks have hidden the screen, and no scope of a stage is left.
    var isHidden: Bool { isRight && shown == .no }
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

    override func onVisible(scope: TaskScope) { life.didBecomeVisible(scope) }
    override func onResume(scope: TaskScope) { life.didResume(scope) }
    override func onPause() { life.didPause() }
    override func onHidden() { life.didHide() }
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

  /// Returns whether each screen of a driver has its stage, as in ``areRight(_:_:)``.
  func areRight(_ driver: NavigationDriver<Destination>) -> Bool {
    areRight(driver, NavigationModel(showing: driver.stack.current))
  }

  /// Returns whether each screen has the stage that the model says, and its hooks have said the same.
  ///
  /// The stack inside a screen has the screen as its host, and has ended if that was cleared.
  func areRight(_ driver: NavigationDriver<Destination>, _ model: NavigationModel) -> Bool {
    for (id, expected) in model.stages(in: driver.hostState) {
      let found = driver.viewModel(of: id)?.stage.current ?? .created
      guard found == expected || found == .created && expected == .paused else { return false }
    }
    return all.allSatisfy { life in
      guard life.isRight, life.shown == Life.Shown(life.screen?.stage.current) else { return false }
      guard let nested = life.nested else { return true }
      if life.cleared > 0 { return nested.lives.all.allSatisfy { $0.cleared == 1 && $0.isHidden } }
      return nested.driver.hostState == life.shown.asHost && nested.lives.areRight(nested.driver)
    }
  }

  /// The stacks inside screens that are open.
  var nested: [ComparedDriver<Destination>] { all.filter { $0.cleared == 0 }.compactMap(\.nested) }

  /// The stack inside a screen.
  func nested(in screen: BaseLifecycleViewModel?) -> ComparedDriver<Destination>? {
    all.last { $0.screen === screen }?.nested
  }
}

extension ScreenLives.Life.Shown {
  /// What the hooks must have said at a stage.
  fileprivate init(_ stage: LifecycleStage?) {
    self =
      switch stage {
      case .visible: .visible
      case .resumed: .resumed
      case nil, .created, .paused, .cleared: .no
      }
  }

  /// The state of the host of a stack inside the screen.
  fileprivate var asHost: HostState {
    switch self {
    case .no: .background
    case .visible: .inactive
    case .resumed: .active
    }
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
