import KalugaArchitecture
import Testing

/// The outcomes of requests.
@MainActor
struct NavigationDriverResultTests {
  private nonisolated static let answer = NavigationResult(42, .integer)

  @Test func `a request without result, or that opens nothing, ends with its transition`()
    async throws
  {
    let stage = try Stage()
    for spec: NavigationSpec<Place> in [.push(.a), .replace(.b), .pop(), .present(.c), .dismiss()] {
      #expect(await settled(try stage.perform(spec)) == .done)
    }
    try stage.perform(.push(.a))
    for spec: NavigationSpec<Place> in [.popTo(.a), .pop()] {
      #expect(await settled(try stage.open(spec, for: Int.self)) == .done)
    }
  }

  /// Kaluga Q30.
  @Test(arguments: [.push(.a), .present(.a)] as [NavigationSpec<Place>])
  func `a request for a result waits until its screen leaves`(
    _ spec: NavigationSpec<Place>
  ) async throws {
    let stage = try Stage()
    let ticket = try stage.open(spec, for: Int.self)
    try await ticket.transitioned()
    #expect(await settled(ticket) == nil)
    try stage.perform(.push(.b))
    try stage.perform(.pop())
    #expect(await settled(ticket) == nil)
    try stage.perform(.present(.sheet))
    try stage.perform(.close(.sheet, result: NavigationResult("sheet", .string)))
    try stage.perform(.close(.a, result: Self.answer))
    #expect(await ticket.outcome == .finished(42))
  }

  @Test(arguments: [.pop(result: answer), .dismiss(result: answer)] as [NavigationSpec<Place>])
  func `the result of a presented stack reaches its opener from any tab`(
    _ spec: NavigationSpec<Place>
  ) async throws {
    let stage = try Stage()
    let ticket = try stage.open(.present(.sheet), for: Int.self)
    try stage.perform(.tabs([.sheet, .a], selected: 1))
    try stage.perform(spec)
    #expect(await settled(ticket) == .finished(42))
  }

  @Test func `the opener of the first screen of a tab gets its result before that of the stack`()
    async throws
  {
    let stage = try Stage()
    let sheet = try stage.open(.present(.sheet), for: Int.self)
    try stage.perform(.tabs([.sheet, .a], selected: 0))
    try stage.perform(.selectTab(1))
    let replaced = try stage.open(.replace(.c), for: Int.self)
    try stage.perform(.pop(result: Self.answer))
    #expect(await settled(replaced) == .finished(42))
    #expect(await settled(sheet) == .cancelled(.back))
  }

  @Test func `a result arrives with its type, and nil is a result`() async throws {
    let stage = try Stage()
    let content = try stage.open(.push(.a), for: Credentials.self)
    let credentials = Credentials(user: "ada", token: "sesame")
    try stage.perform(.pop(result: NavigationResult(credentials)))
    #expect(try await content.result == credentials)
    let optional = try stage.open(.push(.a), for: Int?.self)
    try stage.perform(.pop(result: NavigationResult(Int?.none, .optional(.integer))))
    #expect(await optional.outcome == .finished(nil))
  }

  @Test(
    arguments: [
      ([.pop(result: answer)], nil, .finished(42)),
      ([.pop(result: answer), .pop(result: answer)], .finished(42), .finished(42)),
      ([.pop(), .pop(result: answer)], .finished(42), .cancelled(.back)),
      ([.dismiss(result: answer)], .finished(42), .cancelled(.closed)),
      ([.close(.a, result: answer)], nil, .finished(42)),
      ([.close(.sheet, result: answer)], .finished(42), .cancelled(.closed)),
      ([.popTo(.sheet, result: answer)], nil, .finished(42)),
      ([.popTo(.sheet, inclusive: true, result: answer)], .finished(42), .cancelled(.back)),
      ([.popTo(.a, result: answer)], nil, nil),
      ([.popToRoot(result: answer)], nil, .finished(42)),
    ] as [([NavigationSpec<Place>], NavigationOutcome<Int>?, NavigationOutcome<Int>?)]
  )
  func `the opener of the screen that is left or closed gets the result`(
    _ specs: [NavigationSpec<Place>],
    _ lower: NavigationOutcome<Int>?,
    _ upper: NavigationOutcome<Int>?
  ) async throws {
    let stage = try Stage()
    let sheet = try stage.open(.present(.sheet), for: Int.self)
    let inner = try stage.open(.push(.a), for: Int.self)
    for spec in specs { try stage.perform(spec) }
    #expect(await settled(sheet) == lower)
    #expect(await settled(inner) == upper)
  }

  @Test(
    arguments: [
      (.pop(result: answer), "a", "String"), (.dismiss(result: answer), "sheet", "Bool"),
      (.popTo(.sheet, result: answer), "a", "String"),
      (.popTo(.sheet, inclusive: true, result: answer), "sheet", "Bool"),
      (.popToRoot(result: answer), "a", "String"),
    ] as [(NavigationSpec<Place>, String, String)]
  )
  func `a result of another type is refused and nothing changes`(
    _ spec: NavigationSpec<Place>,
    _ screen: String,
    _ expected: String
  ) async throws {
    let stage = try Stage()
    let sheet = try stage.open(.present(.sheet), for: Bool.self)
    let inner = try stage.open(.push(.a), for: String.self)
    let before = stage.driver.stack.current
    stage.journal.entries = []
    #expect(
      throws: NavigationError.unexpectedResult(screen: screen, expected: expected, found: "Int")
    ) {
      try stage.perform(spec)
    }
    #expect(stage.driver.stack.current == before)
    #expect(stage.happened() == "")
    #expect(await settled(sheet) == nil)
    try stage.perform(.pop(result: NavigationResult("a", .string)))
    #expect(await inner.outcome == .finished("a"))
  }

  @Test func `a result that no task waits for is dropped, and so may be a ticket`() async throws {
    let stage = try Stage("[home, a]")
    _ = try stage.open(.push(.b), for: Int.self)
    for _ in 0..<2 {
      #expect(await (try stage.perform(.pop(result: Self.answer))).outcome == .done)
    }
    #expect(stage.stack == "[home]")
  }

  /// Kaluga Q31.
  @Test func `the opener is resumed before its result arrives`() async throws {
    let stage = try Stage()
    let ticket = try stage.open(.push(.a), for: Int.self)
    let home = try #require(stage.screen(.home))
    let waiter = Task { @MainActor in
      _ = await ticket.outcome
      return home.stage.current
    }
    // It waits before the screen leaves.
    await mainActorQueueDrained()
    try stage.perform(.pop(result: Self.answer))
    #expect(await waiter.value == .resumed)
  }

  // MARK: Without a result

  /// What takes away the screens `b`, or `a` and `b`, of `[home, a, b]`, and the reason.
  nonisolated static let departures: [(NavigationSpec<Place>, Bool, NavigationCancellation)] = [
    (.pop(), false, .back),
    (.popTo(.a), false, .back),
    (.popToRoot(), true, .back),
    (.popTo(.home), true, .back),
    (.close(.b), false, .closed),
    (.close(.a), true, .closed),
    (.closeEntry(BackStackEntryID(rawValue: 2)), true, .closed),
    (.open(root: .home, [.c]), true, .closed),
    (.setRoot(.home), true, .closed),
    (.tabs([.c]), true, .closed),
  ]

  @Test(arguments: departures)
  func `a request whose screen is removed ends as cancelled, with the reason`(
    _ spec: NavigationSpec<Place>,
    _ takesBoth: Bool,
    _ reason: NavigationCancellation
  ) async throws {
    let stage = try Stage()
    let lower = try stage.open(.push(.a), for: Int.self)
    let upper = try stage.open(.push(.b), for: String.self)
    try stage.perform(spec)
    #expect(await settled(upper) == .cancelled(reason))
    #expect(await settled(lower) == (takesBoth ? .cancelled(reason) : nil))
    stage.driver.end()
    #expect(await lower.outcome == .cancelled(takesBoth ? reason : .hostEnded))
  }

  /// Kaluga Q30.
  @Test func `a dismissal by the app counts as closed, and one by the user as back`()
    async throws
  {
    let stage = try Stage()
    let byApp = try stage.open(.present(.sheet), for: Int.self)
    try stage.perform(.dismiss())
    #expect(await byApp.outcome == .cancelled(.closed))
    let byUser = try stage.open(.present(.sheet), for: Int.self)
    try stage.driver.hostDidDismiss(stage.driver.stack.current.layers[1].id)
    #expect(await byUser.outcome == .cancelled(.back))
  }

  @Test func `a request for a screen under a sheet waits for that screen`() async throws {
    let stage = try Stage("[home] ▸ [sheet]")
    let ticket = try stage.open(.below(.push(.a)), for: Int.self)
    try stage.perform(.dismiss(result: NavigationResult("sheet", .string)))
    #expect(await settled(ticket) == nil)
    #expect(stage.happened() == "make a, pause sheet, clear sheet, resume a")
    try stage.perform(.present(.sheet))
    try stage.perform(.below(.pop(result: Self.answer)))
    #expect(await ticket.outcome == .finished(42))
  }

  @Test func `a request whose screen stays in a tab stays open, and others end`() async throws {
    let stage = try Stage("{*[a] | [b]}")
    let gone = try stage.open(.push(.c), for: Int.self)
    try stage.perform(.selectTab(1))
    let kept = try stage.open(.push(.c), for: Int.self)
    try stage.perform(.tabs([.b, .home]))
    #expect(await gone.outcome == .cancelled(.closed))
    try stage.perform(.pop(result: Self.answer))
    #expect(await kept.outcome == .finished(42))
  }

  // MARK: StackNavigator

  private enum Action: NavigationAction {
    case open(Credentials)
    case finish
    case forbidden
  }

  private func makeNavigator(_ driver: NavigationDriver<Place>) -> StackNavigator<Action, Place> {
    StackNavigator(driver) { action throws(NavigationError) in
      switch action {
      case .open: .push(.a)
      case .finish: .pop(result: Self.answer)
      case .forbidden: throw .refused(action: "forbidden", reason: "never")
      }
    }
  }

  @Test func `a navigator maps actions to operations and shows their rows`() async throws {
    let stage = try Stage()
    var rows: [String] = []
    _ = stage.driver.onTransition { rows.append($0.rows.bundleDescription) }
    let navigator = makeNavigator(stage.driver)
    let action = Action.open(Credentials(user: "ada", token: "sesame"))
    let ticket = try navigator.navigate(NavigationRequest<Action, Int>(action))
    try navigator.navigate(.finish)
    #expect(await ticket.outcome == .finished(42))
    #expect(rows == [#"{user: "ada", token: <private>}"#, "{value: 42}"])
  }

  /// Kaluga Q29.
  @Test func `a navigator may refuse an action, and without its driver shows no payload`() throws {
    let navigator: StackNavigator<Action, Place>
    do {
      let stage = try Stage()
      navigator = makeNavigator(stage.driver)
      #expect(throws: NavigationError.refused(action: "forbidden", reason: "never")) {
        try navigator.navigate(.forbidden)
      }
      #expect(stage.stack == "[home]")
    }
    #expect(throws: NavigationError.noHost(action: "open")) {
      try navigator.navigate(.open(Credentials(user: "ada", token: "sesame")))
    }
  }
}
