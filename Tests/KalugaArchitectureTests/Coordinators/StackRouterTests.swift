import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The router is a face of the stack of a driver; what every router must do the conformance suite checks.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct StackRouterTests {
  /// A view model that tells which screen it is.
  private final class Page: BaseLifecycleViewModel, Presentable {
    let destination: Place

    init(_ destination: Place) {
      self.destination = destination
    }
  }

  @Test func `each call is an operation on the stack of the driver`() async throws {
    let stage = try Stage()
    let router = StackRouter(stage.driver)
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

  @Test func `a presentable view model is shown itself`() async throws {
    let stage = try Stage()
    let page = Page(.a)
    try await StackRouter(stage.driver).push(page)
    #expect(stage.driver.topScreen === page)
    #expect(page.stage.current == .resumed)
  }

  @Test func `a destination lets the driver make the view model`() async throws {
    let stage = try Stage()
    try await StackRouter(stage.driver).push(Place.a)
    #expect(stage.driver.topScreen === stage.screen(.a))
  }

  @Test func `a screen knows how it fares, and closes what is over it`() async throws {
    let stage = try Stage()
    let router = StackRouter(stage.driver)
    let screen = RoutedScreen(Page(.a))
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
    #expect(try await screen.close().outcome == .done)
    #expect(stage.stack == "[home]")
    #expect(screen.cancellation == .closed)
    #expect(try await screen.close().outcome == .done)
    #expect(stage.stack == "[home]")
  }

  @Test func `a screen is opened once`() async throws {
    let stage = try Stage()
    let router = StackRouter(stage.driver)
    let screen = try await router.push(Place.a)
    let again = NavigationError.refused(
      action: "a",
      reason: "this screen was opened before; make a new one"
    )
    await #expect(throws: again) { try await router.push(screen) }
    try await router.pop()
    await #expect(throws: again) { try await router.push(screen) }
    #expect(stage.stack == "[home]")
  }

  @Test func `a screen that is asked for twice at the same time is opened once`() async throws {
    let stage = try Stage()
    let router = StackRouter(stage.driver)
    let screen = RoutedScreen(Place.a)
    let asked = Latch()
    let go = Latch()
    let token = stage.driver.addGuard { _, _ in
      asked.open()
      await go.passed()
      return .proceed
    }
    let first = Task { @MainActor in try await router.push(screen) }
    await asked.passed()
    let second = Task { @MainActor in
      go.open()
      try await router.push(screen)
    }
    try await first.value
    let reason = "this screen was opened before; make a new one"
    await #expect(throws: NavigationError.refused(action: "a", reason: reason)) {
      try await second.value
    }
    #expect(stage.stack == "[home, a]")
    token.dispose()
  }

  @Test func `a view model has one place on the stack`() async throws {
    let stage = try Stage()
    let router = StackRouter(stage.driver)
    let page = Page(.a)
    try await router.push(page)
    await #expect(throws: NavigationError.self) { try await router.present(page) }
    #expect(stage.stack == "[home, a]")
  }

  @Test func `what is not possible throws what the stack says`() async throws {
    let stage = try Stage()
    let router = StackRouter(stage.driver)
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

  @Test func `a request that is refused behind others throws too`() async throws {
    let stage = try Stage()
    let token = stage.driver.addGuard { _, _ in .refuse(reason: "never") }
    await #expect(throws: NavigationError.refused(action: "push", reason: "never")) {
      try await StackRouter(stage.driver).push(Place.a)
    }
    token.dispose()
  }

  @Test func `a router does not keep its driver, and refuses without it`() async throws {
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
    await queuedWorkDidRun()
    #expect(screen.cancellation == .hostEnded)
    await #expect(throws: NavigationError.noHost(action: "push")) {
      try await router.push(Place.a)
    }
  }

  @Test func `a screen that is asked for twice opens once`() async throws {
    let stage = try Stage()
    let latch = Latch()
    let token = stage.driver.addGuard { _, _ in
      await latch.passed()
      return .proceed
    }
    let screen = RoutedScreen(Place.a)
    let router = StackRouter(stage.driver)
    let pushes = (0..<2).map { _ in
      Task { @MainActor in
        do throws(NavigationError) {
          try await router.push(screen)
          return true
        } catch {
          return false
        }
      }
    }
    await mainActorTurns()
    latch.open()
    var opened: [Bool] = []
    for push in pushes { opened.append(await push.value) }
    #expect(Set(opened) == [true, false])
    #expect(stage.stack == "[home, a]")
    #expect(screen.isOpen)
    token.dispose()
  }

  @Test func `a screen whose place a guard gives to none is told that it has left`() async throws {
    let stage = try Stage()
    let token = stage.driver.addGuard { spec, _ in
      if case .push(.a) = spec { .redirect(.popToRoot) } else { .proceed }
    }
    let screen = RoutedScreen(Place.a)
    try await StackRouter(stage.driver).push(screen)
    #expect(screen.cancellation == .closed)
    token.dispose()
  }

  @Test func `a screen that was refused for good keeps its view model no longer`() async throws {
    await expectReleased {
      let page = Page(.a)
      let screen = RoutedScreen(page)
      screen.didLeave(.closed)
      #expect(screen.viewModel == nil)
      return page
    }
  }

  @Test func `what a router dismisses has been closed, and the user has not gone back`()
    async throws
  {
    let stage = try Stage()
    let router = StackRouter(stage.driver)
    let screen = RoutedScreen(Place.sheet)
    try await router.present(screen)
    try await router.dismiss()
    #expect(screen.cancellation == .closed)
  }
}
