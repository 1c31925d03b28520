import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import Testing

/// The router of a driver, and the screens that it opens.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StackRouterTests {
  /// A request for a screen, with a view model or without.
  private struct Page: Presentable {
    let destination: Place
    var viewModel: BaseLifecycleViewModel?
  }

  private let stage = Stage(BackStack(root: .home))
  private var router: StackRouter<Place> { StackRouter(stage.driver) }

  // MARK: Operations

  @Test func `each call is an operation on the stack of the driver`() async throws {
    var kinds: [String] = []
    let token = stage.driver.onTransition { kinds.append($0.kind) }
    try await router.push(Place.a)
    #expect(stage.stack == "[home, a]")
    try await router.present(Place.sheet, style: .popover)
    try await router.push(Place.b)
    #expect(stage.stack == "[home, a] ▸ popover [sheet, b]")
    try await router.pop()
    try await router.dismiss()
    #expect(stage.stack == "[home, a]")
    try await router.push(Place.c)
    try await router.popToRoot()
    #expect(stage.stack == "[home]")
    try await router.setRoot(Place.c)
    #expect(stage.stack == "[c]")
    #expect(
      kinds == ["push", "present", "push", "pop", "dismiss", "push", "popToRoot", "setRoot"]
    )
    token.dispose()
  }

  @Test func `each call is animated as its caller says`() async throws {
    var animations: [Bool] = []
    let token = stage.driver.onTransition { animations.append($0.isAnimated) }
    try await router.push(Place.a)
    try await router.push(Place.b, animated: false)
    try await router.pop(animated: false)
    try await router.present(Place.sheet, animated: false)
    try await router.dismiss(animated: false)
    try await router.popToRoot(animated: false)
    try await router.setRoot(Place.c)
    try await router.setRoot(Place.a, animated: true)
    #expect(animations == [true, false, false, false, false, false, false, true])
    animations = []
    try await router.present(Place.sheet)
    try await router.dismiss()
    try await router.push(Place.b)
    try await router.pop()
    try await router.push(Place.b)
    try await router.popToRoot()
    #expect(animations == Array(repeating: true, count: 6))
    token.dispose()
  }

  @Test func `a router opens a screen in a tab that is not shown, or in front`() async throws {
    try await router.perform(.tabs([.home, .a]), opening: nil)
    for spec: NavigationSpec<Place> in [
      .pushInTab(.b, of: .a), .openInTab([.a, .b, .c], of: .a), .bringToFront(.sheet),
    ] {
      let opened: Place =
        switch spec.kind {
        case "pushInTab": .b
        case "openInTab": .c
        default: .sheet
        }
      let viewModel = BaseLifecycleViewModel()
      try await router.perform(spec, opening: ScreenPromise(opened, viewModel: viewModel))
      let entry = stage.driver.stack.current.entries.last { $0.destination == opened }
      #expect(entry.flatMap { stage.driver.viewModel(of: $0.id) } === viewModel)
    }
    #expect(stage.stack == "{[home] | *[a, b, c, sheet]}")
    // What is open already has the view model of another request.
    await #expect(throws: NavigationError.duplicate(screen: "sheet")) {
      try await router.perform(.bringToFront(.sheet), opening: ScreenPromise(.sheet))
    }
  }

  @Test func `a view model that comes with its request belongs to the driver, in lazy tabs too`()
    async throws
  {
    let driver = NavigationDriver(
      tabs: [Place.home, .a],
      configuration: NavigationConfiguration(hiddenTabs: .lazily)
    ) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    let router = StackRouter(driver)
    let screens = [BaseLifecycleViewModel(), BaseLifecycleViewModel()]
    let inner = NavigationDriver(root: Place.c) { _, _ in BaseLifecycleViewModel() }
    screens[0].addChild(inner)
    try await router.perform(.push(.b), opening: ScreenPromise(.b, viewModel: screens[0]))
    #expect(inner.stack.current.description == "[c]" && inner.canGoBack.current == false)
    #expect(inner.topViewModel?.stage.current == .resumed)
    try await router.perform(
      .pushInTab(.sheet, of: .a),
      opening: ScreenPromise(.sheet, viewModel: screens[1])
    )
    try driver.perform(.selectTab(1))
    #expect(driver.topViewModel === screens[1])
    #expect(screens[1].stage.current == .resumed && screens[0].stage.current == .paused)
    // The driver knows both as its own: the first one can be changed by its view model.
    try driver.update(screens[1], to: .c)
    driver.end()
    #expect(screens.allSatisfy { $0.stage.current == .cleared })
  }

  @Test func `a routed detail ends when the list shows another, and not when the list moves`()
    async throws
  {
    stage.driver.isWide = true
    try await router.push(Place.a)
    let detail = ScreenPromise(Place.b, viewModel: BaseLifecycleViewModel())
    try await router.perform(.showDetail(.b), opening: detail)
    await #expect(throws: NavigationError.duplicate(screen: "b")) {
      try await router.perform(.showDetail(.b), opening: ScreenPromise(.b))
    }
    try stage.driver.back()
    #expect(stage.stack == "[home ‖ b]")
    stage.driver.isWide = false
    stage.driver.isWide = true
    #expect(detail.screen.isOpen)
    let other = ScreenPromise(Place.c)
    try await router.perform(.showDetail(.c), opening: other)
    #expect(detail.screen.cancellation == .closed)
    #expect(detail.viewModel == nil)
    try other.screen.close()
    #expect(stage.stack == "[home]")
  }

  @Test func `an impossible request throws the error of the stack`() async throws {
    await #expect(throws: NavigationError.nothingToGoBackTo(screen: "home")) {
      try await router.pop()
    }
    try await router.present(Place.sheet)
    await #expect(throws: NavigationError.duplicate(screen: "sheet")) {
      try await router.present(Place.sheet)
    }
    // Also if an earlier step changes something.
    let home = stage.driver.stack.current.entries[0].id
    await #expect(throws: NavigationError.duplicate(screen: "sheet")) {
      try await router.perform(
        .steps([.update(home, to: .a), .present(.sheet)]),
        opening: ScreenPromise(.sheet)
      )
    }
  }

  @Test func `a router does not retain its driver, and refuses requests without it`() async throws {
    let router: StackRouter<Place>
    weak let driver: NavigationDriver<Place>?
    let screen: RoutedScreen<Place>
    do {
      let stage = try Stage()
      driver = stage.driver
      router = StackRouter(stage.driver)
      screen = try await router.push(Place.a)
    }
    #expect(driver == nil)
    await until(screen.cancellation == .hostEnded)
    let refused = ScreenPromise(Place.a, viewModel: BaseLifecycleViewModel())
    await #expect(throws: NavigationError.noHost(action: "push")) {
      try await router.perform(.push(.a), opening: refused)
    }
    #expect(refused.screen.cancellation == .hostEnded)
    #expect(refused.viewModel == nil)
  }

  // MARK: View models

  @Test func `a view model of a request is shown, and cleared when it leaves`() async throws {
    let model = JournalScreen("mine", stage.journal)
    let opened = try await router.push(Page(destination: .a, viewModel: model))
    #expect(stage.driver.topViewModel === model)
    #expect(opened.isOpen)
    try stage.perform(.pop())
    #expect(stage.happened() == "pause home, resume mine, pause mine, clear mine, resume home")
    #expect(opened.cancellation == .back)
  }

  @Test func `a view model that is shown or cleared is refused, and nothing changes`() async throws
  {
    let model = JournalScreen("mine", stage.journal)
    try await router.push(Page(destination: .a, viewModel: model))
    for state in ["is already on the stack", "has been cleared"] {
      let stack = stage.stack
      stage.journal.entries = []
      await #expect(
        throws: NavigationError.refused(
          action: "b",
          reason: "its view model \(state); make a new one"
        )
      ) {
        try await router.push(Page(destination: .b, viewModel: model))
      }
      #expect(stage.stack == stack)
      #expect(stage.happened() == "")
      _ = try? stage.perform(.pop())
    }
  }

  @Test func `a redirect leaves the view model out and follows the other screen`() async throws {
    stage.decide(aboutPushOf: .a, .redirect(.push(.b)))
    let model = JournalScreen("mine", stage.journal)
    let opened = try await router.push(Page(destination: .a, viewModel: model))
    #expect(stage.stack == "[home, b]")
    #expect(model.stage.current == .created)
    #expect(opened.isOpen)
    try await stage.perform(.pop()).waitForTransition()
    #expect(opened.cancellation == .back)
  }

  // MARK: Screens

  @Test func `a screen knows whether it is open, and closes with those above it`() async throws {
    let promise = ScreenPromise(Place.a, viewModel: PlaceViewModel(.a))
    let screen = promise.screen
    #expect(!screen.isOpen)
    #expect(promise.viewModel != nil)
    #expect(
      throws: NavigationError.refused(
        action: "close",
        reason: "'a' is not open yet; wait for the request that opens it"
      )
    ) {
      try screen.close()
    }
    try await router.perform(.push(.a), opening: promise)
    #expect(screen.isOpen)
    #expect(promise.viewModel == nil)
    try await router.push(Place.b)
    for _ in 1...2 {
      #expect(try await screen.close().outcome == .done)
      #expect(stage.stack == "[home]")
      #expect(screen.cancellation == .closed)
    }
  }

  @Test func `a screen opens once, also if it is requested twice at the same time`() async throws {
    let asking = SlowGuard(stage.driver)
    let promise = ScreenPromise(Place.a)
    let refusal = NavigationError.refused(
      action: "a",
      reason: "this screen was requested before; make a new one"
    )
    let first = Task { @MainActor in try await router.perform(.push(.a), opening: promise) }
    await asking.holdsRequest()
    let second = Task { @MainActor in try await router.perform(.push(.a), opening: promise) }
    await mainActorQueueDrained()
    asking.open()
    try await first.value
    await #expect(throws: refusal) { try await second.value }
    #expect(promise.screen.isOpen)
    await #expect(throws: refusal) { try await router.perform(.push(.a), opening: promise) }
    #expect(stage.stack == "[home, a]")
    try await router.pop()
    await #expect(throws: refusal) { try await router.perform(.push(.a), opening: promise) }
    #expect(stage.stack == "[home]")
  }

  private nonisolated static let departures:
    [(NavigationSpec<Place>, Bool, NavigationCancellation)] = [
      (.popTo(.a), false, .back), (.popToRoot(), true, .back), (.setRoot(.home), true, .closed),
    ]

  @Test(arguments: departures)
  func `a screen learns once why it left, whichever operation removes it`(
    _ spec: NavigationSpec<Place>,
    _ takesBoth: Bool,
    _ reason: NavigationCancellation
  ) async throws {
    let lower = try await router.push(Place.a)
    let upper = try await router.push(Place.b)
    try stage.perform(spec)
    #expect(upper.cancellation == reason)
    #expect(lower.cancellation == (takesBoth ? reason : nil))
    stage.driver.end()
    #expect(upper.cancellation == reason)
    #expect(lower.cancellation == (takesBoth ? reason : .hostEnded))
  }

  @Test func `a screen learns that it has left if a guard redirects its request`() async throws {
    stage.decide(aboutPushOf: .a, .redirect(.popToRoot()))
    let screen = try await router.push(Place.a)
    #expect(screen.cancellation == .closed)
  }

  @Test(arguments: [true, false])
  func `a view model in a tab that was never selected waits there, and leaves with it`(
    isSelected: Bool
  ) async throws {
    let stage = Stage(
      try BackStack("{*[home] | [a]}"),
      NavigationConfiguration(hiddenTabs: .lazily)
    )
    let promise = ScreenPromise(Place.b, viewModel: JournalScreen("mine", stage.journal))
    let router = StackRouter(stage.driver)
    try await router.perform(.pushInTab(.b, of: .a), opening: promise)
    try stage.perform(.pushInTab(.c, of: .a))
    #expect(promise.screen.isOpen)
    #expect(stage.happened() == "")
    if isSelected {
      try stage.perform(.steps([.selectTabOf(.a), .pop()]))
      #expect(stage.happened() == "pause home, make a, resume mine")
    }
    try stage.perform(.tabs([.home, .c]))
    #expect(promise.screen.cancellation == .closed)
    let expected = isSelected ? "pause mine, clear mine, clear a, resume home" : "clear mine"
    #expect(stage.happened() == expected)
    stage.driver.end()
  }
}
