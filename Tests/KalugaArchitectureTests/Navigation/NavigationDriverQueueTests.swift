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

  @Test func `a request that became impossible is refused on its ticket`() async throws {
    let stage = try Stage("[home, a]")
    var tickets: [NavigationTicket<Never>] = []
    stage.once(at: .pause) { stage in
      for spec: NavigationSpec<Place> in [.pop(), .dismiss()] {
        #expect(throws: Never.self) { tickets.append(try stage.perform(spec)) }
      }
    }
    try stage.perform(.pop())
    #expect(stage.stack == "[home]")
    #expect(await tickets.first?.outcome == .refused(.nothingToGoBackTo(screen: "home")))
    #expect(await tickets.last?.outcome == .refused(.nothingPresented(screen: "home")))
  }

  @Test func `a wrong result that waited is refused on its ticket and changes nothing`()
    async throws
  {
    let stage = try Stage()
    var ticket: NavigationTicket<Never>?
    stage.once(at: .resume) { stage in
      ticket = try? stage.perform(.pop(result: NavigationResult("x", .string)))
    }
    let opened = try stage.open(.push(.a), for: Int.self)
    #expect(stage.stack == "[home, a]")
    let error = NavigationError.unexpectedResult(screen: "a", expected: "Int", found: "String")
    #expect(await ticket?.outcome == .refused(error))
    #expect(await settled(opened) == nil)
  }

  @Test func `a screen may finish as soon as it is shown`() async throws {
    let stage = try Stage()
    stage.once(at: .resume) { stage in
      _ = try? stage.perform(.pop(result: NavigationResult(42, .integer)))
    }
    let ticket = try stage.open(.push(.a), for: Int.self)
    #expect(await ticket.outcome == .finished(42))
    #expect(stage.stack == "[home]")
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

  @Test func `a request from a hook that the host calls waits for the end of the hook`()
    async throws
  {
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
    stage.screen(.a)?.adopt(child)
    #expect(
      stage.happened()
        == "resume child, pause child, pause a, clear child, clear a, make b, resume b"
    )
  }

  @Test func `the second of two requests from a hook is decided on when its turn comes`()
    async throws
  {
    let stage = try Stage("[home, a]")
    let screen = try #require(stage.screen(.a))
    var tickets: [NavigationTicket<Never>] = []
    stage.once(at: .pause) { stage in
      for _ in 0..<2 {
        #expect(throws: Never.self) { tickets.append(try stage.perform(.pop())) }
      }
    }
    screen.didPause()
    #expect(stage.stack == "[home]")
    #expect(await tickets.first?.outcome == .done)
    #expect(await tickets.last?.outcome == .refused(.nothingToGoBackTo(screen: "home")))
  }

  @Test func `end from a hook that the host calls ends the screens from the top, after the hook`()
    throws
  {
    let stage = try Stage("[home, a]")
    stage.once(at: .pause) { $0.driver.end() }
    stage.screen(.a)?.didPause()
    #expect(stage.happened() == "pause a, clear a, clear home")
    #expect(stage.driver.topScreen == nil)
  }
}
