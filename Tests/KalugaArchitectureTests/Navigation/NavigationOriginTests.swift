import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Requests know the screen that makes them, so that late ones move no other screen.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationOriginTests {
  private typealias Driver = NavigationDriver<Place>

  /// An operation, whether only the shown screen may request it, and the stack after a request of the
  /// covered screen `a` of `[home, a] ▸ {*[b] | [c]}`.
  nonisolated static let operations: [(NavigationSpec<Place>, String?)] = [
    (.push(.sheet), nil),
    (.replace(.sheet), nil),
    (.pop(), nil),
    (.popToRoot(), nil),
    (.present(.sheet), nil),
    (.replacePresented(.sheet), nil),
    (.dismiss(), nil),
    (.below(.push(.sheet)), nil),
    (.popTo(.b), "[home, a] ▸ {*[b] | [c]}"),
    (.popToEntry(BackStackEntryID(rawValue: 3)), "[home, a] ▸ {*[b] | [c]}"),
    (.popToScreen { $0 == .b }, "[home, a] ▸ {*[b] | [c]}"),
    (.replaceAbove(.b, with: .sheet), "[home, a] ▸ {*[b, sheet] | [c]}"),
    (.close(.b), "[home, a]"),
    (.closeScreen { $0 == .a }, "[home]"),
    (.closeEntry(BackStackEntryID(rawValue: 2)), "[home]"),
    (.finish(), "[home]"),
    (.tabs([.b]), "[home, a] ▸ [b]"),
    (.selectTab(1), "[home, a] ▸ {[b] | *[c]}"),
    (.selectTabOf(.c), "[home, a] ▸ {[b] | *[c]}"),
    (.pushInTab(.sheet, of: .c), "[home, a] ▸ {*[b] | [c, sheet]}"),
    (.pushInTab(.sheet, of: .b), "[home, a] ▸ {*[b, sheet] | [c]}"),
    (.openInTab([.c, .sheet], of: .c), "[home, a] ▸ {[b] | *[c, sheet]}"),
    (.bringToFront(.sheet), nil),
    (.bringToFront(.b), nil),
    (.open(root: .home, [.sheet]), "[home, sheet]"),
    (.setRoot(.sheet), "[sheet]"),
    (.update(BackStackEntryID(rawValue: 3), to: .sheet), "[home, a] ▸ {*[sheet] | [c]}"),
    (.launch(Chime()), "[home, a] ▸ {*[b] | [c]}"),
    (.steps([.push(.sheet)]), nil),
    (.steps([.update(BackStackEntryID(rawValue: 3), to: .sheet), .push(.sheet)]), nil),
    (.steps([.steps([.update(BackStackEntryID(rawValue: 3), to: .b)]), .push(.sheet)]), nil),
    (.steps([.selectTab(1), .push(.sheet)]), "[home, a] ▸ {[b] | *[c, sheet]}"),
    (.steps([.setRoot(.b), .push(.sheet)]), "[b, sheet]"),
  ]

  private struct Chime: NavigationEffect {}

  private func stage() throws -> OriginStage {
    let stage = try OriginStage("[home, a] ▸ {*[b] | [c]}")
    _ = stage.driver.onEffect(Chime.self) { _ in }
    return stage
  }

  private func expectCovered(_ screen: String, _ ask: () throws -> Void) {
    let error = NavigationError.screenIsCovered(screen: screen, action: "StackAction")
    #expect(throws: error) { try ask() }
  }

  private func expectLeft(_ screen: String, _ ask: () throws -> Void) {
    let error = NavigationError.screenHasLeft(screen: screen, action: "StackAction")
    #expect(throws: error) { try ask() }
  }

  @Test(arguments: operations)
  func `a covered screen requests only what names its target`(
    _ spec: NavigationSpec<Place>,
    _ expected: String?
  ) async throws {
    let stage = try stage()
    let covered = try stage.screen(.a)
    if let expected {
      #expect(await (try covered.ask(spec)).outcome == .done)
      #expect(stage.stack == expected)
    } else {
      expectCovered("a") { try covered.ask(spec) }
      #expect(stage.stack == "[home, a] ▸ {*[b] | [c]}")
    }
  }

  @Test(arguments: operations)
  func `a screen that has left the stack moves nothing`(
    _ spec: NavigationSpec<Place>,
    _: String?
  ) async throws {
    let stage = try stage()
    let gone = try stage.screen(.c)
    try stage.driver.perform(.tabs([.b]))
    expectLeft("c") { try gone.ask(spec) }
    #expect(stage.stack == "[home, a] ▸ [b]")
    // Without an origin, each operation is possible, except finish.
    let other = try self.stage()
    let navigator = StackNavigator(other.driver) { (action: StackAction) in action.spec }
    if case .finish = spec {
      #expect(throws: NavigationError.noOrigin(action: "finish")) {
        try navigator.navigate(StackAction(spec: spec))
      }
    } else {
      #expect(await (try navigator.navigate(StackAction(spec: spec))).outcome == .done)
    }
  }

  @Test func `a configuration may let covered screens move others, but never those that have left`()
    throws
  {
    let stage = try OriginStage("[home, a]", NavigationConfiguration(whenCovered: .allow))
    let a = try stage.screen(.a)
    try stage.screen(.home).ask(.push(.b))
    #expect(stage.stack == "[home, a, b]")
    try stage.driver.perform(.popTo(.home))
    expectLeft("a") { try a.ask(.push(.c)) }
  }

  @Test func `two taps on Done give the first result`() async throws {
    let stage = try OriginStage("[home, a]")
    let a = try stage.screen(.a)
    try a.askForNumber(.push(.b))
    let b = try stage.screen(.b)
    try b.ask(.pop(result: OriginStage.number(1)))
    expectLeft("b") { try b.ask(.pop(result: OriginStage.number(2))) }
    await a.requestsDidEnd()
    #expect(a.numbers == [1])
    #expect(stage.stack == "[home, a]")
  }

  // MARK: Requests that wait

  @Test func `a request that is late when its guard has decided is refused by its ticket`()
    async throws
  {
    let stage = try OriginStage("[home, a]")
    let a = try stage.screen(.a)
    let asking = SlowGuard(stage.driver)
    var asked = 0
    _ = stage.driver.addGuard { spec, _ in
      asked += 1
      if case .close = spec { return .redirect(.push(.b)) }
      return .proceed
    }
    // A redirect keeps the origin.
    let tickets = [
      try stage.screen(.home).ask(.close(.a)), try a.ask(.pop()), try a.ask(.pop()),
    ]
    asking.open()
    let covered = NavigationError.screenIsCovered(screen: "home", action: "StackAction")
    #expect(await tickets[0].outcome == .refused(covered))
    #expect(await tickets[1].outcome == .done)
    let left = NavigationError.screenHasLeft(screen: "a", action: "StackAction")
    #expect(await tickets[2].outcome == .refused(left))
    #expect(stage.stack == "[home]")
    // About the redirected request twice, and not about the last one, which was late before.
    #expect(asked == 3)
  }

  @Test func `requests in the hooks of screens that leave or are covered move nothing`()
    async throws
  {
    let tickets = Log<NavigationTicket<Never>>()
    let driver = Driver(root: .home) { EagerScreen($0, $1, tickets) }
    driver.start()
    for spec: NavigationSpec<Place> in [.push(.a), .pop(), .push(.a), .push(.b), .popTo(.home)] {
      try driver.perform(spec)
    }
    #expect("\(driver.stack.current)" == "[home]")
    #expect(tickets.count > 5)
    for ticket in tickets.all {
      if case .refused(let error) = await ticket.outcome, error.isLate { continue }
      Issue.record("a late request was carried out")
    }
  }

  @Test func `work that ends with a late request is like cancelled work`() async throws {
    let home = try OriginStage("[home, a]")
    let screen = try home.screen(.home)
    let errors = Log<String>()
    let scope = TaskScope(name: "test", onError: { errors.append("\($0)") })
    for spec: NavigationSpec<Place> in [.push(.b), .popTo(.c)] {
      scope.launch { @MainActor in try screen.ask(spec) }
    }
    await scope.waitUntilEmpty()
    #expect(errors.all == ["'c' is not on the stack [home, a]"])
  }

  // MARK: Navigators that were made elsewhere

  /// A view model that is a screen, a part of one, or neither, with a navigator that belongs to none.
  private final class Model: NavigatingViewModel<StackAction> {
    private let key = NavigationResultKey<Int>("number")

    init(_ driver: NavigationDriver<Place>) {
      super.init(navigator: StackNavigator(driver) { $0.spec })
      onResult(key) { _ in }
    }

    func ask(_ spec: NavigationSpec<Place>) throws {
      try navigate(NavigationRequest(StackAction(spec: spec)), resultTo: key)
    }
  }

  @Test func `a part of a screen that has left moves nothing`() throws {
    let driver = Driver(root: .home) { _, _ in BaseLifecycleViewModel() }
    let part = Model(driver)
    driver.start()
    // It belongs to no screen yet.
    for place in [Place.a, .b] { try part.ask(.push(place)) }
    #expect("\(driver.stack.current)" == "[home, a, b]")
    driver.topViewModel?.addChild(part)
    try driver.perform(.push(.c))
    expectCovered("b") { try part.ask(.push(.sheet)) }
    try driver.perform(.pop())
    try part.ask(.replace(.c))
    expectLeft("Model") { try part.ask(.replace(.sheet)) }
    #expect("\(driver.stack.current)" == "[home, a, c]")
  }

  // MARK: Nested stacks

  /// A driver, and one for a nested stack whose screens navigate on both.
  private func nestedStage(
    making screen: @escaping (Place) -> Void = { _ in }
  ) -> (outer: Driver, pages: Driver) {
    let outer = Driver(root: .home) { place, _ in
      screen(place)
      return BaseLifecycleViewModel()
    }
    let pages = Driver(root: .a) { OriginScreen($0, $1, outer: outer) }
    outer.start()
    return (outer, pages)
  }

  private func page(_ index: Int, of pages: Driver) throws -> OriginScreen {
    try #require(pages.viewModel(of: pages.stack.current.entries[index].id) as? OriginScreen)
  }

  @Test func `a screen of a nested stack has the screen around it as origin on the outer driver`()
    throws
  {
    let (outer, pages) = nestedStage()
    try outer.perform(.push(.sheet))
    outer.topViewModel?.addChild(pages)
    // Made long after the outer screen.
    try pages.perform(.push(.b))
    let (lower, upper) = (try page(0, of: pages), try page(1, of: pages))
    expectCovered("a") { try lower.ask(.push(.c)) }
    try lower.askOuter(.push(.c))
    #expect("\(outer.stack.current)" == "[home, sheet, c]")
    expectCovered("sheet") { try upper.askOuter(.push(.c)) }
    try upper.askOuter(.finish())
    #expect("\(outer.stack.current)" == "[home]")
    expectLeft("sheet") { try upper.askOuter(.push(.c)) }
  }

  @Test func `a screen of a nested stack that moves counts as the screen around it then`() throws {
    let (outer, pages) = nestedStage()
    outer.topViewModel?.addChild(pages)
    try outer.perform(.push(.b))
    expectCovered("home") { try page(0, of: pages).askOuter(.push(.c)) }
    outer.topViewModel?.addChild(pages)
    try page(0, of: pages).askOuter(.push(.c))
    #expect("\(outer.stack.current)" == "[home, b, c]")
    // In a stack that is nested in the nested one.
    let inner = Driver(root: .a) { OriginScreen($0, $1, outer: outer) }
    try page(0, of: pages).addChild(inner)
    expectCovered("b") { try page(0, of: inner).askOuter(.push(.sheet)) }
  }

  @Test func `a navigator that is made after a nested screen belongs to no screen`() throws {
    let (outer, pages) = nestedStage()
    outer.topViewModel?.addChild(pages)
    try pages.perform(.push(.b))
    let model = Model(outer)
    try outer.perform(.push(.a))
    try model.ask(.push(.c))
    #expect("\(outer.stack.current)" == "[home, a, c]")
  }

  @Test func `a nested screen that is made while the outer driver makes another keeps its origin`()
    throws
  {
    var makePage: () -> Void = {}
    let (outer, pages) = nestedStage { place in if place == .b { makePage() } }
    outer.topViewModel?.addChild(pages)
    makePage = { #expect(throws: Never.self) { try pages.perform(.push(.b)) } }
    try outer.perform(.push(.b))
    expectCovered("home") { try page(1, of: pages).askOuter(.push(.c)) }
    try outer.perform(.pop())
    try page(1, of: pages).askOuter(.push(.c))
    #expect("\(outer.stack.current)" == "[home, c]")
  }
}

/// A screen that navigates when it is covered, cleared and released.
private final class EagerScreen: NavigatingViewModel<StackAction> {
  private let place: Place
  private let tickets: Log<NavigationTicket<Never>>

  init(
    _ place: Place,
    _ driver: NavigationDriver<Place>,
    _ tickets: Log<NavigationTicket<Never>>
  ) {
    self.place = place
    self.tickets = tickets
    super.init(navigator: StackNavigator(driver) { $0.spec })
  }

  override func onPause() { ask() }

  override func onCleared() { ask() }

  isolated deinit { ask() }

  private func ask() {
    guard place != .home else { return }
    if let ticket = try? navigator.navigate(StackAction(spec: .push(.c))) { tickets.append(ticket) }
  }
}
