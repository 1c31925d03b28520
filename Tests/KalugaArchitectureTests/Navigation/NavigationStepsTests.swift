import KalugaArchitecture
import Testing

/// The rules of steps, and of the operations that are made of several.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationStepsTests {
  private static let seven = OriginStage.number(7)

  // MARK: Steps

  @Test func `each step returns its own result, and a request waits for what the last step opens`()
    async throws
  {
    let stage = try Stage()
    let a = try stage.open(.push(.a), for: Int.self)
    let b = try stage.open(.push(.b), for: Int.self)
    let specs: [NavigationSpec<Place>] = [
      .pop(result: Self.seven), .pop(result: OriginStage.number(8)), .push(.c), .present(.sheet),
    ]
    let sheet = try stage.open(.steps(specs), for: Int.self)
    #expect(await b.outcome == .finished(7))
    #expect(await a.outcome == .finished(8))
    try stage.perform(.dismiss(result: OriginStage.number(9)))
    #expect(await sheet.outcome == .finished(9))
    #expect(stage.stack == "[home, c]")
    // A last step that opens nothing, because its screen is open, gives none of another stack.
    let open = try Stage("[home] ▸ [b] ▸ [sheet]")
    #expect(throws: NavigationError.duplicate(screen: "b")) {
      try open.open(.steps([.replace(.a), .below(.present(.b))]), for: Int.self)
    }
    // The stack on which the last step acts may be hidden.
    let tabs = try Stage("{*[home] | [a]}")
    let hidden = try tabs.open(.steps([.push(.b), .pushInTab(.c, of: .a)]), for: Int.self)
    try tabs.perform(.steps([.selectTabOf(.a), .pop(result: Self.seven)]))
    #expect(await hidden.outcome == .finished(7))
    #expect(tabs.stack == "{[home, b] | *[a]}")
  }

  @Test func `a request waits for the shown stack if the last step changes a hidden screen`()
    async throws
  {
    let stage = try Stage("{*[home] | [a, c]}")
    let hidden = stage.driver.stack.current.layers[0].tabs[1].map(\.id)
    for step: NavigationSpec<Place> in [.closeEntry(hidden[1]), .update(hidden[0], to: .c)] {
      let ticket = try stage.open(.steps([.push(.b), step]), for: Int.self)
      try stage.perform(.pop(result: Self.seven))
      #expect(await ticket.outcome == .finished(7))
    }
    #expect(stage.stack == "{*[home] | [c]}")
  }

  @Test func `a result of a wrong type names the step that returns it, and refuses the whole`()
    async throws
  {
    let stage = try Stage("[home]")
    let ticket = try stage.open(.push(.a), for: Int.self)
    let text = NavigationResult("a", .string)
    let error = NavigationError.unexpectedResult(screen: "a", expected: "Int", found: "String")
    #expect(throws: NavigationError.inStep(2, kind: "pop", error: error)) {
      try stage.perform(
        .steps([.update(BackStackEntryID(rawValue: 1), to: .b), .pop(result: text)])
      )
    }
    #expect(throws: NavigationError.inStep(1, kind: "below", error: error)) {
      try stage.perform(.present(.c))
      try stage.perform(.steps([.below(.pop(result: text))]))
    }
    #expect(stage.stack == "[home, a] ▸ [c]")
    #expect(await settled(ticket) == nil)
  }

  @Test func `the first step that is not possible refuses the whole, by its number and kind`()
    async throws
  {
    let stage = try Stage("[home, a]")
    var kinds: [String] = []
    _ = stage.driver.onTransition { kinds.append($0.kind) }
    let specs: [NavigationSpec<Place>] = [.push(.b), .close(.c), .selectTabOf(.c)]
    let error = NavigationError.inStep(
      2,
      kind: "close",
      error: .notOnStack(screen: "c", stack: ["home", "a", "b"])
    )
    #expect(throws: error) { try stage.perform(.steps(specs)) }
    #expect(
      "\(error)"
        == "step 2, 'close', is not possible: 'c' is not on the stack [home, a, b]"
    )
    #expect(error.debugDescription == "\(error). Open it with push.")
    // One that waits is refused by its ticket.
    let asking = SlowGuard(stage.driver)
    let ticket = try stage.perform(.steps(specs))
    asking.open()
    #expect(await ticket.outcome == .refused(error))
    #expect(stage.stack == "[home, a]")
    #expect(stage.happened() == "")
    #expect(kinds == [])
  }

  @Test func `a step that is late makes the whole request late`() {
    let late = NavigationError.screenHasLeft(screen: "a", action: "save")
    let other = NavigationError.nothingPresented(screen: "a")
    for (error, isLate) in [(late, true), (other, false)] {
      let step = NavigationError.inStep(2, kind: "push", error: error)
      #expect(step.isLate == isLate)
      #expect(NavigationError.inStep(1, kind: "steps", error: step).isLate == isLate)
    }
    #expect(!NavigationError.noSteps(action: "save").isLate)
    #expect(!NavigationError.noTab(of: "a", tabs: []).isLate)
  }

  @Test
  func `steps ask no back handlers, and neither pause nor resume what is on top before and after`()
    throws
  {
    let stage = try Stage("{*[home, a] | [b]}")
    stage.noteBack(of: [.home, .a, nil], keeping: [.home, .a, nil])
    try stage.perform(.steps([.pop(), .pushInTab(.c, of: .b), .selectTabOf(.b), .selectTab(0)]))
    #expect(stage.stack == "{*[home] | [b, c]}")
    #expect(stage.happened() == "pause a, clear a, make c, resume home")
    try stage.perform(.steps([.present(.sheet), .push(.a), .dismiss(), .pushInTab(.c, of: .b)]))
    #expect(stage.stack == "{*[home] | [b, c, c]}")
    #expect(stage.happened() == "make c")
  }

  // MARK: Links into tabs

  @Test(arguments: [true, false])
  func `a link into a tab is one transition, which a guard sees as one and no handler stops`(
    isRepeated: Bool
  ) async throws {
    let stage = try Stage("{*[home, a] | [b, c, a]} ▸ [sheet] ▸ [c]")
    stage.noteBack(
      of: [.home, .a, .b, .c, .sheet, nil],
      keeping: [.home, .a, .b, .c, .sheet, nil]
    )
    var transitions: [String] = []
    var asked: [String] = []
    _ = stage.driver.onTransition { transitions.append("\($0.kind) \($0.picture)") }
    _ = stage.driver.addGuard { spec, stack in
      asked.append("\(spec.kind) \((try? stack.applying(spec)).map { "\($0)" } ?? "impossible")")
      return .proceed
    }
    let links = DeepLinks<Place>(
      scheme: "shop",
      host: "open",
      routes: [DeepLinkRoute("wish", screens: [.b, .c, .sheet])]
    )
    for _ in 0..<(isRepeated ? 2 : 1) {
      let ticket = try stage.driver.open(links.screens(for: "shop://open/wish"), inTab: .b)
      #expect(await ticket.outcome == .done)
    }
    #expect(stage.stack == "{[home, a] | *[b, c, sheet]}")
    let expected = "openInTab {[home, a] | *[b, c, sheet]}"
    // A link to what is open already changes nothing.
    #expect(transitions == [expected])
    #expect(asked == Array(repeating: expected, count: isRepeated ? 2 : 1))
    #expect(
      stage.happened() == "pause c, clear c, clear sheet, clear a, make sheet, resume sheet"
    )
  }

  @Test func `a link into a tab that does not exist is refused, and so is one without tabs`() throws
  {
    let stage = try Stage("{*[home] | [a]} ▸ [sheet]")
    #expect(throws: NavigationError.noTab(of: "b", tabs: ["home", "a"])) {
      try stage.driver.open([.b, .c], inTab: .b)
    }
    #expect(stage.stack == "{*[home] | [a]} ▸ [sheet]")
    let other = try Stage("[home]")
    #expect(throws: NavigationError.noTab(of: "home", tabs: [])) {
      try other.driver.open([.home, .a], inTab: .home)
    }
  }

  @Test func `a link into a tab ends the requests of the screens that it closes`() async throws {
    let stage = try Stage("{*[home] | [a]}")
    let covered = try stage.open(.push(.b), for: Int.self)
    let sheet = try stage.open(.present(.sheet), for: Int.self)
    let link = try stage.driver.perform(.openInTab([.c], of: .a), for: Int.self)
    #expect(await sheet.outcome == .cancelled(.closed))
    #expect(await settled(covered) == nil)
    try stage.perform(.pop(result: Self.seven))
    #expect(await link.outcome == .finished(7))
  }

  @Test func `a guard may redirect to a tab`() async throws {
    let stage = try Stage("{*[home] | [a]} ▸ [sheet]")
    stage.decide(aboutPushOf: .b, .redirect(.openInTab([.b], of: .a)))
    #expect(await (try stage.perform(.push(.b))).outcome == .done)
    #expect(stage.stack == "{[home] | *[a, b]}")
  }

  // MARK: Tabs by their first screens

  @Test func `selecting the selected tab changes nothing, also by its first screen`() async throws {
    let stage = try Stage("{*[home] | [a]}")
    var kinds: [String] = []
    _ = stage.driver.onTransition { kinds.append($0.kind) }
    for spec: NavigationSpec<Place> in [
      .selectTab(0), .selectTabOf(.home), .steps([.selectTabOf(.a), .selectTabOf(.home)]),
      .openInTab([.home], of: .home), .bringToFront(.home),
    ] {
      #expect(await (try stage.perform(spec)).outcome == .done)
    }
    #expect(kinds == [])
    try stage.perform(.selectTabOf(.a))
    #expect(kinds == ["selectTabOf"])
    #expect(stage.happened() == "pause home, resume a")
  }

  @Test func `a screen that is pushed into a hidden tab is resumed when it is shown`() async throws
  {
    let stage = try Stage("{*[home] | [a]}")
    let ticket = try stage.open(.pushInTab(.b, of: .a), for: Int.self)
    #expect(stage.stack == "{*[home] | [a, b]}")
    #expect(stage.happened() == "make b")
    try stage.perform(.selectTabOf(.a))
    #expect(stage.happened() == "pause home, resume b")
    try stage.perform(.pop(result: Self.seven))
    #expect(await ticket.outcome == .finished(7))
  }

  @Test(arguments: NavigationConfiguration.Duplicates.allowedTwice)
  func `two taps on a push into a tab open two screens, unless those on top are refused`(
    _ duplicates: NavigationConfiguration.Duplicates
  ) throws {
    let stage = try OriginStage(
      "{*[home] | [a]}",
      NavigationConfiguration(duplicates: duplicates)
    )
    for tab: Place in [.a, .home] {
      let home = try stage.screen(.home)
      try home.ask(.pushInTab(.b, of: tab))
      if duplicates == .refuseOnTop {
        #expect(throws: NavigationError.duplicate(screen: "b")) {
          try home.ask(.pushInTab(.b, of: tab))
        }
      } else {
        // It names its target, so a covered screen may request it too.
        try home.ask(.pushInTab(.b, of: tab))
      }
    }
    #expect(
      stage.stack
        == (duplicates == .refuseOnTop ? "{*[home, b] | [a, b]}" : "{*[home, b, b] | [a, b, b]}")
    )
  }

  // MARK: To the front

  @Test func `a screen that is brought to the front is used again, or pushed`() async throws {
    let stage = try Stage("[home, a, b]")
    let kept = try #require(stage.screen(.a))
    let b = try stage.open(.push(.c), for: Int.self)
    try stage.perform(.bringToFront(.a))
    #expect(stage.driver.topViewModel === kept)
    #expect(await b.outcome == .cancelled(.back))
    let ticket = try stage.open(.bringToFront(.b), for: Int.self)
    #expect(stage.stack == "[home, a, b]")
    // It belongs to the request that has opened it.
    for _ in 0..<2 {
      #expect(throws: NavigationError.duplicate(screen: "b")) {
        try stage.open(.bringToFront(.b), for: Int.self)
      }
    }
    try stage.perform(.pop(result: Self.seven))
    #expect(await ticket.outcome == .finished(7))
  }
}

extension NavigationConfiguration.Duplicates {
  /// The policies under which a screen may be open twice, and the one under which it may not.
  static let allowedTwice: [Self] = [.allow, .refuseWhileRunning, .refuseOnTop]
}

/// In the serialized suite of the tests that replace the handler of the whole process.
extension ArchitectureDiagnosticsTests {
  /// The second operation closes the screen that waits for the result of the first one.
  ///
  /// A result arrives one turn of the main actor after its transition.
  @Test(arguments: [true, false])
  func `a result is lost if the screen that asked closes in the same turn, and the ticket ends`(
    isTicketRead: Bool
  ) async throws {
    let reports = await Self.diagnostics(about: "the result of 'home' is lost") {
      await #expect(throws: Never.self) {
        let stage = try OriginStage("[home, b]")
        let asker = try stage.screen(.b)
        var ticket: NavigationTicket<Int>? = try asker.askForNumber(
          .steps([.present(.a), .replace(.home)])
        )
        if !isTicketRead { ticket = nil }
        #expect(stage.stack == "[home, b] ▸ [home]")
        for number in 1...2 {
          try stage.driver.perform(.pop(result: OriginStage.number(number)))
        }
        #expect(stage.stack == "[home]")
        await asker.requestsDidEnd()
        #expect(asker.numbers == [])
        if let ticket { #expect(await ticket.outcome == .finished(1)) }
      }
      await mainActorQueueDrained()
    }
    // Tests that run beside this one may lose results of the same screen, for other reasons.
    let texts = reports.map(\.description).filter {
      $0.contains("the view model whose closure receives it was cleared before")
    }
    #expect(texts.count == (isTicketRead ? 0 : 1), "\(reports)")
  }
}
