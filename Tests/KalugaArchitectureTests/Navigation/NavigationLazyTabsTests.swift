import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tabs whose view models are made when the tab is first selected.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationLazyTabsTests {
  private nonisolated static let lazily = NavigationConfiguration(hiddenTabs: .lazily)

  private func stage(_ picture: String, isStarted: Bool = true) throws -> Stage {
    Stage(try BackStack(picture), Self.lazily, isStarted: isStarted)
  }

  /// The names of the entries that have view models.
  private func made<Destination>(_ driver: NavigationDriver<Destination>) -> [Destination] {
    driver.stack.current.entries.filter { driver.viewModel(of: $0.id) != nil }.map(\.destination)
  }

  // MARK: When a tab is made

  @Test func `a tab is made when it is first selected, and then kept`() throws {
    let stage = try stage("{*[home] | [a, b] | [c]}", isStarted: false)
    stage.driver.start()
    #expect(stage.happened() == "make home, resume home")
    try stage.perform(.selectTab(1))
    #expect(stage.happened() == "pause home, make a, make b, resume b")
    try stage.perform(.selectTab(0))
    #expect(stage.happened() == "pause b, resume home")
    try stage.perform(.selectTab(1))
    #expect(stage.happened() == "pause home, resume b")
    stage.driver.end()
    #expect(stage.happened() == "pause b, clear b, clear a, clear home")
  }

  @Test func `without the configuration, the screens of all tabs are made at the start`() throws {
    let stage = Stage(try BackStack("{*[home] | [a]}"), isStarted: false)
    stage.driver.start()
    #expect(stage.happened() == "make a, make home, resume home")
    #expect(NavigationConfiguration().hiddenTabs == .eagerly)
  }

  /// An operation, what happens, and the screens that then have view models.
  @Test(
    arguments: [
      (.steps([.selectTab(1), .push(.b), .selectTab(0)]), "", [.home]),
      (
        .steps([.selectTab(1), .push(.b)]), "pause home, make a, make b, resume b",
        [.home, .a, .b]
      ),
      (.steps([.selectTab(1), .replace(.b), .selectTab(0)]), "", [.home]),
      (.tabs([.home, .a, .b]), "", [.home]),
      (.tabs([.home, .a], selected: 1), "pause home, make a, resume a", [.home, .a]),
      (.tabs([.a]), "pause home, clear home, make a, resume a", [.a]),
      (.present(.sheet), "pause home, make sheet, resume sheet", [.home, .sheet]),
      (
        .steps([.present(.sheet), .tabs([.sheet, .b])]), "pause home, make sheet, resume sheet",
        [.home, .sheet]
      ),
      (
        .steps([.present(.sheet), .below(.selectTab(1))]),
        "pause home, make a, make sheet, resume sheet", [.home, .a, .sheet]
      ),
      (.open(root: .home, [.b]), "pause home, make b, resume b", [.home, .b]),
      (.setRoot(.b), "pause home, clear home, make b, resume b", [.b]),
    ] as [(NavigationSpec<Place>, String, [Place])]
  )
  func `an operation makes the screens of selected tabs`(
    _ spec: NavigationSpec<Place>,
    _ expected: String,
    _ screens: [Place]
  ) throws {
    let stage = try stage("{*[home] | [a]}")
    try stage.perform(spec)
    #expect(stage.happened() == expected)
    #expect(Set(made(stage.driver)) == Set(screens))
  }

  @Test func `a screen that is pushed into a hidden tab is made only if the tab was made`() throws {
    let stage = try stage("{*[home] | [a] | [b]}")
    try stage.perform(.selectTab(1))
    try stage.perform(.selectTab(0))
    _ = stage.happened()
    try stage.perform(.steps([.selectTab(1), .push(.c), .selectTab(0)]))
    #expect(stage.happened() == "make c")
    try stage.perform(.steps([.selectTab(2), .push(.sheet), .selectTab(0)]))
    #expect(stage.happened() == "")
    #expect(stage.stack == "{*[home] | [a, c] | [b, sheet]}")
  }

  @Test func `a tap of the user on a tab makes it`() throws {
    let stage = try stage("{*[home] | [a]} ▸ [sheet]")
    stage.driver.hostDidSelect(stage.driver.stack.current.layers[0].tabs[1][0].id)
    #expect(stage.happened() == "make a")
    #expect(stage.driver.topViewModel === stage.screen(.sheet))
  }

  // MARK: Screens that are not made

  @Test func `a screen that is not made has no view model, and none of its names is missing`()
    throws
  {
    let stage = try stage("{*[home] | [a, b]}")
    let hidden = stage.driver.stack.current.layers[0].tabs[1]
    for entry in hidden { #expect(stage.driver.viewModel(of: entry.id) == nil) }
    #expect(stage.driver.stack.current.entries.map(\.destination) == [.a, .b, .home])
    #expect(stage.driver.topViewModel === stage.screen(.home))
    let pictures = Log<String>()
    _ = stage.driver.onTransition { pictures.append($0.picture) }
    try stage.perform(.push(.c))
    #expect(pictures.text == "{*[home, c] | [a, b]}")
  }

  @Test func `screens that are not made are updated, moved and forgotten without a hook`()
    async throws
  {
    let stage = try stage("{*[home] | [a, b, c] | [sheet]}")
    let ids = stage.driver.stack.current.layers[0].tabs[1].map(\.id)
    try stage.perform(.update(ids[0], to: .b))
    #expect(stage.stack == "{*[home] | [b, b, c] | [sheet]}")
    try stage.perform(.closeEntry(ids[2]))
    #expect(stage.stack == "{*[home] | [b, b] | [sheet]}")
    try stage.perform(.steps([.selectTab(1), .popTo(.b, inclusive: false), .selectTab(0)]))
    try stage.perform(.tabs([.home, .b]))
    #expect(stage.stack == "{*[home] | [b, b]}")
    #expect(stage.happened() == "")
    try stage.perform(.selectTab(1))
    #expect(stage.happened() == "pause home, make b, make b, resume b")
    stage.driver.end()
  }

  @Test func `a request for the result of a screen that is never made ends with it`() async throws {
    let driver = try restored(from: "{*[home] | [a, b]}") { stage in
      try stage.driver.perform(.selectTab(0))
      try stage.screen(.home).askForNumber(.steps([.present(.sheet), .tabs([.a, .sheet])]))
    }
    let home = try #require(screen(.home, of: driver))
    #expect(driver.stack.current.description == "{*[home] | [a, b]} ▸ {*[a] | [sheet]}")
    try driver.perform(.dismiss(result: OriginStage.number(7)))
    await home.requestsDidEnd()
    #expect(home.numbers == [7])
  }

  @Test func `going back from a presented stack asks only the screens that are made`() throws {
    let stage = try stage("[home] ▸ {*[sheet] | [a]}")
    stage.noteBack(of: [nil, .sheet])
    #expect(try stage.driver.back() != nil)
    #expect(stage.happened() == "ask sheet, ask any, pause sheet, clear sheet, resume home")
    #expect(stage.stack == "[home]")
  }

  // MARK: The user goes back while a tab is made

  /// Whether the handler of the new tab keeps the user there.
  @Test(arguments: ["back", "dismiss"], [true, false])
  func `a user who goes back while a tab is made is kept by the handlers of its screens`(
    _ act: String,
    isKept: Bool
  ) async throws {
    let stage = try stage("[home] ▸ {*[sheet] | [a]}")
    stage.noteBack(of: [nil, .sheet])
    stage.onMake = { [unowned stage] _ in
      stage.noteBack(of: [.a], keeping: isKept ? [.a] : [])
    }
    var ticket: NavigationTicket<Never>?
    stage.once(at: .pause) { stage in
      let id = stage.driver.stack.current.layers[1].id
      ticket = act == "back" ? try? stage.driver.back() : try? stage.driver.hostDidDismiss(id)
    }
    try stage.perform(.selectTab(1))
    let happened = stage.happened()
    #expect(happened.hasPrefix("pause sheet, ask sheet, ask any, make a, resume a, ask a"))
    let outcome = await ticket?.outcome
    if isKept {
      let reason = "the back handler of a screen that was made while it waited keeps the user there"
      #expect(outcome == .refused(.refused(action: act, reason: reason)))
      #expect(stage.stack == "[home] ▸ {[sheet] | *[a]}")
    } else {
      #expect(outcome == .done)
      #expect(stage.stack == "[home]")
    }
  }

  @Test func `the handlers of restored screens are asked if the user goes back before the start`()
    async throws
  {
    let stage = Stage(
      try BackStack("[home, a]"),
      NavigationConfiguration(beforeStart: .wait(limit: 4)),
      isStarted: false
    )
    stage.onMake = { [unowned stage] screen in
      if screen.name == "a" { stage.noteBack(of: [.a], keeping: [.a]) }
    }
    let ticket = try #require(try stage.driver.back())
    stage.driver.start()
    #expect(stage.stack == "[home, a]")
    guard case .refused(.refused(action: "back", _)) = await ticket.outcome else {
      Issue.record("a screen was left that its handler keeps")
      return
    }
  }

  @Test func `requests of a handler that is asked late wait, and it may end the driver`()
    async throws
  {
    for ends in [false, true] {
      let stage = try stage("[home] ▸ {*[sheet] | [a]}")
      stage.onMake = { [unowned stage] screen in
        _ = stage.driver.onBack(on: screen) { [unowned stage] in
          if ends { stage.driver.end() } else { _ = try? stage.perform(.push(.b)) }
          return .proceed
        }
      }
      var ticket: NavigationTicket<Never>?
      stage.once(at: .pause) { ticket = try? $0.driver.back() }
      try stage.perform(.selectTab(1))
      let outcome = await ticket?.outcome
      #expect(outcome == (ends ? .refused(.noHost(action: "back")) : .done))
      if !ends { #expect(stage.stack == "[home, b]") }
    }
  }

  // MARK: Saving

  private func screen(_ place: Place, of driver: NavigationDriver<Place>) -> OriginScreen? {
    driver.stack.current.entries.compactMap { driver.viewModel(of: $0.id) as? OriginScreen }
      .last { $0.place == place }
  }

  private func restore(_ snapshot: NavigationSnapshot<Place>) throws -> NavigationDriver<Place> {
    let driver = NavigationDriver(
      restoring: try NavigationSnapshot<Place>(try snapshot.data()),
      configuration: Self.lazily
    ) { OriginScreen($0, $1) }
    driver.start()
    return driver
  }

  /// Returns a driver that continues with the stack of an earlier process, in which all tabs exist.
  private func restored(
    from picture: String,
    _ change: (OriginStage) throws -> Void
  ) throws -> NavigationDriver<Place> {
    let stage = try OriginStage(picture)
    try change(stage)
    return try restore(stage.driver.snapshot())
  }

  @Test func `a hidden tab keeps its saved state until it is made`() throws {
    var driver = try restored(from: "{*[home] | [a, b]}") {
      try $0.screen(.a).text = "of a"
      try $0.screen(.b).text = "of b"
    }
    let first = driver.snapshot()
    #expect(first.states.count == 3)
    // Saved and restored again, without a look at the tab.
    for _ in 0..<2 { driver = try restore(driver.snapshot()) }
    #expect(made(driver) == [.home])
    #expect(driver.snapshot() == first)
    try driver.perform(.selectTab(1))
    #expect(screen(.a, of: driver)?.text == "of a")
    #expect(screen(.b, of: driver)?.text == "of b")
    screen(.b, of: driver)?.text = "newer"
    driver = try restore(driver.snapshot())
    try driver.perform(.selectTab(0))
    driver = try restore(driver.snapshot())
    try driver.perform(.selectTab(1))
    #expect(screen(.b, of: driver)?.text == "newer")
  }

  @Test func `an updated screen of a hidden tab is made with its saved state`() throws {
    let driver = try restored(from: "{*[home] | [a]}") { try $0.screen(.a).text = "kept" }
    let id = driver.stack.current.layers[0].tabs[1][0].id
    try driver.perform(.update(id, to: .b))
    try driver.perform(.selectTab(1))
    #expect(screen(.b, of: driver)?.text == "kept")
  }

  @Test func `the saved state of a screen that leaves a hidden tab is dropped`() throws {
    let driver = try restored(from: "{*[home] | [a, b]}") {
      try $0.screen(.a).text = "of a"
      try $0.screen(.b).text = "of b"
    }
    let ids = driver.stack.current.layers[0].tabs[1].map(\.id)
    try driver.perform(.closeEntry(ids[1]))
    #expect(driver.snapshot().states[ids[1]] == nil)
    try driver.perform(.tabs([.home, .c]))
    #expect(driver.snapshot().states.keys.contains(ids[0]) == false)
    try driver.perform(.selectTab(1))
    #expect(made(driver) == [.home, .c])
  }

  @Test func `a restored tab in which a screen awaits a result is made at the start`() async throws
  {
    let driver = try restored(from: "{[home] | [a] | *[b]}") {
      try $0.screen(.b).askForNumber(.push(.c))
      try $0.driver.perform(.selectTab(0))
    }
    #expect(made(driver) == [.b, .c, .home])
    let asker = try #require(screen(.b, of: driver))
    let asked = driver.stack.current.layers[0].tabs[2][1].id
    try driver.perform(.closeEntry(asked, result: OriginStage.number(7)))
    await asker.requestsDidEnd()
    #expect(asker.numbers == [7])
  }

  /// An operation, and the numbers that the screen below it receives from the screen `c`.
  @Test(
    arguments: [
      (.steps([.selectTab(1), .pop(result: OriginStage.number(7)), .selectTab(0)]), [7]),
      (
        .steps([
          .selectTab(1), .replace(.b), .pop(result: OriginStage.number(8)), .selectTab(0),
        ]), [8]
      ),
      (.tabs([.home, .sheet]), []), (.steps([.openInTab([.b], of: .a), .selectTab(0)]), []),
      (.setRoot(.home), []), (.open(root: .home), []),
    ] as [(NavigationSpec<Place>, [Int])]
  )
  func `a screen that is never made owes its result, through several processes`(
    _ spec: NavigationSpec<Place>,
    _ numbers: [Int]
  ) async throws {
    var driver = try restored(from: "{*[home] | [a]}") {
      try $0.screen(.home).askForNumber(.pushInTab(.c, of: .a))
    }
    driver = try restore(driver.snapshot())
    #expect(made(driver) == [.home])
    let home = try #require(screen(.home, of: driver))
    try driver.perform(spec)
    await home.requestsDidEnd()
    #expect(home.numbers == numbers)
    #expect(made(driver) == [.home])
  }

  @Test func `a nested stack in a hidden tab keeps its screens and their results until it is made`()
    async throws
  {
    let makeDriver = { (snapshot: NavigationSnapshot<Place>) in
      let driver = NavigationDriver(restoring: snapshot, configuration: Self.lazily) { place, _ in
        place == .a ? Reader() : BaseLifecycleViewModel()
      }
      driver.start()
      return driver
    }
    var driver = makeDriver(NavigationSnapshot(stack: try BackStack("{[home] | *[a]}")))
    let pages = try #require(driver.topViewModel as? Reader).pages
    try #require(pages.topViewModel as? OriginScreen).askForNumber(.push(.c))
    try #require(pages.topViewModel as? OriginScreen).text = "of c"
    try driver.perform(.selectTab(0))
    let text = try driver.savedText
    for _ in 0..<2 {
      driver = makeDriver(try NavigationSnapshot(try driver.snapshot().data()))
      #expect(made(driver) == [.home])
      #expect(try driver.savedText == text)
    }
    #expect(text.contains("[b, c]"))
    try driver.perform(.selectTab(1))
    let restored = try #require(driver.topViewModel as? Reader).pages
    #expect("\(restored.stack.current)" == "[b, c]")
    #expect(try #require(restored.topViewModel as? OriginScreen).text == "of c")
    let asker = try #require(restored.viewModel(of: restored.stack.current.entries[0].id))
    try restored.perform(.pop(result: OriginStage.number(7)))
    await (asker as? OriginScreen)?.requestsDidEnd()
    #expect((asker as? OriginScreen)?.numbers == [7])
  }
}

private final class Reader: BaseLifecycleViewModel {
  let pages = NavigationDriver(root: Place.b) { OriginScreen($0, $1) }

  init() {
    super.init()
    addChild(pages)
  }
}
