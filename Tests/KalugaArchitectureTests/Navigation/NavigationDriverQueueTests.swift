import KalugaArchitecture
import Testing

/// Requests that are made while a transition runs, and the end of the driver.
@MainActor
struct NavigationDriverQueueTests {
  // MARK: During a transition

  @Test func `a request from onResume waits for the end of the transition`() async throws {
    let stage = try Stage()
    let driver = stage.driver
    var ticket: NavigationTicket<Never>?
    stage.onMake = { screen in
      guard screen.name == "a" else { return }
      screen.onResumed = { [weak driver] in
        ticket = try? driver?.perform(.push(.b), action: "b")
      }
    }
    let token = driver.onTransition { [journal = stage.journal] in
      journal.entries.append("told \($0.to)")
    }
    try stage.perform(.push(.a))
    #expect(
      stage.journal.take() == [
        "pause home", "make a", "resume a", "told a", "pause a", "make b", "resume b", "told b",
      ]
    )
    #expect(await ticket?.outcome == .done)
    token.dispose()
  }

  @Test func `requests from onPause and onCleared come in order after the transition`() throws {
    let stage = try Stage(.home, .a)
    let driver = stage.driver
    let screen = try #require(stage.screen(.a))
    screen.onPaused = { [weak driver] in _ = try? driver?.perform(.push(.b), action: "b") }
    screen.onEnded = { [weak driver] in _ = try? driver?.perform(.push(.c), action: "c") }
    try stage.perform(.pop())
    #expect(
      stage.journal.take() == [
        "pause a", "clear a", "resume home", "pause home", "make b", "resume b", "pause b",
        "make c",
        "resume c",
      ]
    )
    #expect(stage.stack == "[home, b, c]")
  }

  @Test func `a request of a follower runs after all followers were told`() throws {
    let stage = try Stage()
    var told: [String] = []
    let first = stage.driver.onTransition { [driver = stage.driver] transition in
      told.append("1 \(transition.to)")
      if transition.to == .a { _ = try? driver.perform(.push(.b), action: "b") }
    }
    let second = stage.driver.onTransition { told.append("2 \($0.to)") }
    try stage.perform(.push(.a))
    #expect(told == ["1 a", "2 a", "1 b", "2 b"])
    first.dispose()
    second.dispose()
  }

  @Test func `a request while a screen is made waits too`() throws {
    let stage = try Stage()
    let driver = stage.driver
    stage.onMake = { screen in
      if screen.name == "a" { _ = try? driver.perform(.pop(), action: "pop") }
    }
    try stage.perform(.push(.a))
    #expect(
      stage.journal.take() == [
        "pause home", "make a", "resume a", "pause a", "clear a", "resume home",
      ]
    )
  }

  @Test func `a request of an observer of the stack waits too`() throws {
    let stage = try Stage()
    let driver = stage.driver
    let observation = driver.stack.observe { stack in
      if stack.top.destination == .a { _ = try? driver.perform(.replace(.b), action: "b") }
    }
    try stage.perform(.push(.a))
    #expect(stage.stack == "[home, b]")
    #expect(stage.journal.take().filter { $0.hasPrefix("resume") } == ["resume a", "resume b"])
    observation.dispose()
  }

  @Test func `a request that became impossible is refused on its ticket`() async throws {
    let stage = try Stage(.home, .a)
    let driver = stage.driver
    var tickets: [NavigationTicket<Never>] = []
    try #require(stage.screen(.a)).onPaused = { [weak driver] in
      for _ in 0..<2 {
        if let ticket = try? driver?.perform(.pop(), action: "pop") { tickets.append(ticket) }
      }
    }
    try stage.perform(.push(.b))
    // `a` is paused twice: below `b`, and when it is popped itself.
    #expect(stage.stack == "[home]")
    var outcomes: [NavigationOutcome<Never>] = []
    for ticket in tickets {
      outcomes.append(await ticket.outcome)
    }
    let refused = NavigationOutcome<Never>.refused(.nothingToGoBackTo(screen: "home"))
    #expect(outcomes == [.done, .done, refused, refused])
    try #require(stage.screen(.home)).onPaused = { [weak driver] in
      tickets = [try? driver?.perform(.dismiss(), action: "dismiss")].compactMap { $0 }
    }
    try stage.perform(.push(.c))
    #expect(stage.stack == "[home, c]")
    #expect(await tickets.first?.outcome == .refused(.nothingPresented(screen: "c")))
  }

  @Test func `a wrong result that waited is refused on its ticket and changes nothing`()
    async throws
  {
    let stage = try Stage()
    let driver = stage.driver
    var ticket: NavigationTicket<Never>?
    stage.onMake = { screen in
      screen.onResumed = { [weak driver] in
        let result = NavigationResult("x", .string)
        ticket = try? driver?.perform(.pop(result: result), action: "finish")
      }
    }
    let opened = try stage.open(.push(.a), for: Int.self)
    #expect(stage.stack == "[home, a]")
    #expect(
      await ticket?.outcome
        == .refused(.unexpectedResult(screen: "a", expected: "Int", found: "String"))
    )
    #expect(await settled(opened) == nil)
  }

  @Test func `a screen may finish as soon as it is shown`() async throws {
    let stage = try Stage()
    let driver = stage.driver
    stage.onMake = { screen in
      screen.onResumed = { [weak driver] in
        _ = try? driver?.perform(.pop(result: NavigationResult(42, .integer)), action: "finish")
      }
    }
    let ticket = try stage.open(.push(.a), for: Int.self)
    #expect(await ticket.outcome == .finished(42))
    #expect(stage.stack == "[home]")
  }

  @Test func `a long chain of requests from hooks does not nest`() throws {
    let stage = try Stage()
    let driver = stage.driver
    var count = 0
    stage.onMake = { screen in
      screen.onResumed = { [weak driver] in
        count += 1
        if count < 20_000 { _ = try? driver?.perform(.replace(.a), action: "again") }
      }
    }
    try stage.perform(.push(.a))
    #expect(count == 20_000)
    #expect(stage.stack == "[home, a]")
  }

  // MARK: The end

  @Test func `end pauses and clears everything top first`() throws {
    let stage = try Stage(.home, .a)
    try stage.perform(.present(.sheet))
    stage.journal.entries = []
    stage.driver.end()
    #expect(stage.journal.take() == ["pause sheet", "clear sheet", "clear a", "clear home"])
    #expect(stage.driver.topScreen == nil)
    #expect(stage.screens.isEmpty)
    stage.driver.end()
    stage.driver.start()
    #expect(stage.journal.take().isEmpty)
  }

  @Test func `end cancels the requests that are open`() async throws {
    let stage = try Stage()
    let first = try stage.open(.push(.a), for: Int.self)
    let second = try stage.open(.present(.sheet), for: String.self)
    stage.driver.end()
    #expect(await first.outcome == .cancelled(.hostEnded))
    #expect(await second.outcome == .cancelled(.hostEnded))
  }

  @Test func `after the end every request is refused`() throws {
    let stage = try Stage(.home, .a)
    stage.driver.end()
    #expect(throws: NavigationError.noHost(action: "b")) {
      try stage.driver.perform(.push(.b), action: "b")
    }
    #expect(throws: NavigationError.noHost(action: "open")) { try stage.driver.open([.home]) }
  }

  @Test func `end before the start leaves nothing to start`() {
    var made = 0
    let driver = NavigationDriver(root: Place.home) { _, _ in
      made += 1
      return BaseLifecycleViewModel()
    }
    driver.end()
    driver.start()
    #expect(made == 0)
    #expect(throws: NavigationError.self) { try driver.perform(.push(.a), action: "a") }
  }

  @Test func `end during a transition refuses what waits and clears each screen once`()
    async throws
  {
    let stage = try Stage()
    let driver = stage.driver
    var waiting: NavigationTicket<Never>?
    try #require(stage.screen(.home)).onPaused = { [weak driver] in
      waiting = try? driver?.perform(.push(.b), action: "b")
      driver?.end()
    }
    try stage.perform(.push(.a))
    #expect(await waiting?.outcome == .refused(.noHost(action: "b")))
    let entries = stage.journal.take()
    #expect(entries.filter { $0.hasPrefix("clear") } == ["clear a", "clear home"])
    #expect(!entries.contains("make b"))
    #expect(entries.filter { $0 == "resume a" }.count == entries.filter { $0 == "pause a" }.count)
  }

  @Test func `a request from onCleared during the end is refused`() throws {
    let stage = try Stage(.home, .a)
    let driver = stage.driver
    var errors: [NavigationError] = []
    try #require(stage.screen(.a)).onEnded = {
      do throws(NavigationError) {
        try driver.perform(.push(.b), action: "b")
      } catch {
        errors.append(error)
      }
    }
    driver.end()
    #expect(errors == [.noHost(action: "b")])
    #expect(!stage.journal.take().contains("make b"))
  }

  @Test func `a driver that is released without an end releases its screens`() async throws {
    weak let screen: JournalScreen?
    let scope: TaskScope
    let ticket: NavigationTicket<Int>
    do {
      let stage = try Stage()
      ticket = try stage.open(.push(.a), for: Int.self)
      let top = try #require(stage.screen(.a))
      screen = top
      scope = top.scope
    }
    #expect(screen == nil)
    #expect(!scope.isActive)
    #expect(await ticket.outcome == .cancelled(.hostEnded))
  }

  @Test func `a driver is not kept by its followers, navigators or tickets`() throws {
    weak let weakDriver: NavigationDriver<Place>?
    let token: any Disposable
    let ticket: NavigationTicket<Int>
    do {
      let stage = try Stage()
      weakDriver = stage.driver
      token = stage.driver.onTransition { _ in }
      ticket = try stage.open(.push(.a), for: Int.self)
    }
    #expect(weakDriver == nil)
    withExtendedLifetime((token, ticket)) {}
  }

  @Test func `a link that is opened during a transition is opened after it`() throws {
    let stage = try Stage()
    stage.onMake = { [weak stage] screen in
      guard screen.name == "a" else { return }
      screen.onResumed = { [weak stage] in _ = try? stage?.driver.open([.home, .b]) }
    }
    try stage.perform(.push(.a))
    #expect(stage.stack == "[home, b]")
    #expect(
      stage.journal.take() == [
        "pause home", "make a", "resume a", "pause a", "clear a", "make b", "resume b",
      ]
    )
  }

  @Test func `end while screens are made clears those that were made and those to come`()
    async throws
  {
    let stage = try Stage()
    stage.onMake = { [weak stage] _ in stage?.driver.end() }
    let ticket = try stage.driver.open([.home, .a, .b])
    #expect(await ticket.outcome == .done)
    #expect(stage.screens.isEmpty)
    #expect(
      stage.journal.take().filter { $0.hasPrefix("clear") } == ["clear b", "clear a", "clear home"]
    )
  }

  @Test func `a driver that is released in one of its hooks ends its transition`() async throws {
    var driver: NavigationDriver<Place>?
    driver = NavigationDriver(root: .home) { place, _ in
      let screen = JournalScreen("\(place)", Journal())
      screen.onPaused = { driver = nil }
      return screen
    }
    driver?.start()
    let ticket = try #require(driver).open([.home, .a])
    #expect(await ticket.outcome == .done)
    #expect(driver == nil)
  }

  // MARK: In hooks that others call

  @Test func `a request from a hook that the host calls waits for the end of the hook`()
    async throws
  {
    let stage = try Stage()
    let home = try #require(stage.screen(.home))
    home.didPause()
    var ticket: NavigationTicket<Never>?
    home.onResumed = { [weak stage, journal = stage.journal] in
      ticket = try? stage?.driver.perform(.push(.a), action: "a")
      journal.entries.append("hook ends")
    }
    home.didResume()
    #expect(
      stage.journal.take() == [
        "pause home", "resume home", "hook ends", "pause home", "make a", "resume a",
      ]
    )
    #expect(await ticket?.outcome == .done)
  }

  @Test func `a request from a hook of a child waits for the end of the hook`() throws {
    let stage = try Stage(.home, .a)
    let child = JournalScreen("child", stage.journal)
    child.onResumed = { [weak stage] in
      _ = try? stage?.driver.perform(.replace(.b), action: "b")
    }
    stage.screen(.a)?.adopt(child)
    #expect(
      stage.journal.take() == [
        "resume child", "pause child", "pause a", "clear child", "clear a", "make b", "resume b",
      ]
    )
  }

  @Test func `of two requests from a hook the second is decided on when its turn comes`()
    async throws
  {
    let stage = try Stage(.home, .a)
    let screen = try #require(stage.screen(.a))
    var tickets: [NavigationTicket<Never>] = []
    screen.onPaused = {
      for _ in 0..<2 {
        #expect(throws: Never.self) { tickets.append(try stage.perform(.pop())) }
      }
    }
    screen.didPause()
    #expect(stage.stack == "[home]")
    #expect(await tickets.first?.outcome == .done)
    #expect(await tickets.last?.outcome == .refused(.nothingToGoBackTo(screen: "home")))
  }

  @Test func `end from a hook that the host calls ends the screens top first, after the hook`()
    throws
  {
    let stage = try Stage(.home, .a)
    stage.screen(.a)?.onPaused = { stage.driver.end() }
    stage.screen(.a)?.didPause()
    #expect(stage.journal.take() == ["pause a", "clear a", "clear home"])
    #expect(stage.driver.topScreen == nil)
  }
}
