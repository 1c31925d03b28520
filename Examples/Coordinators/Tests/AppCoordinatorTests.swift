import AddressWizard
import CoordinatorExampleFeatures
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import Testing

/// Tests the flows of the app without a terminal.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct AppCoordinatorTests {
  /// A running app that records the stacks it shows.
  @MainActor
  private final class RunningApp {
    let driver: NavigationDriver<AppScreen>
    let coordinator: AppCoordinator
    private let stacks: ValueRecorder<String>
    private let task: Task<NavigationOutcome<Never>, Never>

    init(_ session: Session = Session()) {
      driver = NavigationDriver(root: AppScreen.launch) { _, _ in BaseLifecycleViewModel() }
      driver.start()
      coordinator = AppCoordinator(session: session)
      stacks = ValueRecorder(driver.stack.map { "\($0)" })
      task = Task { @MainActor [coordinator, driver] in
        await coordinator.run(on: StackRouter(driver))
      }
    }

    /// Expects these stacks next, in this order.
    func shows(_ expected: String...) async throws {
      for stack in expected { try await #expect(stacks.next() == stack) }
    }

    func screen<ViewModel>(_ type: ViewModel.Type) throws -> ViewModel {
      try #require(driver.topViewModel as? ViewModel)
    }

    func end() async -> NavigationOutcome<Never> {
      driver.end()
      return await task.value
    }
  }

  @Test func `a new user goes through the tutorial and the login to the shop`() async throws {
    let app = RunningApp()
    try await app.shows("[launch]", "[tutorial]")
    try app.screen(TutorialViewModel.self).input.nextTaps.send(())
    try await app.shows("[tutorial, tutorial]")
    try app.screen(TutorialViewModel.self).input.nextTaps.send(())
    try await app.shows("[login]")
    let login = try app.screen(LoginViewModel.self)
    login.input.loginTaps.send(())
    login.input.name.current = "Ada"
    login.input.loginTaps.send(())
    try await app.shows("[shop]")
    #expect(app.coordinator.session == Session(hasSeenTutorial: true, user: "Ada"))
    #expect(await app.end() == .cancelled(.hostEnded))
  }

  @Test func `a link in the middle of a flow replaces that flow`() async throws {
    let app = RunningApp(Session(hasSeenTutorial: true, user: "Ada"))
    try await app.shows("[launch]", "[shop]")
    weak let old: AnyObject? = app.coordinator.children.first
    try app.screen(ShopViewModel.self).input.itemTaps.send(Item(number: 3))
    try await app.shows("[shop, item]")
    #expect(throws: DeepLinkError.self) { try app.coordinator.open("kaluga://shop/nowhere") }
    try app.coordinator.open("kaluga://shop/item?number=9")
    try await app.shows("[shop]", "[shop, item]")
    #expect(app.driver.stack.current.top.destination == .item(Item(number: 9)))
    #expect(old == nil)
    _ = await app.end()
  }

  @Test func `an item is bought with an address from the flow of another module`() async throws {
    let app = RunningApp(Session(hasSeenTutorial: true, user: "Ada"))
    try await app.shows("[launch]", "[shop]")
    let shop = try app.screen(ShopViewModel.self)
    let text = ValueRecorder(shop.output.text)
    shop.input.itemTaps.send(Item(number: 3))
    try await app.shows("[shop, item]")
    try app.screen(ItemViewModel.self).input.buyTaps.send(())
    let question = "[shop, item] ▸ [confirm]"
    try await app.shows(question)
    try app.screen(ItemViewModel.self).input.buyTaps.send(())
    try await app.shows("[shop, item] ▸ [confirm, address.name]")
    try app.driver.back()
    try await app.shows(question)
    try app.screen(ItemViewModel.self).input.buyTaps.send(())
    try await app.shows("[shop, item] ▸ [confirm, address.name]")
    try app.screen(AddressNameViewModel.self).name = "Grace"
    try app.screen(AddressNameViewModel.self).nextTapped()
    try await app.shows("[shop, item] ▸ [confirm, address.name, address.city]")
    try app.screen(AddressCityViewModel.self).city = "Turku"
    try app.screen(AddressCityViewModel.self).nextTapped()
    try await app.shows("[shop, item] ▸ [confirm, address.name, address.city, address.confirm]")
    try app.screen(AddressConfirmViewModel.self).confirmTapped()
    try await app.shows(question, "[shop]")
    await text.expect("Hello, Ada", "Hello, Ada; bought: 3 for Grace, Turku")
    _ = await app.end()
  }

  @Test func `flows and screens are released when they end`() async throws {
    try await expectReleased {
      let app = RunningApp(Session(hasSeenTutorial: true, user: "Ada"))
      try await app.shows("[launch]", "[shop]")
      try await expectReleased {
        let flow = try #require(app.coordinator.children.first as? ShopCoordinator)
        try app.screen(ShopViewModel.self).input.itemTaps.send(Item(number: 3))
        try await app.shows("[shop, item]")
        try await expectReleased {
          let order = try #require(flow.children.first as? OrderCoordinator)
          try app.driver.back()
          try await app.shows("[shop]")
          return order
        }
        try await expectReleased {
          let shop = try app.screen(ShopViewModel.self)
          shop.input.logoutTaps.send(())
          try await app.shows("[login]")
          return shop
        }
        return flow
      }
      _ = await app.end()
      return app.coordinator
    }
  }
}
