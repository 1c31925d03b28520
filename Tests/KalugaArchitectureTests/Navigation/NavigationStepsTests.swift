import KalugaArchitecture
import Testing

/// Several operations that are one transition, and screens that finish themselves.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationStepsTests {
  nonisolated static let steps: [(String, [NavigationSpec<Place>], String)] = [
    ("[home] ▸ [sheet]", [.dismiss(), .push(.a)], "[home, a]"),
    ("[home, a]", [.pop(), .push(.b)], "[home, b]"),
    ("{*[home, a] | [b]}", [.selectTab(1), .push(.c)], "{[home, a] | *[b, c]}"),
    ("[home, a]", [.setRoot(.b), .push(.c)], "[b, c]"),
    ("[home]", [.push(.a), .push(.b)], "[home, a, b]"),
    ("[home]", [.push(.a), .replace(.b), .present(.sheet)], "[home, b] ▸ [sheet]"),
    ("[home] ▸ [sheet]", [.below(.push(.a)), .push(.b)], "[home, a] ▸ [sheet, b]"),
    ("[home]", [.steps([.push(.a), .push(.b)]), .pop()], "[home, a]"),
    ("[home, a]", [], "[home, a]"),
  ]

  @Test(arguments: steps)
  func `steps are applied in order`(
    _ picture: String,
    _ steps: [NavigationSpec<Place>],
    _ expected: String
  ) throws {
    #expect("\(try BackStack<Place>(picture).applying(.steps(steps)))" == expected)
    let under = try BackStack<Place>("\(picture) ▸ [c]").applying(.below(.steps(steps)))
    #expect("\(under)" == "\(expected) ▸ [c]")
  }

  @Test(arguments: steps)
  func `steps leave the same screens as the operations one after the other`(
    _ picture: String,
    _ steps: [NavigationSpec<Place>],
    _: String
  ) throws {
    let (whole, single) = (try Stage(picture), try Stage(picture))
    try whole.perform(.steps(steps))
    for step in steps { try single.perform(step) }
    #expect(whole.stack == single.stack)
    for stage in [whole, single] {
      let top = stage.driver.topScreen
      #expect(top?.stage.current == .resumed)
      let shown = stage.driver.stack.current.entries.compactMap {
        stage.driver.viewModel(of: $0.id)
      }
      #expect(shown.count { $0.stage.current == .resumed } == 1)
      #expect(shown.allSatisfy { $0.stage.current != .cleared })
    }
  }

  @Test func `steps are one transition`() throws {
    let stage = try Stage("[home] ▸ [sheet]")
    var pictures: [String] = []
    _ = stage.driver.onTransition { pictures.append("\($0.kind) \($0.picture)") }
    try stage.perform(.steps([.dismiss(), .push(.a), .push(.b)]))
    #expect(pictures == ["steps [home, a, b]"])
    #expect(stage.happened() == "pause sheet, clear sheet, make a, make b, resume b")
  }

  @Test func `a screen that one step opens and a later one closes is never made`() throws {
    let stage = try Stage("[home]")
    try stage.perform(.steps([.push(.a), .push(.b), .popTo(.home), .push(.c)]))
    #expect(stage.happened() == "pause home, make c, resume c")
  }

  @Test func `a screen that is shown before and after the steps is not paused`() throws {
    let stage = try Stage("[home]")
    try stage.perform(.steps([.push(.a), .pop()]))
    #expect(stage.happened() == "")
    #expect(stage.stack == "[home]")
  }

  @Test(
    arguments: [
      ([.push(.a), .popTo(.c)], .notOnStack(screen: "c", stack: ["home", "a"])),
      ([.push(.a), .dismiss()], .nothingPresented(screen: "a")),
    ] as [([NavigationSpec<Place>], NavigationError)]
  )
  func `if one step is not possible, nothing changes`(
    _ steps: [NavigationSpec<Place>],
    _ error: NavigationError
  ) throws {
    let stage = try Stage("[home]")
    #expect(throws: error) { try stage.perform(.steps(steps)) }
    #expect(stage.stack == "[home]")
    #expect(stage.happened() == "")
  }

  @Test func `an effect cannot be a step`() throws {
    struct Chime: NavigationEffect {}
    let stage = try Stage("[home]")
    _ = stage.driver.onLaunch(of: Chime.self) { _ in Issue.record("launched") }
    let error = NavigationError.refused(
      action: "steps",
      reason: "'chime' is an effect, which cannot be a step; request it on its own"
    )
    #expect(throws: error) { try stage.perform(.steps([.push(.a), .launch(Chime())])) }
    #expect(stage.stack == "[home]")
  }

  @Test func `a guard sees the steps as a whole`() async throws {
    let stage = try Stage("[home] ▸ [sheet]")
    var kinds: [String] = []
    _ = stage.driver.addGuard { spec, _ in
      kinds.append(spec.kind)
      return .proceed
    }
    #expect(await (try stage.perform(.steps([.dismiss(), .push(.a)]))).outcome == .done)
    #expect(kinds == ["steps"])
  }

  @Test func `a step returns its result, and the last step opens the screen that is asked`()
    async throws
  {
    let stage = try OriginStage("[home]")
    let home = try stage.screen(.home)
    try home.askForNumber(.present(.sheet))
    let sheet = try stage.screen(.sheet)
    let ticket = try sheet.ask(
      .steps([.dismiss(result: OriginStage.number(4)), .push(.a)]),
      for: Int.self
    )
    await until(home.numbers == [4])
    #expect(stage.stack == "[home, a]")
    try stage.screen(.a).ask(.finish(result: OriginStage.number(5)))
    #expect(await ticket.outcome == .finished(5))
    #expect(home.numbers == [4])
  }

  @Test func `each step returns its own result`() async throws {
    let stage = try OriginStage("[home]")
    let home = try stage.screen(.home)
    let outer = try home.ask(.present(.sheet), for: Int.self)
    let inner = try stage.screen(.sheet).ask(.push(.a), for: Int.self)
    try stage.screen(.a).ask(
      .steps([.pop(result: OriginStage.number(1)), .dismiss(result: OriginStage.number(2))])
    )
    #expect(await inner.outcome == .finished(1))
    #expect(await outer.outcome == .finished(2))
  }

  @Test func `a double tap on steps carries them out once`() throws {
    let stage = try OriginStage("[home] ▸ [sheet]")
    let sheet = try stage.screen(.sheet)
    try sheet.ask(.steps([.dismiss(), .push(.a)]))
    #expect(throws: NavigationError.screenHasLeft(screen: "sheet", action: "StackAction")) {
      try sheet.ask(.steps([.dismiss(), .push(.a)]))
    }
    #expect(stage.stack == "[home, a]")
  }

  // MARK: Finish

  @Test(
    arguments: [
      ("[home, a, b]", .b, "[home, a]"),
      ("[home, a, b]", .a, "[home]"),
      ("[home, a] ▸ [b, c]", .a, "[home]"),
      ("[home] ▸ [b, c]", .b, "[home]"),
      ("{*[home] | [a, b]}", .b, "{*[home] | [a]}"),
      ("[home] ▸ {[a, c] | *[b]}", .c, "[home] ▸ {[a] | *[b]}"),
    ] as [(String, Place, String)]
  )
  func `a screen that finishes closes itself with what is above it`(
    _ picture: String,
    _ place: Place,
    _ expected: String
  ) throws {
    let stage = try OriginStage(picture)
    let screen = try stage.screen(place)
    try screen.ask(.finish())
    #expect(stage.stack == expected)
    #expect(throws: NavigationError.screenHasLeft(screen: "\(place)", action: "StackAction")) {
      try screen.ask(.finish())
    }
    #expect(stage.stack == expected)
  }

  @Test(arguments: ["[home, a]", "{*[a] | [home]}"])
  func `the first screen of the base or of a hidden tab cannot finish`(_ picture: String) throws {
    let stage = try OriginStage(picture)
    #expect(throws: NavigationError.nothingToGoBackTo(screen: "home")) {
      try stage.screen(.home).ask(.finish())
    }
    #expect(stage.stack == picture)
  }

  @Test func `a covered screen that finishes with a result returns it`() async throws {
    let stage = try OriginStage("[home]")
    let home = try stage.screen(.home)
    try home.askForNumber(.push(.a))
    let a = try stage.screen(.a)
    try stage.driver.perform(.present(.sheet))
    try a.ask(.finish(result: OriginStage.number(3)))
    await home.requestsDidEnd()
    #expect(home.numbers == [3])
    #expect(stage.stack == "[home]")
  }

  @Test func `a screen of a hidden tab that finishes returns its result`() async throws {
    let stage = try OriginStage("{*[home] | [b]}")
    let home = try stage.screen(.home)
    try home.askForNumber(.push(.a))
    let a = try stage.screen(.a)
    try stage.driver.perform(.selectTab(1))
    try a.ask(.finish(result: OriginStage.number(3)))
    await home.requestsDidEnd()
    #expect(home.numbers == [3])
    #expect(stage.stack == "{[home] | *[b]}")
  }

  @Test func `a guard can apply what it is asked about, also if a screen finishes itself`()
    async throws
  {
    let stage = try OriginStage("[home, a]")
    var stacks: [String] = []
    _ = stage.driver.addGuard { spec, stack in
      let next = try? stack.applying(spec)
      stacks.append("\(spec.kind) \(next.map { "\($0)" } ?? "impossible")")
      return .proceed
    }
    let a = try stage.screen(.a)
    #expect(await (try a.ask(.steps([.finish(), .push(.b)]))).outcome == .done)
    #expect(stacks == ["steps [home, b]"])
    #expect(await (try stage.screen(.b).ask(.finish())).outcome == .done)
    #expect(stacks.last == "closeEntry [home]")
    #expect(stage.stack == "[home]")
  }

  // MARK: Screens by entry and by condition

  @Test(
    arguments: [
      (.popToEntry(BackStackEntryID(rawValue: 2)), "[home, a]"),
      (.popToEntry(BackStackEntryID(rawValue: 2), inclusive: true), "[home]"),
      (.popToScreen { $0 == .a }, "[home, a]"),
      (.popToScreen(inclusive: true) { $0 == .a }, "[home]"),
      (.closeScreen { $0 == .a }, "[home]"),
      (.closeEntry(BackStackEntryID(rawValue: 2)), "[home]"),
    ] as [(NavigationSpec<Place>, String)]
  )
  func `a screen is found by its entry or by a condition`(
    _ spec: NavigationSpec<Place>,
    _ expected: String
  ) throws {
    let stack = try BackStack<Place>("[home, a, b]")
    #expect("\(try stack.applying(spec))" == expected)
  }

  @Test(
    arguments: [
      (.popToEntry(BackStackEntryID(rawValue: 9)), "#9"),
      (.popToScreen { $0 == .c }, "such a screen"),
      (.closeScreen { $0 == .c }, "such a screen"),
      (.closeEntry(BackStackEntryID(rawValue: 9)), "#9"),
    ] as [(NavigationSpec<Place>, String)]
  )
  func `a screen that is not found is an error`(
    _ spec: NavigationSpec<Place>,
    _ name: String
  ) throws {
    let stack = try BackStack<Place>("[home, a]")
    #expect(throws: NavigationError.notOnStack(screen: name, stack: ["home", "a"])) {
      try stack.applying(spec)
    }
  }
}
