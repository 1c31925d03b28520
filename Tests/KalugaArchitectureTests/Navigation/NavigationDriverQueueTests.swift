import KalugaArchitecture
import Testing

/// Requests that are made while a transition or a hook runs.
@MainActor
struct NavigationDriverQueueTests {
  // MARK: During a transition

  /// Kaluga Q31.
  @Test(arguments: Moment.allCases)
  func `requests at any moment of a transition wait for its end, in order, and none is ignored`(
    _ moment: Moment
  ) async throws {
    let stage = try Stage("[home, a]")
    var tickets: [NavigationTicket<Int>] = []
    stage.once(at: moment) { stage in
      let stack = stage.stack
      for spec: NavigationSpec<Place> in [.push(.c), .push(.c), .open(root: .home, [.sheet])] {
        #expect(throws: Never.self) { tickets.append(try stage.open(spec, for: Int.self)) }
      }
      #expect(stage.stack == stack)
    }
    _ = stage.driver.onTransition { [journal = stage.journal] in
      journal.entries.append("follow \($0.to)")
    }
    try stage.perform(.replace(.b))
    #expect(
      stage.happened() == """
        pause a, clear a, make b, resume b, follow b, \
        pause b, make c, resume c, follow c, \
        pause c, make c, resume c, follow c, \
        pause c, clear c, clear c, clear b, make sheet, resume sheet, follow sheet
        """
    )
    try stage.perform(.pop(result: NavigationResult(1, .integer)))
    var outcomes: [NavigationOutcome<Int>] = []
    for ticket in tickets { outcomes.append(await ticket.outcome) }
    #expect(outcomes == [.cancelled(.closed), .cancelled(.closed), .finished(1)])
  }

  /// While a transition runs, and in a hook that the host calls.
  @Test(arguments: [true, false])
  func `a request that became impossible is refused on its ticket`(isRunning: Bool) async throws {
    let stage = try Stage("[home, a]")
    var tickets: [NavigationTicket<Never>] = []
    stage.once(at: .pause) { stage in
      for _ in 0..<2 {
        #expect(throws: Never.self) { tickets.append(try stage.perform(.pop())) }
      }
    }
    if isRunning { try stage.perform(.pop()) } else { stage.screen(.a)?.didPause() }
    #expect(stage.stack == "[home]")
    let refusal = NavigationOutcome<Never>.refused(.nothingToGoBackTo(screen: "home"))
    #expect(await tickets.first?.outcome == (isRunning ? refusal : .done))
    #expect(await tickets.last?.outcome == refusal)
  }

  @Test(
    arguments: [
      (NavigationResult(42, .integer), "[home]", .done, .finished(42)),
      (
        NavigationResult("x", .string), "[home, a]",
        .refused(.unexpectedResult(screen: "a", expected: "Int", found: "String")), nil
      ),
    ] as [(NavigationResult, String, NavigationOutcome<Never>, NavigationOutcome<Int>?)]
  )
  func `a screen may finish as soon as it is shown, and not with a wrong result`(
    _ result: NavigationResult,
    _ stack: String,
    _ outcome: NavigationOutcome<Never>,
    _ opened: NavigationOutcome<Int>?
  ) async throws {
    let stage = try Stage()
    var ticket: NavigationTicket<Never>?
    stage.once(at: .resume) { ticket = try? $0.perform(.pop(result: result)) }
    let opening = try stage.open(.push(.a), for: Int.self)
    #expect(stage.stack == stack)
    #expect(await ticket?.outcome == outcome)
    #expect(await settled(opening) == opened)
  }

  @Test func `a long chain of requests from hooks does not nest`() throws {
    let stage = try Stage()
    // Where the hooks run on the thread's stack.
    var places: [UInt] = []
    stage.onMake = { [unowned stage] screen in
      screen.onResumed = {
        var mark = 0
        places.append(withUnsafePointer(to: &mark) { UInt(bitPattern: $0) })
        if places.count < 500 { _ = try? stage.perform(.replace(.a)) }
      }
    }
    try stage.perform(.push(.a))
    #expect(places.count == 500)
    #expect(try #require(places.max()) - #require(places.min()) < 10_000)
  }

  // MARK: In hooks that others call

  @Test func `a request from a hook that the host calls waits for its end`() async throws {
    let stage = try Stage()
    let home = try #require(stage.screen(.home))
    home.didPause()
    var ticket: NavigationTicket<Never>?
    home.onResumed = { [unowned stage] in
      ticket = try? stage.perform(.push(.a))
      stage.journal.entries.append("hook ends")
    }
    home.didResume()
    #expect(stage.happened() == "pause home, resume home, hook ends, pause home, make a, resume a")
    #expect(await ticket?.outcome == .done)
  }

  @Test func `a request from a hook of a child waits for the end of the hook`() throws {
    let stage = try Stage("[home, a]")
    let child = JournalScreen("child", stage.journal)
    child.onResumed = { [unowned stage] in _ = try? stage.perform(.replace(.b)) }
    stage.screen(.a)?.addChild(child)
    #expect(
      stage.happened()
        == "resume child, pause child, pause a, clear child, clear a, make b, resume b"
    )
  }

  @Test func `end from a hook that the host calls ends the screens after the hook`() throws {
    let stage = try Stage("[home, a]")
    stage.once(at: .pause) { $0.driver.end() }
    stage.screen(.a)?.didPause()
    #expect(stage.happened() == "pause a, clear a, clear home")
    #expect(stage.driver.topViewModel == nil)
  }
}
