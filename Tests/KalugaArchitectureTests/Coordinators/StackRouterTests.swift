import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// What holds for the router of a driver only; the conformance suite checks what holds for every router.
@MainActor
@Suite(.timeLimit(.minutes(1)))
struct StackRouterTests {
  private let stage: Stage
  private let router: StackRouter<Place>

  init() throws {
    stage = try Stage()
    router = StackRouter(stage.driver)
  }

  // MARK: Operations

  @Test func `each call is an operation on the stack of the driver`() async throws {
    var kinds: [String] = []
    let token = stage.driver.onTransition { kinds.append($0.kind) }
    try await router.push(Place.a)
    #expect(stage.stack == "[home, a]")
    try await router.present(Place.sheet)
    try await router.push(Place.b)
    #expect(stage.stack == "[home, a] ▸ [sheet, b]")
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

  @Test func `an impossible request throws the error of the stack`() async throws {
    await #expect(throws: NavigationError.nothingToGoBackTo(screen: "home")) {
      try await router.pop()
    }
    await #expect(throws: NavigationError.nothingPresented(screen: "home")) {
      try await router.dismiss()
    }
    try await router.present(Place.sheet)
    await #expect(throws: NavigationError.duplicate(screen: "sheet")) {
      try await router.present(Place.sheet)
    }
  }

  @Test func `a router does not keep its driver, and refuses requests without it`() async throws {
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
    await #expect(throws: NavigationError.noHost(action: "push")) {
      try await router.push(Place.a)
    }
  }

  // MARK: View models

  @Test func `a view model is shown itself, and for a destination one is made`() async throws {
    let page = PlaceViewModel(.a)
    try await router.push(page)
    #expect(stage.driver.topScreen === page)
    #expect(page.stage.current == .resumed)
    try await router.push(Place.b)
    #expect(stage.driver.topScreen === stage.screen(.b))
  }

  @Test func `a view model has one place on the stack`() async throws {
    let page = PlaceViewModel(.a)
    try await router.push(page)
    await #expect(throws: NavigationError.self) { try await router.present(page) }
    #expect(stage.stack == "[home, a]")
  }

  @Test func `a screen that was refused for good releases its view model`() async {
    await expectReleased {
      let page = PlaceViewModel(.a)
      let screen = RoutedScreen(page)
      screen.didLeave(.closed)
      #expect(screen.viewModel == nil)
      return page
    }
  }

  // MARK: Screens

  @Test func `a screen knows whether it is open, and closes with what is over it`() async throws {
    let screen = RoutedScreen(PlaceViewModel(.a))
    #expect(!screen.isOpen)
    #expect(screen.viewModel != nil)
    #expect(
      throws: NavigationError.refused(
        action: "close",
        reason: "'a' is not open yet; wait for the request that opens it"
      )
    ) {
      try screen.close()
    }
    try await router.push(screen)
    #expect(screen.isOpen)
    #expect(screen.viewModel == nil)
    try await router.push(Place.b)
    for _ in 1...2 {
      #expect(try await screen.close().outcome == .done)
      #expect(stage.stack == "[home]")
      #expect(screen.cancellation == .closed)
    }
  }

  @Test func `a screen opens once, also if it is requested twice at the same time`() async throws {
    let asking = SlowGuard(stage.driver)
    let screen = RoutedScreen(Place.a)
    let refusal = NavigationError.refused(
      action: "a",
      reason: "this screen was opened before; make a new one"
    )
    let first = Task { @MainActor in try await router.push(screen) }
    await asking.holdsRequest()
    let second = Task { @MainActor in try await router.push(screen) }
    await mainActorQueueDrained()
    asking.open()
    try await first.value
    await #expect(throws: refusal) { try await second.value }
    #expect(screen.isOpen)
    await #expect(throws: refusal) { try await router.push(screen) }
    #expect(stage.stack == "[home, a]")
    try await router.pop()
    await #expect(throws: refusal) { try await router.push(screen) }
    #expect(stage.stack == "[home]")
  }

  @Test func `a screen learns that it has left if a guard redirects its request`() async throws {
    let token = stage.driver.addGuard { spec, _ in
      if case .push(.a) = spec { .redirect(.popToRoot) } else { .proceed }
    }
    let screen = RoutedScreen(Place.a)
    try await router.push(screen)
    #expect(screen.cancellation == .closed)
    token.dispose()
  }
}
