import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Going back because the user asks for it, and hosts that have gone back by themselves.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationBackTests {
  private let home = BackStackEntryID(rawValue: 1)

  /// What the user does, or the app.
  enum Act: Sendable {
    case back, dismiss
    case perform(NavigationSpec<Place>)

    @MainActor
    func ask(_ driver: NavigationDriver<Place>) throws -> NavigationTicket<Never>? {
      switch self {
      case .back: try driver.back()
      case .dismiss:
        try driver.hostDidDismiss(driver.stack.current.layers.last?.id ?? .init(rawValue: 0))
      case .perform(let spec): try driver.perform(spec)
      }
    }
  }

  // MARK: Handlers

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

  @Test func `a handler that changes the stack leaves no screen that was not asked`() throws {
    let stage = try Stage("[home, a, b]")
    stage.noteBack(of: [.a], keeping: [.a])
    _ = stage.driver.onBack(on: stage.screen(.b)) { [unowned stage] in
      #expect(throws: Never.self) { try stage.perform(.pop()) }
      return .proceed
    }
    #expect(throws: NavigationError.unasked("back")) { try stage.driver.back() }
    #expect(stage.stack == "[home, a]")
  }

  @Test func `going back before the start closes the restored screen at the start`() async throws {
    let stage = Stage(
      try BackStack("[home, a]"),
      NavigationConfiguration(beforeStart: .wait(limit: 4)),
      isStarted: false
    )
    let ticket = try stage.driver.back()
    stage.driver.start()
    try await ticket?.waitForTransition()
    #expect(stage.stack == "[home]")
  }

  @Test(arguments: [Act.back, .dismiss])
  func `going back from a presented stack asks the screens of its other tabs`(
    _ act: Act
  ) throws {
    let stage = try Stage("[home] ▸ {[sheet, a] | *[b]}")
    stage.noteBack(of: [nil, .home, .sheet, .a, .b], keeping: [.sheet])
    #expect(try act.ask(stage.driver) == nil)
    #expect(stage.happened() == "ask b, ask a, ask sheet")
    #expect(stage.stack == "[home] ▸ {[sheet, a] | *[b]}")
    #expect(try act.ask(stage.driver) != nil)
    #expect(stage.happened().hasPrefix("ask b, ask a, ask sheet, ask any, pause b"))
    #expect(stage.stack == "[home]")
  }

  @Test func `the handler of a child is asked before its screen is left`() throws {
    let stage = try OriginStage("[home, a]")
    let part = try stage.screen(.a).part
    let grandchild = BaseLifecycleViewModel()
    part.addChild(grandchild)
    var decisions: [NavigationBackDecision] = [
      .intercept, .proceed, .intercept, .proceed, .proceed,
    ]
    for viewModel in [grandchild, part] {
      _ = stage.driver.onBack(on: viewModel) { decisions.removeFirst() }
    }
    // It is not asked for another screen.
    _ = stage.driver.onBack(on: try stage.screen(.home).part) { .intercept }
    for _ in 0..<2 { #expect(try stage.driver.back() == nil) }
    #expect(try stage.driver.back() != nil)
    #expect(decisions.isEmpty)
    #expect(stage.stack == "[home]")
  }

  @Test func `handlers at the outer driver are asked for screens of a nested stack`() throws {
    let pages = NavigationDriver(root: Place.a) { OriginScreen($0, $1) }
    let driver = NavigationDriver(root: Place.home) { place, _ in
      let screen = BaseLifecycleViewModel()
      if place == .sheet { screen.addChild(pages) }
      return screen
    }
    driver.start()
    try driver.perform(.push(.sheet))
    let first = pages.topViewModel
    try pages.perform(.push(.b))
    var asked: [String] = []
    _ = driver.onBack(on: first) {
      asked.append("first")
      return .proceed
    }
    let child = driver.onBack(on: (pages.topViewModel as? OriginScreen)?.part) {
      asked.append("child of second")
      return .intercept
    }
    #expect(try driver.back() == nil)
    #expect(asked == ["child of second"])
    child.dispose()
    for expected in ["[home, sheet([a])]", "[home]"] {
      try driver.back()
      #expect(driver.picture == expected)
    }
    #expect(asked == ["child of second", "first"])
  }

  // MARK: Hosts that have gone back

  /// What the handler of the shown screen does, the stack after the host has gone back to its first
  /// screen, and what has happened.
  @Test(
    arguments: [
      (
        "proceeds", "[home]",
        "ask b, pause b, clear b, resume a, ask a, pause a, clear a, resume home"
      ),
      (
        "closes its screen", "[home]",
        "ask b, pause b, clear b, resume a, ask a, pause a, clear a, resume home"
      ),
      ("intercepts", "[home, a, b]", "ask b"),
      ("ends the driver", "[home, a, b]", "ask b, pause b, clear b, clear a, clear home"),
    ]
  )
  func `a host that goes back over several screens asks each of them`(
    _ act: String,
    _ expected: String,
    _ happened: String
  ) throws {
    let stage = try Stage(.home, .a, .b)
    _ = stage.driver.onBack(on: stage.screen(.b)) { [unowned stage] in
      switch act {
      case "closes its screen": _ = try? stage.perform(.pop())
      case "ends the driver": stage.driver.end()
      default: break
      }
      return .proceed
    }
    stage.noteBack(of: [.a, .b], keeping: act == "intercepts" ? [.b] : [])
    stage.driver.hostDidShow(first: 1)
    #expect(stage.stack == expected)
    #expect(stage.happened() == happened)
  }

  @Test func `the path follows the shown stack`() throws {
    let stage = try Stage()
    for (spec, path) in [(.push(.a), [.home, .a]), (.present(.sheet), [.sheet])]
      as [(NavigationSpec<Place>, [Place])]
    {
      try stage.perform(spec)
      #expect(stage.driver.path.current.map(\.destination) == path)
    }
  }

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

  @Test func `a handler that always presents its stack again does not delay a dismissal`() throws {
    let stage = try Stage("[home] ▸ [a] ▸ [b]")
    var asked = 0
    _ = stage.driver.onBack { [unowned stage] in
      asked += 1
      for spec: NavigationSpec<Place> in [.dismiss(), .present(.b)] { _ = try? stage.perform(spec) }
      return asked < 9 ? .proceed : .intercept
    }
    let sheet = stage.driver.stack.current.layers[1].id
    #expect(throws: NavigationError.unasked("dismiss")) { try stage.driver.hostDidDismiss(sheet) }
    #expect(asked == 1)
    #expect(stage.stack == "[home] ▸ [a] ▸ [b]")
  }

  // MARK: Going back more than once

  /// While a guard decides, and during a transition.
  @Test(
    arguments: [
      ("[home, a, b]", [.back, .back, .back], "[home, a]"),
      ("[home] ▸ [a] ▸ [b]", [.dismiss, .dismiss], "[home] ▸ [a]"),
      ("[home, a]", [.perform(.push(.b)), .back], "[home, a, b]"),
      // Milad-Akarie/auto_route_library#1643, flutter/flutter#140510
      ("[home, a]", [.perform(.present(.sheet)), .back], "[home, a] ▸ [sheet]"),
    ] as [(String, [Act], String)],
    [true, false]
  )
  func `the user leaves one screen, however often he goes back before its turn`(
    _ row: (picture: String, acts: [Act], expected: String),
    isGuarded: Bool
  ) async throws {
    let (picture, acts, expected) = row
    let stage = try Stage(picture)
    var tickets: [NavigationTicket<Never>?] = []
    if isGuarded {
      let asking = SlowGuard(stage.driver)
      tickets = try acts.map { try $0.ask(stage.driver) }
      asking.open()
    } else {
      stage.once(at: .follow) { stage in
        tickets = acts.map { try? $0.ask(stage.driver) }
        #expect(stage.stack == picture)
      }
      try stage.perform(.replace(stage.driver.stack.current.top.destination))
    }
    #expect(await tickets[0]?.outcome == .done)
    for ticket in tickets.dropFirst() {
      guard case .refused = await ticket?.outcome else {
        Issue.record("a screen was left that was not asked")
        return
      }
    }
    #expect(stage.stack == expected)
  }

  @Test(arguments: [
    "[home]", "[home, a]", "[home, a, sheet]", "[home, a] ▸ [sheet]", "[home, a, b]",
  ])
  func `going back over several screens continues after the guard, if nothing else has happened`(
    _ end: String
  ) async throws {
    let stage = try Stage("[home, a, b, c]")
    stage.noteBack(of: [.a, .b, .c])
    _ = stage.driver.addGuard { spec, stack in
      guard case .pop = spec, stack.top.destination == .b else { return .proceed }
      switch end {
      case "[home, a]": stage.noteBack(of: [.a], keeping: [.a])
      // It opens after the pop that uncovers the next screen.
      case "[home, a, sheet]": _ = try? stage.perform(.push(.sheet))
      case "[home, a] ▸ [sheet]": return .redirect(.steps([.pop(), .present(.sheet)]))
      case "[home, a, b]": return .refuse(reason: "not now")
      default: break
      }
      return .proceed
    }
    stage.driver.hostDidShow(first: 1)
    await until(stage.stack == end)
    for _ in 0..<3 { await mainActorQueueDrained() }
    // Whatever the user would still leave has its turn before this.
    #expect(await (try stage.perform(.update(home, to: .home))).outcome == .done)
    #expect(stage.stack == end)
    let asked = stage.journal.take().filter { $0.hasPrefix("ask") }
    if end == "[home]" { #expect(asked == ["ask c", "ask b", "ask a"]) }
  }

  // MARK: Tabs

  /// What happens before the tap on the tab `a` has its turn, and the stack after that.
  @Test(
    arguments: [
      ("{*[home] | [a] | [b]}", .tabs([.home, .b, .a]), "{[home] | [b] | *[a]}"),
      ("{*[home] | [a] | [b]}", .tabs([.home, .b]), "{*[home] | [b]}"),
      ("{*[home] | [a]} ▸ [sheet]", .dismiss(), "{[home] | *[a]}"),
      ("{*[home] | [a]}", .present(.sheet), "{[home] | *[a]} ▸ [sheet]"),
    ] as [(String, NavigationSpec<Place>, String)],
    [true, false]
  )
  func `a late tap on a tab selects that tab, wherever it is then`(
    _ row: (picture: String, earlier: NavigationSpec<Place>, expected: String),
    isGuarded: Bool
  ) async throws {
    let stage = try Stage(row.picture)
    let tab = stage.driver.stack.current.layers[0].tabs[1][0].id
    let asking = SlowGuard(stage.driver)
    if !isGuarded { asking.dispose() }
    try stage.perform(row.earlier)
    stage.driver.hostDidSelect(tab)
    let last = try stage.perform(.update(home, to: .home))
    asking.open()
    #expect(await last.outcome == .done)
    #expect(stage.stack == row.expected)
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

  @Test func `a second tap on a tab goes back to its first screen, asking each screen`() throws {
    let stage = try Stage("{*[home, a, b] | [c]}")
    stage.noteBack(of: [.home, .a, .b])
    let home = stage.driver.stack.current.layers[0].id
    for _ in 0..<2 {
      stage.driver.hostDidSelect(home)
      #expect(stage.stack == "{*[home] | [c]}")
    }
    #expect(stage.journal.take().filter { $0.hasPrefix("ask") } == ["ask b", "ask a"])
  }

  @Test func `a second tap on a tab is an event, which the app may handle itself`() throws {
    let stage = try Stage("{*[home, a] | [c]}")
    let home = stage.driver.stack.current.layers[0].id
    var events: [String] = []
    let tokens = [("older", NavigationBackDecision.proceed), ("newer", .intercept)].map {
      name,
      decision in
      stage.driver.onReselect { tab in
        events.append("\(name) \(tab.destination)")
        return decision
      }
    }
    stage.driver.hostDidSelect(home)
    #expect(stage.stack == "{*[home, a] | [c]}")
    tokens[1].dispose()
    stage.driver.hostDidSelect(home)
    #expect(stage.stack == "{*[home] | [c]}")
    #expect(events == ["newer home", "older home"])
  }

  // MARK: A driver that accepts no requests

  @Test(arguments: [true, false])
  func `before the start and after the end, the user's acts ask no guard and change nothing`(
    isEnded: Bool
  ) throws {
    let stage = Stage(try BackStack("{*[home, a] | [b]} ▸ [sheet]"), isStarted: isEnded)
    let driver = stage.driver
    if isEnded { driver.end() }
    _ = stage.happened()
    var asked = 0
    _ = driver.onBack {
      asked += 1
      return .proceed
    }
    _ = driver.onReselect { _ in
      asked += 1
      return .proceed
    }
    let layers = driver.stack.current.layers
    #expect(throws: NavigationError.noHost(action: "back")) { try driver.back() }
    #expect(throws: NavigationError.noHost(action: "dismiss")) {
      try driver.hostDidDismiss(layers[1].id)
    }
    for tab in layers[0].tabs { driver.hostDidSelect(tab[0].id) }
    driver.hostDidShow([layers[0].path[0]])
    #expect(asked == 0)
    #expect(stage.stack == "{*[home, a] | [b]} ▸ [sheet]")
    #expect(stage.happened() == "")
  }
}
