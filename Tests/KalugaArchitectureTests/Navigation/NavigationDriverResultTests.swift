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
    try await ticket.waitForTransition()
    #expect(await settled(ticket) == nil)
    try stage.perform(.push(.b))
    try stage.perform(.pop())
    #expect(await settled(ticket) == nil)
    try stage.perform(.present(.sheet))
    try stage.perform(.close(.sheet, result: NavigationResult("sheet", .string)))
    try stage.perform(.close(.a, result: Self.answer))
    #expect(await ticket.outcome == .finished(42))
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

  /// How a screen `sheet` is opened for a number, over which `a` is opened for another one, what
  /// happens then, and the outcomes of both requests, or nil if they still wait.
  nonisolated static let ends: [Ending] = [
    (.present(.sheet), [.pop(result: answer)], nil, .finished(42)),
    (.present(.sheet), [.pop(result: answer), .pop(result: answer)], .finished(42), .finished(42)),
    (.present(.sheet), [.pop(), .pop(result: answer)], .finished(42), .cancelled(.back)),
    (.present(.sheet), [.dismiss(result: answer)], .finished(42), .cancelled(.closed)),
    (.present(.sheet), [.close(.a, result: answer)], nil, .finished(42)),
    (.present(.sheet), [.close(.sheet, result: answer)], .finished(42), .cancelled(.closed)),
    (.present(.sheet), [.popTo(.sheet, result: answer)], nil, .finished(42)),
    (.present(.sheet), [.popTo(.a, result: answer)], nil, nil),
    (.present(.sheet), [.popToRoot(result: answer)], nil, .finished(42)),
    (.present(.sheet), [.dismiss()], .cancelled(.closed), .cancelled(.closed)),
    (.push(.sheet), [.pop()], nil, .cancelled(.back)),
    (.push(.sheet), [.popTo(.sheet)], nil, .cancelled(.back)),
    (.push(.sheet), [.popToRoot()], .cancelled(.back), .cancelled(.back)),
    (.push(.sheet), [.close(.a)], nil, .cancelled(.closed)),
    (.push(.sheet), [.close(.sheet)], .cancelled(.closed), .cancelled(.closed)),
    // Milad-Akarie/auto_route_library#2206: a login that something else closes never ends.
    (.push(.sheet), [.open(root: .home, [.c])], .cancelled(.closed), .cancelled(.closed)),
    (.push(.sheet), [.setRoot(.home)], .cancelled(.closed), .cancelled(.closed)),
    (.push(.sheet), [.tabs([.c])], .cancelled(.closed), .cancelled(.closed)),
  ]

  typealias Ending = (
    NavigationSpec<Place>, [NavigationSpec<Place>], NavigationOutcome<Int>?, NavigationOutcome<Int>?
  )

  @Test(arguments: ends)
  func `a request ends with the result of its screen, or with the reason why that has left`(
    _ opening: NavigationSpec<Place>,
    _ specs: [NavigationSpec<Place>],
    _ lower: NavigationOutcome<Int>?,
    _ upper: NavigationOutcome<Int>?
  ) async throws {
    let stage = try Stage()
    let tickets = [
      try stage.open(opening, for: Int.self), try stage.open(.push(.a), for: Int.self),
    ]
    for spec in specs { try stage.perform(spec) }
    #expect(await settled(tickets[0]) == lower)
    #expect(await settled(tickets[1]) == upper)
    stage.driver.end()
    #expect(await tickets[0].outcome == lower ?? .cancelled(.hostEnded))
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
    var seen: [String] = []
    _ = stage.driver.onTransition {
      seen.append(
        "\($0.from.map { "\($0)" } ?? "") \($0.kind) \($0.to) \($0.rows.bundleDescription)"
      )
    }
    let navigator = makeNavigator(stage.driver)
    let action = Action.open(Credentials(user: "ada", token: "sesame"))
    let ticket = try navigator.navigate(NavigationRequest<Action, Int>(action))
    try navigator.navigate(.finish)
    #expect(await ticket.outcome == .finished(42))
    #expect(seen == [#"home push a {user: "ada", token: <private>}"#, "a pop home {value: 42}"])
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
