import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Requests know the screen that makes them, so that late ones move no other screen.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationOriginTests {
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
    _ = stage.driver.onLaunch(of: Chime.self) { _ in }
    return stage
  }

  @Test(arguments: operations)
  func `a covered screen requests only what names its target`(
    _ spec: NavigationSpec<Place>,
    _ expected: String?
  ) async throws {
    let stage = try stage()
    let covered = try stage.screen(.a)
    guard let expected else {
      #expect(throws: NavigationError.screenIsCovered(screen: "a", action: "StackAction")) {
        try covered.ask(spec)
      }
      #expect(stage.stack == "[home, a] ▸ {*[b] | [c]}")
      return
    }
    #expect(await (try covered.ask(spec)).outcome == .done)
    #expect(stage.stack == expected)
  }

  @Test(arguments: operations)
  func `a screen that has left the stack moves nothing`(
    _ spec: NavigationSpec<Place>,
    _: String?
  ) throws {
    let stage = try stage()
    _ = stage.driver.onLaunch(of: Chime.self) { _ in Issue.record("launched") }
    let gone = try stage.screen(.c)
    try stage.driver.perform(.tabs([.b]))
    #expect(throws: NavigationError.screenHasLeft(screen: "c", action: "StackAction")) {
      try gone.ask(spec)
    }
    #expect(stage.stack == "[home, a] ▸ [b]")
  }

  @Test(arguments: operations)
  func `without an origin each operation is possible, except finish`(
    _ spec: NavigationSpec<Place>,
    _: String?
  ) async throws {
    let stage = try stage()
    let navigator = StackNavigator(stage.driver) { (action: StackAction) in action.spec }
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
    let (home, a) = (try stage.screen(.home), try stage.screen(.a))
    try home.ask(.push(.b))
    #expect(stage.stack == "[home, a, b]")
    try stage.driver.perform(.popTo(.home))
    #expect(throws: NavigationError.screenHasLeft(screen: "a", action: "StackAction")) {
      try a.ask(.push(.c))
    }
  }

  // MARK: Taps

  @Test func `a second tap in the same turn does nothing`() throws {
    let stage = try OriginStage("[home, a, b]")
    let b = try stage.screen(.b)
    try b.ask(.pop())
    #expect(throws: NavigationError.self) { try b.ask(.pop()) }
    #expect(stage.stack == "[home, a]")
  }

  @Test func `two rows that are tapped at once open one screen`() throws {
    let stage = try OriginStage("[home]")
    let home = try stage.screen(.home)
    try home.ask(.push(.a))
    #expect(throws: NavigationError.self) { try home.ask(.push(.b)) }
    #expect(stage.stack == "[home, a]")
  }

  @Test func `two taps on Done give the first result`() async throws {
    let stage = try OriginStage("[home, a]")
    let a = try stage.screen(.a)
    try a.askForNumber(.push(.b))
    let b = try stage.screen(.b)
    try b.ask(.pop(result: OriginStage.number(1)))
    #expect(throws: NavigationError.self) { try b.ask(.pop(result: OriginStage.number(2))) }
    await a.requestsDidEnd()
    #expect(a.numbers == [1])
    #expect(stage.stack == "[home, a]")
  }

  // MARK: Requests that wait

  @Test func `a request that is late when its guard has decided is refused by its ticket`()
    async throws
  {
    let stage = try OriginStage("[home, a]")
    let gate = Gate()
    _ = stage.driver.addGuard { _, _ in
      try? await gate.pass()
      return .proceed
    }
    let a = try stage.screen(.a)
    let tickets = [try a.ask(.pop()), try a.ask(.pop())]
    gate.open()
    #expect(await tickets[0].outcome == .done)
    #expect(
      await tickets[1].outcome == .refused(.screenHasLeft(screen: "a", action: "StackAction"))
    )
    #expect(stage.stack == "[home]")
  }

  @Test func `no guard is asked about a request that is late when its turn comes`() async throws {
    let stage = try OriginStage("[home, a]")
    var asked = 0
    _ = stage.driver.addGuard { _, _ in
      asked += 1
      return .proceed
    }
    let a = try stage.screen(.a)
    let tickets = [try a.ask(.pop()), try a.ask(.pop())]
    for ticket in tickets { _ = await ticket.outcome }
    #expect(asked == 1)
  }

  @Test func `a redirect keeps the origin`() async throws {
    let stage = try OriginStage("[home, a]")
    _ = stage.driver.addGuard { spec, _ in
      if case .close = spec { .redirect(.push(.b)) } else { .proceed }
    }
    let ticket = try stage.screen(.home).ask(.close(.a))
    #expect(
      await ticket.outcome == .refused(.screenIsCovered(screen: "home", action: "StackAction"))
    )
    #expect(stage.stack == "[home, a]")
  }

  @Test func `a request during a transition is checked when it is carried out`() async throws {
    let stage = try OriginStage("[home, a]")
    let a = try stage.screen(.a)
    var tickets: [NavigationTicket<Never>] = []
    _ = stage.driver.onTransition { [weak a] transition in
      guard transition.kind == "update", let a else { return }
      tickets = (0..<2).compactMap { _ in try? a.ask(.push(.b)) }
    }
    try stage.driver.update(a, to: .c)
    #expect(stage.stack == "[home, c, b]")
    #expect(await tickets[0].outcome == .done)
    #expect(
      await tickets[1].outcome == .refused(.screenIsCovered(screen: "a", action: "StackAction"))
    )
  }

  // MARK: Who has an origin

  @Test func `a request of a view model that is no screen has no origin`() throws {
    let driver = NavigationDriver(root: Place.home) { _, _ in BaseLifecycleViewModel() }
    let navigator = StackNavigator(driver) { (action: StackAction) in action.spec }
    final class Shared: NavigatingViewModel<StackAction> {
      let key = NavigationResultKey<Int>("number")
    }
    let shared = Shared(navigator: navigator)
    shared.onResult(shared.key) { _ in }
    driver.start()
    try shared.navigate(NavigationRequest(StackAction(spec: .push(.a))), resultTo: shared.key)
    try shared.navigate(NavigationRequest(StackAction(spec: .push(.b))), resultTo: shared.key)
    #expect("\(driver.stack.current)" == "[home, a, b]")
  }

  @Test func `a view model with a shared navigator is the origin of its requests for results`()
    throws
  {
    final class Screen: NavigatingViewModel<StackAction> {
      let key = NavigationResultKey<Int>("number")
    }
    let shared = RelayNavigator()
    let driver = NavigationDriver(root: Place.home) { _, _ in Screen(navigator: shared) }
    shared.target = StackNavigator(driver) { (action: StackAction) in action.spec }
    driver.start()
    let home = try #require(driver.topScreen as? Screen)
    home.onResult(home.key) { _ in }
    try driver.perform(.push(.a))
    #expect(throws: NavigationError.screenIsCovered(screen: "home", action: "StackAction")) {
      try home.navigate(NavigationRequest(StackAction(spec: .push(.b))), resultTo: home.key)
    }
    let a = try #require(driver.topScreen as? Screen)
    a.onResult(a.key) { _ in }
    try driver.perform(.pop())
    #expect(throws: NavigationError.screenHasLeft(screen: "Screen", action: "StackAction")) {
      try a.navigate(NavigationRequest(StackAction(spec: .push(.b))), resultTo: a.key)
    }
    #expect("\(driver.stack.current)" == "[home]")
  }

  @Test func `a screen of a nested stack has the screen around it as origin on the outer driver`()
    throws
  {
    final class Inner: BaseLifecycleViewModel {
      let inner: any Navigator<StackAction>
      let outer: any Navigator<StackAction>

      init(_ inner: any Navigator<StackAction>, _ outer: any Navigator<StackAction>) {
        self.inner = inner
        self.outer = outer
      }
    }
    final class Holder: BaseLifecycleViewModel {
      let pages: NavigationDriver<Place>

      init(_ outer: NavigationDriver<Place>) {
        pages = NavigationDriver(root: .a) { [weak outer] _, driver in
          let fallback = NavigationDriver(root: Place.home) { _, _ in BaseLifecycleViewModel() }
          return Inner(
            StackNavigator(driver) { $0.spec },
            StackNavigator(outer ?? fallback) { $0.spec }
          )
        }
        super.init()
        addChild(pages)
      }
    }
    let driver = NavigationDriver(root: Place.home) { place, driver in
      place == .sheet ? Holder(driver) : BaseLifecycleViewModel()
    }
    driver.start()
    try driver.perform(.push(.sheet))
    let holder = try #require(driver.topScreen as? Holder)
    // Made long after the outer screen.
    try holder.pages.perform(.push(.b))
    let (lower, upper) = (
      try #require(holder.pages.viewModel(of: holder.pages.stack.current.entries[0].id) as? Inner),
      try #require(holder.pages.topScreen as? Inner)
    )
    #expect(throws: NavigationError.screenIsCovered(screen: "a", action: "StackAction")) {
      try lower.inner.navigate(StackAction(spec: .push(.c)))
    }
    try lower.outer.navigate(StackAction(spec: .push(.c)))
    #expect("\(driver.stack.current)" == "[home, sheet, c]")
    #expect(throws: NavigationError.screenIsCovered(screen: "sheet", action: "StackAction")) {
      try upper.outer.navigate(StackAction(spec: .push(.c)))
    }
    try upper.outer.navigate(StackAction(spec: .finish()))
    #expect("\(driver.stack.current)" == "[home]")
    #expect(throws: NavigationError.screenHasLeft(screen: "sheet", action: "StackAction")) {
      try upper.outer.navigate(StackAction(spec: .push(.c)))
    }
  }

  @Test func `requests in the hooks of screens that leave or are covered move nothing`()
    async throws
  {
    let tickets = Log<NavigationTicket<Never>>()
    let driver = NavigationDriver(root: Place.home) { EagerScreen($0, $1, tickets) }
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

  // MARK: Parts of screens

  @Test func `a part of a screen that has left moves nothing`() throws {
    final class Part: NavigatingViewModel<StackAction> {
      let key = NavigationResultKey<Int>("number")
    }
    let driver = NavigationDriver(root: Place.home) { _, _ in BaseLifecycleViewModel() }
    let part = Part(navigator: StackNavigator(driver) { $0.spec })
    part.onResult(part.key) { _ in }
    driver.start()
    try driver.perform(.push(.a))
    driver.topScreen?.addChild(part)
    let request = NavigationRequest<StackAction, Int>(StackAction(spec: .replace(.b)))
    try part.navigate(request, resultTo: part.key)
    #expect(throws: NavigationError.screenHasLeft(screen: "Part", action: "StackAction")) {
      try part.navigate(request, resultTo: part.key)
    }
    #expect("\(driver.stack.current)" == "[home, b]")
  }

  /// A driver, and one for a nested stack whose screens navigate on the first one.
  private func nestedStage(
    making screen: @escaping (Place) -> Void = { _ in }
  ) -> (outer: NavigationDriver<Place>, pages: NavigationDriver<Place>) {
    let outer = NavigationDriver(root: Place.home) { place, _ in
      screen(place)
      return BaseLifecycleViewModel()
    }
    let pages = NavigationDriver(root: Place.a) { _, _ in
      NavigatingViewModel(navigator: StackNavigator(outer) { (action: StackAction) in action.spec })
    }
    outer.start()
    return (outer, pages)
  }

  private func navigate(
    _ spec: NavigationSpec<Place>,
    from pages: NavigationDriver<Place>
  ) throws {
    let screen = try #require(pages.topScreen as? NavigatingViewModel<StackAction>)
    try screen.navigator.navigate(StackAction(spec: spec))
  }

  @Test func `a screen of a nested stack that moves counts as the screen around it then`() throws {
    let (outer, pages) = nestedStage()
    outer.topScreen?.addChild(pages)
    try outer.perform(.push(.b))
    #expect(throws: NavigationError.screenIsCovered(screen: "home", action: "StackAction")) {
      try navigate(.push(.c), from: pages)
    }
    outer.topScreen?.addChild(pages)
    try navigate(.push(.c), from: pages)
    #expect("\(outer.stack.current)" == "[home, b, c]")
  }

  @Test func `a nested screen that is made while the outer driver makes another keeps its origin`()
    throws
  {
    var makePage: () -> Void = {}
    let (outer, pages) = nestedStage { place in if place == .b { makePage() } }
    outer.topScreen?.addChild(pages)
    makePage = { #expect(throws: Never.self) { try pages.perform(.push(.b)) } }
    try outer.perform(.push(.b))
    #expect(throws: NavigationError.screenIsCovered(screen: "home", action: "StackAction")) {
      try navigate(.push(.c), from: pages)
    }
    try outer.perform(.pop())
    try navigate(.push(.c), from: pages)
    #expect("\(outer.stack.current)" == "[home, c]")
  }

  // MARK: Late errors

  @Test func `work that ends with a late request is like cancelled work`() async throws {
    let stage = try OriginStage("[home, a]")
    let home = try stage.screen(.home)
    let errors = Log<String>()
    let scope = TaskScope(name: "test", onError: { errors.append("\($0)") })
    scope.launch { try await home.askLater(.push(.b)) }
    scope.launch { try await home.askLater(.popTo(.c)) }
    await scope.waitUntilEmpty()
    #expect(errors.all == ["'c' is not on the stack [home, a]"])
  }

  @Test func `an error says whether it is a late request`() {
    #expect(NavigationError.screenHasLeft(screen: "a", action: "pop").isLate)
    #expect(NavigationError.screenIsCovered(screen: "a", action: "pop").isLate)
    #expect(!NavigationError.noOrigin(action: "finish").isLate)
    #expect(!NavigationError.nothingToGoBackTo(screen: "a").isLate)
  }
}

extension OriginScreen {
  fileprivate func askLater(_ spec: NavigationSpec<Place>) async throws { try ask(spec) }
}

/// Passes all requests to another navigator.
private final class RelayNavigator: Navigator {
  var target: (any Navigator<StackAction>)?

  func navigate<Result>(
    _ request: NavigationRequest<StackAction, Result>
  ) throws(NavigationError) -> NavigationTicket<Result> {
    guard let target else { throw .noHost(action: "relay") }
    return try target.navigate(request)
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
