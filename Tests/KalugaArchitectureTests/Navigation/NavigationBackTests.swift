import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Going back because the user asks for it, and hosts that have gone back by themselves.
@MainActor
struct NavigationBackTests {
  /// The stack of a host that has gone back to the first screens of the shown path.
  private func show(first count: Int, of stage: Stage) -> String {
    stage.driver.path.current = Array(stage.driver.path.current.prefix(count))
    return stage.stack
  }

  // MARK: Handlers

  @Test func `back pops, and closes a presented stack from its first screen`() throws {
    let stage = try Stage("[home, a] ▸ [sheet]")
    #expect(try stage.driver.back() != nil)
    #expect(stage.stack == "[home, a]")
    #expect(try stage.driver.back() != nil)
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "home")) { try stage.driver.back() }
  }

  @Test func `a handler that intercepts keeps the screen until it is disposed, even by another`()
    throws
  {
    let stage = try Stage("[home, a]")
    let token = stage.driver.onBack { .intercept }
    #expect(try stage.driver.back() == nil)
    #expect(stage.stack == "[home, a]")
    _ = stage.driver.onBack {
      token.dispose()
      return .proceed
    }
    #expect(try stage.driver.back() != nil)
    #expect(stage.stack == "[home]")
  }

  @Test
  func `handlers of the shown screen are asked first, the newest first, until one intercepts`()
    throws
  {
    let stage = try Stage("[home, a]")
    var asked: [String] = []
    var interceptors: Set = ["screen 1"]
    for (name, place) in [
      ("global 1", nil), ("screen 1", .a), ("hidden", .home), ("screen 2", .a), ("global 2", nil),
    ] as [(String, Place?)] {
      _ = stage.driver.onBack(on: place.flatMap { stage.screen($0) }) {
        asked.append(name)
        return interceptors.remove(name) == nil ? .proceed : .intercept
      }
    }
    #expect(try stage.driver.back() == nil)
    #expect(asked == ["screen 2", "screen 1"])
    asked = []
    #expect(try stage.driver.back() != nil)
    #expect(asked == ["screen 2", "screen 1", "global 2", "global 1"])
  }

  @Test(arguments: [.pop(), .open(root: .home), .close(.a)] as [NavigationSpec<Place>])
  func `an operation of the app asks no handler`(_ spec: NavigationSpec<Place>) throws {
    let stage = try Stage("[home, a]")
    _ = stage.driver.onBack { .intercept }
    try stage.perform(spec)
    #expect(stage.stack == "[home]")
  }

  @Test func `a handler may go back itself`() throws {
    let stage = try Stage("[home, a, b]")
    var isAsking = false
    _ = stage.driver.onBack { [unowned stage] in
      guard !isAsking else { return .proceed }
      isAsking = true
      #expect(throws: Never.self) { try stage.driver.back() }
      return .intercept
    }
    #expect(try stage.driver.back() == nil)
    #expect(stage.stack == "[home, a]")
  }

  @Test func `a handler that changes the stack leaves no screen that was not asked`() throws {
    let stage = try Stage("[home, a, b]")
    _ = stage.driver.onBack(on: stage.screen(.a)) { .intercept }
    _ = stage.driver.onBack(on: stage.screen(.b)) { [unowned stage] in
      #expect(throws: Never.self) { try stage.perform(.pop()) }
      return .proceed
    }
    let refusal = NavigationError.refused(
      action: "back",
      reason: "it would leave a screen whose back handlers were not asked"
    )
    #expect(throws: refusal) { try stage.driver.back() }
    #expect(stage.stack == "[home, a]")
  }

  @Test func `a host that goes back over a screen that closes itself asks the next one`() throws {
    let stage = try Stage("[home, a, b]")
    var asked: [Place] = []
    for place: Place in [.a, .b] {
      _ = stage.driver.onBack(on: stage.screen(place)) { [unowned stage] in
        asked.append(place)
        if place == .b { _ = try? stage.perform(.pop()) }
        return .proceed
      }
    }
    #expect(show(first: 1, of: stage) == "[home]")
    #expect(asked == [.b, .a])
  }

  @Test func `going back before the start closes the restored screen at the start`() async throws {
    let driver = NavigationDriver(
      restoring: NavigationSnapshot(stack: try BackStack("[home, a]")),
      configuration: NavigationConfiguration(beforeStart: .wait(limit: 4))
    ) { place, _ in NarratingViewModel("\(place)", Log()) }
    let ticket = try driver.back()
    driver.start()
    try await ticket?.transitioned()
    #expect(driver.stack.current.description == "[home]")
    driver.end()
  }

  @Test func `going back from a presented stack asks the screens of its other tabs`() throws {
    let stage = try Stage("[home] ▸ {[sheet, a] | *[b]}")
    var asked: [Place] = []
    for place: Place in [.home, .sheet, .a, .b] {
      _ = stage.driver.onBack(on: stage.screen(place)) {
        asked.append(place)
        return place == .sheet ? .intercept : .proceed
      }
    }
    #expect(try stage.driver.back() == nil)
    #expect(asked == [.b, .a, .sheet])
    #expect(stage.stack == "[home] ▸ {[sheet, a] | *[b]}")
    try stage.perform(.push(.c))
    asked = []
    #expect(try stage.driver.back() != nil)
    #expect(asked == [])
  }

  @Test func `a handler may end the driver`() throws {
    let stage = try Stage("[home, a, b]")
    var asked = 0
    _ = stage.driver.onBack { [unowned stage] in
      asked += 1
      stage.driver.end()
      return .proceed
    }
    #expect(show(first: 1, of: stage) == "[home, a, b]")
    #expect(asked == 1)
    #expect(throws: NavigationError.noHost(action: "back")) { try stage.driver.back() }
  }

  // MARK: Declarative hosts

  @Test func `a shorter path that the host writes goes back screen by screen`() async throws {
    let stage = try Stage()
    let ticket = try stage.open(.push(.a), for: Int.self)
    try stage.perform(.push(.b))
    stage.journal.entries = []
    #expect(show(first: 1, of: stage) == "[home]")
    #expect(stage.happened() == "pause b, clear b, resume a, pause a, clear a, resume home")
    #expect(await ticket.outcome == .cancelled(.back))
  }

  @Test func `a host that goes back over a screen that intercepts shows it again`() throws {
    let stage = try Stage("[home, a, b]")
    _ = stage.driver.onBack(on: stage.screen(.a)) { .intercept }
    #expect(show(first: 1, of: stage) == "[home, a]")
    #expect(stage.driver.path.current.map(\.destination) == [.home, .a])
  }

  @Test func `a path that is not the beginning of the current one changes nothing`() throws {
    let stage = try Stage("[home, a, b]")
    let path = stage.driver.path.current
    for foreign in [[], path, [path[1]], [path[0], path[2]]] {
      stage.driver.path.current = foreign
      #expect(stage.stack == "[home, a, b]")
    }
  }

  @Test func `the path follows the shown stack`() throws {
    let stage = try Stage()
    #expect(stage.driver.path.current.map(\.destination) == [.home])
    try stage.perform(.push(.a))
    #expect(stage.driver.path.current.map(\.destination) == [.home, .a])
    try stage.perform(.present(.sheet))
    #expect(stage.driver.path.current.map(\.destination) == [.sheet])
  }

  @Test func `a path that is written during a transition goes back after it`() async throws {
    let stage = try Stage("[home, a, b]")
    stage.once(at: .follow) { stage in #expect(show(first: 1, of: stage) == "[home, a, b, c]") }
    try stage.perform(.push(.c))
    #expect(stage.stack == "[home, a, b]")
    await until(stage.stack == "[home]")
  }

  @Test func `each screen of a stack that the host has closed may object, and no other`() throws {
    let stage = try Stage("[home] ▸ {[sheet, a] | *[b]}")
    var asked: [Place?] = []
    var interceptors: Set<Place?> = [.sheet]
    for place: Place? in [nil, .home, .sheet, .a, .b] {
      _ = stage.driver.onBack(on: place.flatMap { stage.screen($0) }) {
        asked.append(place)
        return interceptors.remove(place) == nil ? .proceed : .intercept
      }
    }
    #expect(try stage.dismissPresented() == nil)
    #expect(stage.stack == "[home] ▸ {[sheet, a] | *[b]}")
    #expect(asked == [.b, .a, .sheet])
    asked = []
    #expect(try stage.dismissPresented() != nil)
    #expect(asked == [.b, .a, .sheet, nil])
    #expect(stage.stack == "[home]")
  }

  // MARK: Going back more than once

  private nonisolated static let late = NavigationOutcome<Never>.refused(
    .refused(action: "back", reason: "it would leave a screen whose back handlers were not asked")
  )

  @Test func `going back again while a guard decides does not leave a screen that was not asked`()
    async throws
  {
    let stage = try Stage("[home, a, b]")
    let gate = Gate()
    _ = stage.driver.addGuard { _, _ in
      try? await gate.pass()
      return .proceed
    }
    let tickets = [try stage.driver.back(), try stage.driver.back()]
    gate.open()
    #expect(await tickets[0]?.outcome == .done)
    #expect(await tickets[1]?.outcome == Self.late)
    #expect(stage.stack == "[home, a]")
  }

  @Test func `a sheet below the one that the user dismisses twice stays`() async throws {
    let stage = try Stage("[home] ▸ [a] ▸ [b]")
    let gate = Gate()
    _ = stage.driver.addGuard { _, _ in
      try? await gate.pass()
      return .proceed
    }
    let tickets = [try stage.dismissPresented(), try stage.dismissPresented()]
    gate.open()
    #expect(await tickets[0]?.outcome == .done)
    #expect(await tickets[1]?.outcome != .done)
    #expect(stage.stack == "[home] ▸ [a]")
  }

  @Test func `going back several times in a transition leaves one screen`() async throws {
    let stage = try Stage("[home, a, b]")
    var tickets: [NavigationTicket<Never>?] = []
    _ = stage.driver.onTransition { [weak driver = stage.driver] _ in
      if tickets.isEmpty { tickets = (0..<3).map { _ in try? driver?.back() } }
    }
    try stage.perform(.push(.c))
    #expect(stage.stack == "[home, a, b]")
    #expect(await tickets[0]?.outcome == .done)
    #expect(await tickets[2]?.outcome == Self.late)
  }

  @Test func `a screen that opens before the user's back has its turn stays`() async throws {
    let stage = try Stage("[home, a]")
    let gate = Gate()
    _ = stage.driver.addGuard { _, _ in
      try? await gate.pass()
      return .proceed
    }
    try stage.perform(.push(.b))
    let back = try stage.driver.back()
    gate.open()
    #expect(await back?.outcome == Self.late)
    #expect(stage.stack == "[home, a, b]")
  }

  @Test(arguments: ["[home]", "[home, a]", "[home, a, sheet]", "[home, a] ▸ [sheet]"])
  func `going back over several screens goes on after the guard, if nothing else has happened`(
    _ end: String
  ) async throws {
    let stage = try Stage("[home, a, b, c]")
    var asked: [Place] = []
    for place: Place in [.a, .b, .c] {
      _ = stage.driver.onBack(on: stage.screen(place)) {
        asked.append(place)
        return .proceed
      }
    }
    _ = stage.driver.addGuard { spec, stack in
      guard case .pop = spec, stack.top.destination == .b else { return .proceed }
      switch end {
      case "[home, a]": _ = stage.driver.onBack(on: stage.screen(.a)) { .intercept }
      // It opens after the pop that uncovers the next screen.
      case "[home, a, sheet]": _ = try? stage.perform(.push(.sheet))
      case "[home, a] ▸ [sheet]": return .redirect(.steps([.pop(), .present(.sheet)]))
      default: break
      }
      return .proceed
    }
    #expect(show(first: 1, of: stage) == "[home, a, b, c]")
    await until(stage.stack == end)
    for _ in 0..<3 { await mainActorQueueDrained() }
    #expect(stage.stack == end)
    if end == "[home]" { #expect(asked == [.c, .b, .a]) }
  }

  @Test func `a guard that refuses ends the way back over several screens`() async throws {
    let stage = try Stage("[home] ▸ [a] ▸ [b] ▸ [c]")
    _ = stage.driver.addGuard { _, stack in
      stack.top.destination == .b ? .refuse(reason: "not now") : .proceed
    }
    let lowest = stage.driver.stack.current.layers[1].id
    #expect(await (try stage.driver.hostDidDismiss(lowest))?.outcome == .done)
    for _ in 0..<3 { await mainActorQueueDrained() }
    #expect(stage.stack == "[home] ▸ [a] ▸ [b]")
  }

  // MARK: Handlers of view models in a screen

  @Test func `the handler of a child is asked before its screen is left`() throws {
    let stage = try OriginStage("[home, a]")
    let part = try stage.screen(.a).part
    let grandchild = BaseLifecycleViewModel()
    part.addChild(grandchild)
    var decisions: [NavigationBackDecision] = [.intercept, .proceed, .intercept, .proceed]
    for viewModel in [grandchild, part] {
      _ = stage.driver.onBack(on: viewModel) { decisions.removeFirst() }
    }
    #expect(try stage.driver.back() == nil)
    #expect(try stage.driver.back() == nil)
    #expect(decisions == [.proceed])
    decisions = [.proceed, .proceed]
    #expect(try stage.driver.back() != nil)
    #expect(decisions.isEmpty)
    #expect(stage.stack == "[home]")
  }

  @Test func `the handler of a child of a covered screen is not asked`() throws {
    let stage = try OriginStage("[home, a, b]")
    _ = stage.driver.onBack(on: try stage.screen(.a).part) { .intercept }
    try stage.driver.back()
    #expect(stage.stack == "[home, a]")
    #expect(try stage.driver.back() == nil)
  }

  @Test func `handlers at the outer driver are asked for screens of a nested stack`() throws {
    final class Holder: BaseLifecycleViewModel {
      let pages = NavigationDriver(root: Place.a) { OriginScreen($0, $1) }

      init() {
        super.init()
        addChild(pages)
      }
    }
    let driver = NavigationDriver(root: Place.home) { place, _ in
      place == .sheet ? Holder() : BaseLifecycleViewModel()
    }
    driver.start()
    try driver.perform(.push(.sheet))
    let holder = try #require(driver.topScreen as? Holder)
    try holder.pages.perform(.push(.b))
    let (first, second) = (
      holder.pages.viewModel(of: holder.pages.stack.current.entries[0].id),
      try #require(holder.pages.topScreen as? OriginScreen)
    )
    var asked: [String] = []
    _ = driver.onBack(on: first) {
      asked.append("first")
      return .proceed
    }
    let child = driver.onBack(on: second.part) {
      asked.append("child of second")
      return .intercept
    }
    #expect(try driver.back() == nil)
    #expect(asked == ["child of second"])
    child.dispose()
    try driver.back()
    #expect("\(holder.pages.stack.current)" == "[a]")
    #expect(asked == ["child of second"])
    try driver.back()
    #expect("\(driver.stack.current)" == "[home]")
    #expect(asked == ["child of second", "first"])
  }

  // MARK: Late reports

  @Test func `no handler is asked about a stack that is not presented`() async throws {
    let stage = try Stage("[home]")
    _ = stage.driver.onBack { .intercept }
    let base = stage.driver.stack.current.layers[0].id
    #expect(await (try stage.driver.hostDidDismiss(base))?.outcome == .done)
    #expect(stage.stack == "[home]")
  }

  @Test(arguments: ["[home] ▸ [b]", "[home, a]", "[home]"])
  func `a late report of a dismissal changes nothing`(_ later: String) throws {
    let stage = try Stage("[home] ▸ [a]")
    let sheet = stage.driver.stack.current.layers[1].id
    try stage.perform(.dismiss())
    switch later {
    case "[home] ▸ [b]": try stage.perform(.present(.b))
    case "[home, a]": try stage.perform(.push(.a))
    default: break
    }
    try stage.driver.hostDidDismiss(sheet)
    #expect(stage.stack == later)
  }

  @Test func `dismissing a stack closes those that are presented over it, top first`() throws {
    let stage = try Stage("[home] ▸ [a] ▸ [b, c]")
    var kinds: [String] = []
    _ = stage.driver.onTransition { kinds.append("\($0.kind) \($0.stack)") }
    try stage.driver.hostDidDismiss(stage.driver.stack.current.layers[1].id)
    #expect(kinds == ["dismiss [home] ▸ [a]", "dismiss [home]"])
  }

  @Test func `a handler that presents a stack anew each time does not hold up a dismissal`() throws
  {
    let stage = try Stage("[home] ▸ [a] ▸ [b]")
    var asked = 0
    _ = stage.driver.onBack { [unowned stage] in
      asked += 1
      #expect(throws: Never.self) {
        try stage.perform(.dismiss())
        try stage.perform(.present(.b))
      }
      return asked < 9 ? .proceed : .intercept
    }
    let sheet = stage.driver.stack.current.layers[1].id
    let refusal = NavigationError.refused(
      action: "dismiss",
      reason: "it would leave a screen whose back handlers were not asked"
    )
    #expect(throws: refusal) { try stage.driver.hostDidDismiss(sheet) }
    #expect(asked == 1)
    #expect(stage.stack == "[home] ▸ [a] ▸ [b]")
  }

  @Test func `a handler of an upper stack keeps it and those under it`() throws {
    let stage = try Stage("[home] ▸ [a] ▸ [b]")
    _ = stage.driver.onBack(on: stage.screen(.b)) { .intercept }
    #expect(try stage.driver.hostDidDismiss(stage.driver.stack.current.layers[1].id) == nil)
    #expect(stage.stack == "[home] ▸ [a] ▸ [b]")
  }

  // MARK: Tabs

  @Test func `a late report of a tab means the tab that was tapped`() throws {
    let stage = try Stage("{*[home] | [a] | [b]}")
    let tabs = stage.driver.stack.current.layers[0].tabs
    try stage.perform(.tabs([.home, .b]))
    stage.driver.hostDidSelect(tabs[1][0].id)
    #expect(stage.stack == "{*[home] | [b]}")
    stage.driver.hostDidSelect(tabs[2][0].id)
    #expect(stage.stack == "{[home] | *[b]}")
  }

  /// What happens before the tap on the tab `a` has its turn, and the stack after that.
  @Test(
    arguments: [
      ("{*[home] | [a] | [b]}", .tabs([.home, .b, .a]), "{[home] | [b] | *[a]}"),
      ("{*[home] | [a] | [b]}", .tabs([.home, .b]), "{*[home] | [b]}"),
      ("{*[home] | [a]} ▸ [sheet]", .dismiss(), "{[home] | *[a]}"),
      ("{*[home] | [a]}", .present(.sheet), "{[home] | *[a]} ▸ [sheet]"),
    ] as [(String, NavigationSpec<Place>, String)]
  )
  func `a tap on a tab that waits selects that tab, wherever it is then`(
    _ picture: String,
    _ earlier: NavigationSpec<Place>,
    _ expected: String
  ) async throws {
    let stage = try Stage(picture)
    let asking = SlowGuard(stage.driver)
    try stage.perform(earlier)
    stage.driver.hostDidSelect(stage.driver.stack.current.layers[0].tabs[1][0].id)
    let last = try stage.perform(.steps([]))
    asking.open()
    #expect(await last.outcome == .done)
    #expect(stage.stack == expected)
  }

  @Test(arguments: Moment.allCases)
  func `a tab that is tapped in the transition that moves it is selected`(
    _ moment: Moment
  ) throws {
    let stage = try Stage("{*[home, c] | [a] | [b]}")
    let tab = stage.driver.stack.current.layers[0].tabs[1][0].id
    stage.once(at: moment) { $0.driver.hostDidSelect(tab) }
    try stage.perform(.steps([.replace(.sheet), .tabs([.home, .b, .a])]))
    #expect(stage.stack == "{[home, sheet] | [b] | *[a]}")
  }

  @Test func `selecting a tab under a presented stack keeps that stack`() throws {
    let stage = try Stage("{*[home] | [a]} ▸ [sheet]")
    stage.driver.hostDidSelect(stage.driver.stack.current.layers[0].tabs[1][0].id)
    #expect(stage.stack == "{[home] | *[a]} ▸ [sheet]")
  }

  @Test func `a second tap on a tab goes back to its first screen, asking each screen`() throws {
    let stage = try Stage("{*[home, a, b] | [c]}")
    var asked: [Place] = []
    for place: Place in [.home, .a, .b] {
      _ = stage.driver.onBack(on: stage.screen(place)) {
        asked.append(place)
        return .proceed
      }
    }
    let home = stage.driver.stack.current.layers[0].tabs[0][0].id
    stage.driver.hostDidSelect(home)
    #expect(stage.stack == "{*[home] | [c]}")
    #expect(asked == [.b, .a])
    stage.driver.hostDidSelect(home)
    #expect(stage.stack == "{*[home] | [c]}")
  }

  @Test func `a second tap on a tab stops at a screen whose handler intercepts`() throws {
    let stage = try Stage("{*[home, a, b] | [c]}")
    _ = stage.driver.onBack(on: stage.screen(.a)) { .intercept }
    stage.driver.hostDidSelect(stage.driver.stack.current.layers[0].tabs[0][0].id)
    #expect(stage.stack == "{*[home, a] | [c]}")
  }

  @Test func `a second tap on a tab is an event, which the app may handle itself`() throws {
    let stage = try Stage("{*[home, a] | [c]}")
    let home = stage.driver.stack.current.layers[0].tabs[0][0]
    var events: [String] = []
    _ = stage.driver.onReselect { tab in
      events.append("older \(tab.destination)")
      return .proceed
    }
    let newer = stage.driver.onReselect { tab in
      events.append("newer \(tab.destination)")
      return .intercept
    }
    stage.driver.hostDidSelect(home.id)
    #expect(stage.stack == "{*[home, a] | [c]}")
    newer.dispose()
    stage.driver.hostDidSelect(home.id)
    #expect(stage.stack == "{*[home] | [c]}")
    #expect(events == ["newer home", "older home"])
  }

  // MARK: Whether the user can go back

  @Test func `whether the user can go back follows the stack`() async throws {
    let stage = try Stage("[home]")
    let canGoBack = stage.driver.canGoBack
    var values: [Bool] = []
    let token = canGoBack.observe { values.append($0) }
    for spec: NavigationSpec<Place> in [.push(.a), .pop(), .present(.b), .dismiss()] {
      try stage.perform(spec)
      let expected = spec.kind == "push" || spec.kind == "present"
      #expect(canGoBack.current == expected)
      await until(values.last == expected)
    }
    #expect(values == [false, true, false, true, false])
    token.dispose()
  }
}

extension Stage {
  /// Reports that the user has closed the presented stack.
  fileprivate func dismissPresented() throws -> NavigationTicket<Never>? {
    try driver.hostDidDismiss(driver.stack.current.layers.last?.id ?? driver.stack.current.top.id)
  }
}
