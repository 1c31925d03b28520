import KalugaArchitecture
import Testing

/// The order in which view models live and die.
@MainActor
struct NavigationDriverTests {
  // MARK: Start

  @Test func `start makes the root and resumes it`() {
    let journal = Journal()
    let driver = NavigationDriver(root: Place.home) { place, _ in
      journal.entries.append("make \(place)")
      return JournalScreen("\(place)", journal)
    }
    #expect(journal.entries.isEmpty)
    #expect(driver.topScreen == nil)
    driver.start()
    #expect(journal.take() == ["make home", "resume home"])
    driver.start()
    #expect(journal.entries.isEmpty)
    #expect(driver.topScreen?.stage.current == .resumed)
  }

  @Test func `before the start every request is refused`() {
    let driver = NavigationDriver(root: Place.home) { _, _ in BaseLifecycleViewModel() }
    #expect(throws: NavigationError.noHost(action: "a")) {
      try driver.perform(.push(.a), action: "a")
    }
    #expect(driver.stack.current.entries.count == 1)
  }

  @Test func `start is told as a transition from nowhere`() {
    let driver = NavigationDriver(root: Place.home) { _, _ in BaseLifecycleViewModel() }
    var transitions: [NavigationTransition<Place>] = []
    let token = driver.onTransition { transitions.append($0) }
    driver.start()
    #expect(transitions.map(\.kind) == ["start"])
    #expect(transitions.first?.from == nil)
    #expect(transitions.first?.fromName == nil)
    #expect(transitions.first?.toName == "home")
    token.dispose()
  }

  // MARK: Order

  @Test func `push pauses the old screen before the new one resumes`() throws {
    let stage = try Stage()
    try stage.perform(.push(.a))
    #expect(stage.journal.take() == ["pause home", "make a", "resume a"])
    #expect(stage.stack == "[home, a]")
  }

  @Test func `pop pauses and clears before the one below resumes`() throws {
    let stage = try Stage(.home, .a)
    try stage.perform(.pop())
    #expect(stage.journal.take() == ["pause a", "clear a", "resume home"])
  }

  @Test func `replace clears the old screen before the new one is made`() throws {
    let stage = try Stage(.home, .a)
    try stage.perform(.replace(.b))
    #expect(stage.journal.take() == ["pause a", "clear a", "make b", "resume b"])
    #expect(stage.stack == "[home, b]")
  }

  @Test func `screens that leave are cleared top first`() throws {
    let stage = try Stage(.home, .a, .b, .c)
    try stage.perform(.popToRoot)
    #expect(
      stage.journal.take() == ["pause c", "clear c", "clear b", "clear a", "resume home"]
    )
  }

  @Test func `popTo the screen that is shown touches no view model`() throws {
    let stage = try Stage(.home, .a)
    try stage.perform(.popTo(.a))
    #expect(stage.journal.take().isEmpty)
    #expect(stage.driver.topScreen?.stage.current == .resumed)
  }

  @Test func `dismiss clears the whole presented stack`() throws {
    let stage = try Stage()
    try stage.perform(.present(.sheet))
    try stage.perform(.push(.a))
    #expect(stage.stack == "[home] ▸ [sheet, a]")
    stage.journal.entries = []
    try stage.perform(.dismiss())
    #expect(stage.journal.take() == ["pause a", "clear a", "clear sheet", "resume home"])
  }

  @Test func `open keeps the common beginning and makes the rest bottom first`() throws {
    let stage = try Stage(.home, .a, .b)
    let kept = try #require(stage.screen(.a))
    try stage.perform(.present(.sheet))
    stage.journal.entries = []
    let ticket = try stage.driver.open([.home, .a, .c, .b])
    #expect(
      stage.journal.take() == [
        "pause sheet", "clear sheet", "clear b", "make c", "make b", "resume b",
      ]
    )
    #expect(stage.stack == "[home, a, c, b]")
    #expect(stage.screen(.a) === kept)
    #expect(kept.stage.current == .paused)
    withExtendedLifetime(ticket) {}
  }

  @Test func `open of the screens that are there changes no view model`() throws {
    let stage = try Stage(.home, .a)
    try stage.driver.open([.home, .a])
    #expect(stage.journal.take().isEmpty)
  }

  @Test func `open without screens is refused`() throws {
    let stage = try Stage(.home, .a)
    #expect(throws: NavigationError.self) { try stage.driver.open([]) }
    #expect(stage.stack == "[home, a]")
    #expect(stage.journal.take().isEmpty)
  }

  @Test func `the stack is published after clearing and before new screens are made`() throws {
    let stage = try Stage(.home, .a)
    let observation = stage.driver.stack.observe { [journal = stage.journal] in
      journal.entries.append("stack \($0)")
    }
    stage.journal.entries = []
    try stage.perform(.replace(.b))
    #expect(
      stage.journal.take() == ["pause a", "clear a", "stack [home, b]", "make b", "resume b"]
    )
    observation.dispose()
  }

  @Test func `followers are told after the screen on top has resumed`() throws {
    let stage = try Stage()
    let tokens = (1...3).map { number in
      stage.driver.onTransition { [journal = stage.journal] transition in
        journal.entries.append("told \(number) \(transition.kind)")
      }
    }
    try stage.perform(.push(.a))
    #expect(
      stage.journal.take() == [
        "pause home", "make a", "resume a", "told 1 push", "told 2 push", "told 3 push",
      ]
    )
    for token in tokens { token.dispose() }
  }

  @Test func `a screen that was cleared is released`() throws {
    let stage = try Stage(.home, .a)
    weak let screen = stage.screen(.a)
    #expect(screen != nil)
    try stage.perform(.pop())
    #expect(screen == nil)
  }

  // MARK: Refusals

  @Test func `what is not possible is thrown at once and changes nothing`() throws {
    let stage = try Stage(.home, .a)
    let before = stage.driver.stack.current
    var told = 0
    let token = stage.driver.onTransition { _ in told += 1 }
    #expect(throws: NavigationError.nothingPresented(screen: "a")) {
      try stage.perform(.dismiss())
    }
    #expect(throws: NavigationError.notOnStack(screen: "b", stack: ["home", "a"])) {
      try stage.perform(.popTo(.b))
    }
    #expect(stage.driver.stack.current == before)
    #expect(stage.journal.take().isEmpty)
    #expect(told == 0)
    token.dispose()
  }

  // MARK: What is told

  @Test func `a transition names its screens and shows the rows it was given`() throws {
    let stage = try Stage()
    var transitions: [NavigationTransition<Place>] = []
    let token = stage.driver.onTransition { transitions.append($0) }
    let rows = [NavigationBundleRow(key: "id", value: .integer(1))]
    try stage.driver.perform(.push(.a), action: "open", rows: rows)
    let last = try #require(transitions.last)
    #expect(last.from == .home && last.to == .a)
    #expect(last.fromName == "home" && last.toName == "a")
    #expect(last.rows == rows)
    #expect(last.stack == stage.driver.stack.current)
    token.dispose()
  }

  @Test func `a transition with a result shows the rows of the result`() throws {
    let stage = try Stage(.home, .a)
    var rows: [[NavigationBundleRow]] = []
    let token = stage.driver.onTransition { rows.append($0.rows) }
    let action = [NavigationBundleRow(key: "action", value: .unit)]
    try stage.driver.perform(
      .pop(result: NavigationResult(42, .integer)),
      action: "finish",
      rows: action
    )
    #expect(rows.map(\.bundleDescription) == ["{value: 42}"])
    token.dispose()
  }

  @Test func `a follower is not called any more once its token was disposed`() throws {
    let stage = try Stage()
    var told = 0
    let token = stage.driver.onTransition { _ in told += 1 }
    try stage.perform(.push(.a))
    token.dispose()
    try stage.perform(.push(.b))
    #expect(told == 1)
  }

  @Test func `a follower that another one disposes is not called in the same round`() throws {
    let stage = try Stage()
    var told: [Int] = []
    var second: (any Disposable)?
    let first = stage.driver.onTransition { _ in
      told.append(1)
      second?.dispose()
    }
    second = stage.driver.onTransition { _ in told.append(2) }
    try stage.perform(.push(.a))
    #expect(told == [1])
    first.dispose()
  }

  @Test func `a screen that was cleared by itself is left and comes back like others`() throws {
    let stage = try Stage(.home, .a)
    stage.screen(.a)?.clear()
    try stage.perform(.push(.b))
    try stage.perform(.pop())
    try stage.perform(.popToRoot)
    #expect(
      stage.journal.take() == [
        "pause a", "clear a", "make b", "resume b", "pause b", "clear b", "resume home",
      ]
    )
  }
}
