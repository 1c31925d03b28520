import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Attempts to break what is promised about lists and details; `b` and `c` are details.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct BrokenPromisesOfPanes {
  typealias Spec = NavigationSpec<Place>

  private let log = Log<String>()

  private func wide(
    _ picture: String,
    _ configuration: NavigationConfiguration = NavigationConfiguration()
  ) throws -> OriginStage {
    let stage = try OriginStage(picture, configuration)
    stage.driver.isWide = true
    return stage
  }

  /// A driver whose screens write their stages into the log.
  private func narrated(
    _ picture: String,
    isWide: Bool = true,
    whenMade: @escaping @MainActor (Place, VisibleNarratingViewModel) -> Void = { _, _ in }
  ) throws -> NavigationDriver<Place> {
    let snapshot = NavigationSnapshot(stack: try BackStack(picture))
    let driver = NavigationDriver(restoring: snapshot) { [log] place, _ in
      let screen = VisibleNarratingViewModel("\(place)", log)
      whenMade(place, screen)
      return screen
    }
    driver.isWide = isWide
    driver.start()
    return driver
  }

  private func stages(of driver: NavigationDriver<Place>) -> [LifecycleStage?] {
    driver.stack.current.layers.flatMap(\.path).map { driver.viewModel(of: $0.id)?.stage.current }
  }

  // MARK: Steps of a list

  /// What `a` of `[home, a ‖ b, sheet]` requests, and the stack after it.
  nonisolated static let steps: [(Spec, String)] = [
    (.steps([.pop(), .push(.sheet), .showDetail(.c)]), "[home, sheet ‖ c]"),
    (.steps([.replace(.sheet), .push(.a), .showDetail(.c)]), "[home, sheet, a ‖ c]"),
    (.steps([.push(.sheet), .push(.a)]), "[home, a, sheet, a ‖ b, sheet]"),
    // The steps after a detail are above it, as in a narrow host.
    (.steps([.showDetail(.c), .push(.sheet)]), "[home, a ‖ c, sheet]"),
    (.steps([.push(.c), .push(.sheet)]), "[home, a ‖ c, sheet]"),
    (.steps([.showDetail(.b), .push(.a)]), "[home, a ‖ b, a]"),
    // An operation that names a screen of the detail acts there.
    (.popTo(.b), "[home, a ‖ b]"),
    (.popTo(.b, inclusive: true), "[home, a]"),
    (.popToScreen { $0 == .b }, "[home, a ‖ b]"),
    (.replaceAbove(.b, with: .home), "[home, a ‖ b, home]"),
    (.bringToFront(.b), "[home, a ‖ b]"),
    (.bringToFront(.home), "[home ‖ b, sheet]"),
    (.bringToFront(.c), "[home, a ‖ c]"),
    (.steps([.pop(), .popTo(.b)]), "[home ‖ b]"),
    (.popTo(.home), "[home ‖ b, sheet]"),
    (.popTo(.a), "[home, a ‖ b, sheet]"),
  ]

  @Test(arguments: steps, [false, true])
  func `the steps of a list stay in its pane until one of them opens a detail`(
    _ row: (Spec, String),
    _ isCovered: Bool
  ) throws {
    let stage = try wide("[home, a, b, sheet]")
    if isCovered { try stage.driver.perform(.present(.home, covering: .partly)) }
    try stage.screen(.a).ask(row.0)
    #expect(stage.stack == row.1 + (isCovered ? " ▸ partly [home]" : ""))
  }

  @Test func `an update among the steps of a list does not move them to the detail`() throws {
    let stage = try wide("[home, a, b]")
    let id = stage.driver.stack.current.entries[0].id
    try stage.screen(.a).ask(.steps([.pop(), .update(id, to: .sheet), .push(.a)]))
    #expect(stage.stack == "[sheet, a ‖ b]")
  }

  nonisolated static let firstDetails: [[Spec]] = [
    [.showDetail(.b), .push(.sheet)], [.push(.b), .push(.sheet)],
    [.push(.b), .push(.a), .replace(.sheet)],
  ]

  @Test(arguments: firstDetails, [false, true])
  func `steps that open the first detail lead to the same path in each width`(
    _ steps: [Spec],
    _ isWide: Bool
  ) throws {
    let stage = try wide("[home, a]")
    stage.driver.isWide = isWide
    try stage.screen(.a).ask(.steps(steps))
    stage.driver.isWide = false
    #expect(stage.stack == "[home, a, b, sheet]")
  }

  @Test func `a list that brings the open detail to the front keeps its screen`() throws {
    let stage = try wide("[home, b]")
    let detail = try stage.screen(.b)
    detail.text = "Dear"
    try stage.screen(.home).ask(.bringToFront(.b))
    #expect(try stage.screen(.b) === detail)
    #expect(stage.stack == "[home ‖ b]")
  }

  @Test func `a second tap on a row that pushes its detail is refused as on top`() throws {
    let stage = try wide("[home, a]", NavigationConfiguration(duplicates: .refuseOnTop))
    let list = try stage.screen(.a)
    try list.ask(.push(.b))
    let detail = try stage.screen(.b)
    #expect(throws: NavigationError.duplicate(screen: "b")) { try list.ask(.push(.b)) }
    #expect(try stage.screen(.b) === detail)
    try list.ask(.push(.c))
    #expect(stage.stack == "[home, a ‖ c]")
  }

  @Test func `a second tap on a row that shows its detail makes no second screen`() throws {
    for duplicates in [NavigationConfiguration.Duplicates.allow, .refuseOnTop] {
      let stage = try wide("[home, a]", NavigationConfiguration(duplicates: duplicates))
      let list = try stage.screen(.a)
      try list.ask(.showDetail(.b))
      let detail = try stage.screen(.b)
      try list.ask(.showDetail(.b))
      #expect(try stage.screen(.b) === detail)
    }
  }

  // MARK: A stack nested in the list

  private func nested(
    in place: Place,
    _ picture: String
  ) throws -> (outer: NavigationDriver<Place>, inner: NavigationDriver<Place>) {
    let inner = NavigationDriver(root: Place.home) { OriginScreen($0, $1) }
    let snapshot = NavigationSnapshot(stack: try BackStack(picture))
    let outer = NavigationDriver(restoring: snapshot) { made, driver in
      let screen = OriginScreen(made, driver)
      if made == place { screen.addChild(inner) }
      return screen
    }
    outer.isWide = true
    outer.start()
    return (outer, inner)
  }

  @Test func `back goes back in a stack that is nested in the list`() async throws {
    let (outer, inner) = try nested(in: .a, "[home, a, b]")
    try inner.perform(.push(.sheet))
    await until(outer.canGoBack.current)
    try outer.back()
    #expect("\(inner.stack.current)" == "[home]")
    #expect("\(outer.stack.current)" == "[home, a ‖ b]")
    try outer.back()
    #expect("\(outer.stack.current)" == "[home ‖ b]")
  }

  @Test func `the user can go back in a stack nested in the only screen of the list`() throws {
    let (outer, inner) = try nested(in: .a, "[a, b]")
    #expect(!outer.canGoBack.current)
    try inner.perform(.push(.sheet))
    #expect(outer.canGoBack.current)
    try outer.back()
    #expect("\(inner.stack.current)" == "[home]")
    #expect(!outer.canGoBack.current)
  }

  @Test func `back leaves the detail before it goes back in a stack of the list`() throws {
    let (outer, inner) = try nested(in: .a, "[a, b, sheet]")
    try inner.perform(.push(.sheet))
    try outer.back()
    #expect("\(outer.stack.current)" == "[a ‖ b]")
    try outer.back()
    #expect("\(inner.stack.current)" == "[home]")
  }

  @Test func `a question in a stack nested in the list is left by back`() async throws {
    let (outer, inner) = try nested(in: .a, "[a, b]")
    let ticket = try inner.perform(.ask(.discard), for: Discard.self)
    #expect(outer.canGoBack.current)
    try outer.back()
    #expect(inner.stack.current.question == nil)
    _ = await ticket.outcome
  }

  @Test func `a question in a stack nested in the list is answered`() async throws {
    let (outer, inner) = try nested(in: .a, "[a, b]")
    let ticket = try inner.perform(.ask(.discard), for: Discard.self)
    try outer.answer(Discard.discard)
    #expect(await ticket.outcome == .finished(.discard))
  }

  // MARK: Width and hooks

  nonisolated static let requestsOfHooks: [(Spec, String, [LifecycleStage])] = [
    (.showDetail(.c), "[home, a, c]", [.created, .paused, .resumed]),
    (.push(.sheet), "[home, a, b, sheet]", [.created, .paused, .paused, .resumed]),
    (.pop(), "[home, a]", [.created, .resumed]),
    (
      .present(.sheet, covering: .partly), "[home, a, b] ▸ partly [sheet]",
      [.created, .paused, .visible, .resumed]
    ),
  ]

  @Test(arguments: requestsOfHooks)
  func `a request of a list that gets hidden is carried out in the new width`(
    _ row: (Spec, String, [LifecycleStage])
  ) throws {
    var list: VisibleNarratingViewModel?
    let driver = try narrated("[home, a, b]") { if $0 == .a { list = $1 } }
    list?.whenHidden = { [weak driver, weak list] in
      list?.whenHidden = {}
      _ = try? driver?.perform(row.0)
    }
    driver.isWide = false
    #expect("\(driver.stack.current)" == row.1)
    #expect(stages(of: driver) == row.2)
    driver.end()
  }

  @Test func `a list that makes the window narrow as it appears ends hidden`() throws {
    var list: VisibleNarratingViewModel?
    let driver = try narrated("[a, b]", isWide: false) { if $0 == .a { list = $1 } }
    list?.whenVisible = { [weak driver] _ in driver?.isWide = false }
    driver.isWide = true
    #expect("\(driver.stack.current)" == "[a, b]")
    #expect(stages(of: driver) == [.paused, .resumed])
    driver.end()
  }

  @Test func `a list that makes the window wide as it disappears ends visible`() throws {
    var list: VisibleNarratingViewModel?
    let driver = try narrated("[a, b]") { if $0 == .a { list = $1 } }
    list?.whenHidden = { [weak driver] in driver?.isWide = true }
    driver.isWide = false
    #expect("\(driver.stack.current)" == "[a ‖ b]")
    #expect(stages(of: driver) == [.visible, .resumed])
    driver.end()
  }

  @Test(arguments: Moment.allCases, [false, true])
  func `a width that changes at any moment of a transition gives each screen its stage`(
    _ moment: Moment,
    _ isWide: Bool
  ) throws {
    let stage = Stage(try BackStack("[home, a, b]"))
    stage.driver.isWide = !isWide
    stage.once(at: moment) { $0.driver.isWide = isWide }
    try stage.perform(.replace(.c))
    #expect(stage.stack == (isWide ? "[home, a ‖ c]" : "[home, a, c]"))
    let list = try #require(stage.screen(.a)).stage.current
    #expect(list == .visible ? isWide : !isWide)
    #expect(stage.screen(.c)?.stage.current == .resumed)
  }

  @Test func `a width that changes twice in a hook leaves each screen as it was`() throws {
    let driver = try narrated("[a, b]")
    let before = log.text
    let following = driver.onTransition { [weak driver] _ in
      driver?.isWide = false
      driver?.isWide = true
    }
    try driver.perform(.push(.sheet))
    following.dispose()
    #expect(log.text.dropFirst(before.count) == " -b )b (sheet +sheet")
    driver.end()
  }

  // MARK: Width and guards

  @Test(arguments: [false, true])
  func `a way back that waits for a guard leaves no other pane when the width changes`(
    _ isWide: Bool
  ) async throws {
    let stage = try wide("[home, a, b]")
    let driver = stage.driver
    driver.isWide = isWide
    let asking = SlowGuard(driver)
    let ticket = try #require(try driver.back())
    await asking.holdsRequest()
    driver.isWide = !isWide
    asking.open()
    let outcome = await ticket.outcome
    if isWide {
      let covered = NavigationError.screenIsCovered(screen: "a", action: "back")
      #expect(outcome == .refused(covered))
      #expect(stage.stack == "[home, a, b]")
    } else {
      #expect(outcome == .done)
      #expect(stage.stack == "[home, a]")
    }
  }

  @Test func `a late tap on a list that has become covered says so`() async throws {
    let stage = try wide("[home, b]")
    let asking = SlowGuard(stage.driver)
    let ticket = try stage.screen(.home).ask(.showDetail(.c))
    await asking.holdsRequest()
    stage.driver.isWide = false
    asking.open()
    guard case .refused(let error) = await ticket.outcome else {
      Issue.record("the request was carried out")
      return
    }
    #expect(error.isLate)
    #expect(stage.stack == "[home, b]")
  }

  @Test func `a guard redirects a request of the list to a sheet over both panes`() async throws {
    let stage = try wide("[home, b]")
    _ = stage.driver.addGuard { spec, _ in
      if case .showDetail(.c) = spec { .redirect(.present(.sheet)) } else { .proceed }
    }
    #expect(await (try stage.screen(.home).ask(.showDetail(.c))).outcome == .done)
    #expect(stage.stack == "[home ‖ b] ▸ [sheet]")
  }

  // MARK: Results

  @Test func `a detail returns its result to the list that asked in each width`() async throws {
    for isWide in [true, false] {
      let stage = try wide("[home, a]")
      let list = try stage.screen(.a)
      try list.askForNumber(.showDetail(.b))
      stage.driver.isWide = isWide
      try stage.screen(.b).ask(.pop(result: OriginStage.number(7)))
      await list.requestsDidEnd()
      #expect(list.numbers == [7])
    }
  }

  @Test func `the request of a row ends when another row is shown`() async throws {
    let stage = try wide("[home, a]")
    let list = try stage.screen(.a)
    let first = try list.askForNumber(.showDetail(.b))
    let second = try list.askForNumber(.showDetail(.c))
    #expect(await first.outcome == .cancelled(.closed))
    try stage.screen(.c).ask(.pop(result: OriginStage.number(7)))
    #expect(await second.outcome == .finished(7))
    await list.requestsDidEnd()
    #expect(list.numbers == [7])
  }

  @Test func `a list that the user has left beside its detail is released`() async throws {
    let stage = try wide("[home, a]")
    weak var list: OriginScreen?
    do {
      let screen = try stage.screen(.a)
      try screen.askForNumber(.showDetail(.b))
      list = screen
    }
    try stage.driver.back()
    #expect(stage.stack == "[home ‖ b]")
    await until(list == nil)
  }

  @Test func `a detail whose asker has left is saved and restored`() throws {
    let stage = try wide("[home, a]")
    try stage.screen(.a).askForNumber(.showDetail(.b))
    try stage.driver.back()
    let data = try stage.driver.snapshot().data()
    let later = NavigationDriver(restoring: try NavigationSnapshot(data)) { OriginScreen($0, $1) }
    later.start()
    later.isWide = true
    #expect("\(later.stack.current)" == "[home ‖ b]")
    try later.perform(.pop())
    #expect("\(later.stack.current)" == "[home]")
  }

  // MARK: Back handlers

  @Test func `back asks only the screens of the pane that it leaves`() throws {
    let stage = Stage(try BackStack("[home, a, b, sheet]"))
    stage.driver.isWide = true
    stage.noteBack(of: [.home, .a, .b, .sheet, nil])
    stage.journal.entries = []
    for expected in ["ask sheet, ask any", "ask a, ask any"] {
      try stage.driver.back()
      let asked = stage.journal.take().filter { $0.hasPrefix("ask") }
      #expect(asked.joined(separator: ", ") == expected)
    }
    #expect(stage.stack == "[home ‖ b]")
  }

  @Test func `a presented list asks the handlers of both panes before it is dismissed`() throws {
    let stage = Stage(try BackStack("[home] ▸ [a, b]"))
    stage.driver.isWide = true
    stage.noteBack(of: [.a, .b], keeping: [.a])
    stage.journal.entries = []
    #expect(try stage.driver.back() == nil)
    #expect(stage.stack == "[home] ▸ [a ‖ b]")
    #expect(stage.happened() == "ask b, ask a")
    try stage.driver.back()
    #expect(stage.stack == "[home]")
  }

  // MARK: Late requests

  @Test func `only the screen on top of the list moves its pane`() throws {
    let stage = try wide("[home, a, b, sheet]")
    for (place, error) in [
      (.home, .screenIsCovered(screen: "home", action: "StackAction")),
      (.b, .screenIsCovered(screen: "b", action: "StackAction")),
    ] as [(Place, NavigationError)] {
      let screen = try stage.screen(place)
      for spec in [Spec.push(.a), .showDetail(.c), .pop()] {
        #expect(throws: error) { try screen.ask(spec) }
      }
    }
    let list = try stage.screen(.a)
    try list.ask(.pop())
    #expect(throws: NavigationError.screenHasLeft(screen: "a", action: "StackAction")) {
      try list.ask(.showDetail(.c))
    }
  }

  @Test func `a sheet shows another detail in the list under it`() throws {
    let stage = try wide("[home, b]")
    try stage.driver.perform(.present(.sheet))
    try stage.screen(.sheet).ask(.below(.showDetail(.c)))
    #expect(stage.stack == "[home ‖ c] ▸ [sheet]")
    try stage.screen(.sheet).ask(.steps([.dismiss(), .showDetail(.b)]))
    #expect(stage.stack == "[home ‖ b]")
  }

  // MARK: Tabs

  @Test func `a lazy tab with a detail is made with both panes when it is selected`() throws {
    let lazily = NavigationConfiguration(hiddenTabs: .lazily)
    let stage = try wide("{*[home, b] | [a, c]}", lazily)
    #expect(throws: (any Error).self) { try stage.screen(.a) }
    try stage.driver.perform(.selectTab(1))
    #expect(stage.stack == "{[home ‖ b] | *[a ‖ c]}")
    #expect(try stage.screen(.a).stage.current == .visible)
    #expect(try stage.screen(.c).stage.current == .resumed)
    #expect(try stage.screen(.home).stage.current == .paused)
    #expect(try stage.screen(.b).stage.current == .paused)
  }

  @Test func `the list beside its detail selects another tab`() throws {
    let stage = try wide("{*[home, b] | [a]}")
    try stage.screen(.home).ask(.selectTab(1))
    #expect(stage.stack == "{[home ‖ b] | *[a]}")
    try stage.driver.perform(.pushInTab(.c, of: .home))
    try stage.driver.perform(.openInTab([.c], of: .home))
    #expect(stage.stack == "{*[home ‖ c] | [a]}")
  }

  // MARK: Questions

  @Test func `a question about the detail leaves with it when the list shows another`() async throws
  {
    let stage = try wide("[home, b]")
    let ticket = try stage.driver.perform(.ask(.discard), for: Discard.self)
    stage.driver.isWide = false
    stage.driver.isWide = true
    #expect(stage.driver.stack.current.question != nil)
    try stage.screen(.home).ask(.push(.a))
    #expect(stage.driver.stack.current.question != nil)
    try stage.screen(.a).ask(.showDetail(.b))
    #expect(stage.driver.stack.current.question != nil)
    try stage.screen(.a).ask(.showDetail(.c))
    #expect(stage.driver.stack.current.question == nil)
    #expect(await ticket.outcome == .cancelled(.closed))
  }

  @Test func `a screen of a stack nested in the list moves the list`() throws {
    var inner: NavigationDriver<Place>?
    let snapshot = NavigationSnapshot(stack: try BackStack("[a, b]"))
    let outer = NavigationDriver(restoring: snapshot) { place, driver in
      let screen = OriginScreen(place, driver)
      if place == .a {
        let nested = NavigationDriver(root: Place.home) { OriginScreen($0, $1, outer: driver) }
        inner = nested
        screen.addChild(nested)
      }
      return screen
    }
    outer.isWide = true
    outer.start()
    let screen = try #require(inner?.topViewModel as? OriginScreen)
    #expect(screen.stage.current == .visible)
    try screen.askOuter(.showDetail(.c))
    #expect("\(outer.stack.current)" == "[a ‖ c]")
    try screen.askOuter(.push(.sheet))
    #expect("\(outer.stack.current)" == "[a, sheet ‖ c]")
    #expect(throws: NavigationError.screenIsCovered(screen: "a", action: "StackAction")) {
      try screen.askOuter(.showDetail(.b))
    }
    outer.end()
  }

  // MARK: What a stack shows

  @Test func `an update that makes a screen a detail shows the list beside it`() throws {
    let driver = try narrated("[home, a]")
    let id = driver.stack.current.entries[1].id
    try driver.perform(.update(id, to: .b))
    #expect("\(driver.stack.current)" == "[home ‖ b]")
    #expect(stages(of: driver) == [.visible, .resumed])
    try driver.perform(.update(id, to: .a))
    #expect("\(driver.stack.current)" == "[home, a]")
    #expect(stages(of: driver) == [.paused, .resumed])
    driver.end()
  }

  /// android/nav3-recipes#257: a wide window begins with a detail that the user has not chosen.
  @Test func `an app shows a first detail whenever the window gets wide`() throws {
    let driver = try narrated("[home]", isWide: false)
    let showing = driver.stack.observe { [weak driver] stack in
      guard stack.isWide, stack.layers[0].startOfDetail == nil else { return }
      _ = try? driver?.perform(.showDetail(.b))
    }
    driver.isWide = true
    #expect("\(driver.stack.current)" == "[home ‖ b]")
    #expect(stages(of: driver) == [.visible, .resumed])
    driver.isWide = false
    try driver.back()
    driver.isWide = true
    #expect("\(driver.stack.current)" == "[home ‖ b]")
    #expect(stages(of: driver) == [.visible, .resumed])
    showing.dispose()
    driver.end()
  }

  @Test func `the end clears the screens of both panes once`() throws {
    let driver = try narrated("[home, a, b]")
    let before = log.all.count
    driver.end()
    driver.isWide = false
    #expect(log.all.dropFirst(before).joined(separator: " ") == "-b )b )a ×b ×a ×home")
  }

  @Test func `a way back from two first screens is refused without asking a guard`() throws {
    let stage = Stage(try BackStack("[home, b]"))
    stage.driver.isWide = true
    stage.noteBack(of: [.home, .b, nil])
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "home")) { try stage.driver.back() }
    #expect(stage.happened() == "")
  }
}

extension ArchitectureDiagnosticsTests {
  @Test(arguments: [false, true])
  func `the result of a detail whose list has left is reported as lost`(
    _ isInLaterProcess: Bool
  ) async throws {
    let stage = try OriginStage("[home, a]")
    stage.driver.isWide = true
    let list = try stage.screen(.a)
    try list.askForNumber(.showDetail(.b))
    try stage.driver.back()
    await list.requestsDidEnd()
    var driver = stage.driver
    if isInLaterProcess {
      let data = try driver.snapshot().data()
      driver = NavigationDriver(restoring: try NavigationSnapshot(data)) { OriginScreen($0, $1) }
      driver.start()
    }
    let reports = await Self.diagnostics(about: "the result of 'b' is lost") {
      #expect(throws: Never.self) { try driver.perform(.pop(result: OriginStage.number(7))) }
    }
    #expect(reports.map(\.kind) == [.lostResult])
    #expect("\(driver.stack.current)" == "[home]")
  }
}
