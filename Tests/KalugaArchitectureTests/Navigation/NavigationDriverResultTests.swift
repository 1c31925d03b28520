import KalugaArchitecture
import Testing

/// What the tickets of requests say.
@MainActor
struct NavigationDriverResultTests {
  private let answer = NavigationResult(42, .integer)

  @Test func `a request without result ends with its transition`() async throws {
    let stage = try Stage()
    for spec: NavigationSpec<Place> in [.push(.a), .replace(.b), .pop(), .present(.c), .dismiss()] {
      #expect(await settled(try stage.perform(spec)) == .done)
    }
  }

  @Test func `a request for a result waits until its screen leaves`() async throws {
    let stage = try Stage()
    let ticket = try stage.open(.push(.a), for: Int.self)
    try await ticket.transitioned()
    #expect(await settled(ticket) == nil)
    try stage.perform(.push(.b))
    try stage.perform(.pop())
    #expect(await settled(ticket) == nil)
    try stage.perform(.pop(result: answer))
    #expect(await ticket.outcome == .finished(42))
  }

  @Test func `a result comes with its type`() async throws {
    let stage = try Stage()
    let ticket = try stage.open(.push(.a), for: Credentials.self)
    let credentials = Credentials(user: "ada", token: "sesame")
    try stage.perform(.pop(result: NavigationResult(credentials)))
    #expect(try await ticket.result == credentials)
  }

  @Test func `a result may be an optional, and nil is a result`() async throws {
    let stage = try Stage()
    let ticket = try stage.open(.push(.a), for: Int?.self)
    try stage.perform(.pop(result: NavigationResult(Int?.none, .optional(.integer))))
    #expect(await ticket.outcome == .finished(nil))
  }

  @Test func `each of several open screens gives its result to its own opener`() async throws {
    let stage = try Stage()
    let first = try stage.open(.push(.a), for: Int.self)
    let second = try stage.open(.push(.b), for: String.self)
    try stage.perform(.pop(result: NavigationResult("b", .string)))
    #expect(await settled(first) == nil)
    try stage.perform(.pop(result: NavigationResult(1, .integer)))
    #expect(await second.outcome == .finished("b"))
    #expect(await first.outcome == .finished(1))
  }

  @Test func `a result of another type is refused and nothing changes`() async throws {
    let stage = try Stage()
    let ticket = try stage.open(.push(.a), for: Int.self)
    let before = stage.driver.stack.current
    stage.journal.entries = []
    #expect(
      throws: NavigationError.unexpectedResult(screen: "a", expected: "Int", found: "String")
    ) {
      try stage.perform(.pop(result: NavigationResult("sesame", .string)))
    }
    #expect(stage.driver.stack.current == before)
    #expect(stage.journal.take().isEmpty)
    #expect(await settled(ticket) == nil)
    try stage.perform(.pop(result: answer))
    #expect(await ticket.outcome == .finished(42))
  }

  @Test func `a result for which nobody waits is no error`() async throws {
    let stage = try Stage(.home, .a)
    let ticket = try stage.perform(.pop(result: answer))
    #expect(await ticket.outcome == .done)
    #expect(stage.stack == "[home]")
  }

  // MARK: Without a result

  @Test func `going back without a result cancels`() async throws {
    let stage = try Stage()
    let popped = try stage.open(.push(.a), for: Int.self)
    try stage.perform(.pop())
    #expect(await popped.outcome == .cancelled(.back))
    #expect(try await popped.result == nil)
  }

  @Test func `every screen that going far back takes away cancels its request`() async throws {
    let stage = try Stage()
    let first = try stage.open(.push(.a), for: Int.self)
    let second = try stage.open(.push(.b), for: String.self)
    try stage.perform(.popToRoot)
    #expect(await first.outcome == .cancelled(.back))
    #expect(await second.outcome == .cancelled(.back))
  }

  @Test func `a screen that is replaced or closed cancels its request`() async throws {
    let stage = try Stage()
    let replaced = try stage.open(.push(.a), for: Int.self)
    let replacing = try stage.open(.replace(.b), for: Int.self)
    #expect(await replaced.outcome == .cancelled(.closed))
    try stage.driver.open([.home])
    #expect(await replacing.outcome == .cancelled(.closed))
    let presented = try stage.open(.present(.sheet), for: Int.self)
    try stage.perform(.dismiss())
    #expect(await presented.outcome == .cancelled(.closed))
  }

  @Test func `dismiss gives its result to the opener of the presented stack`() async throws {
    let stage = try Stage()
    let sheet = try stage.open(.present(.sheet), for: Int.self)
    let inner = try stage.open(.push(.a), for: String.self)
    try stage.perform(.dismiss(result: answer))
    #expect(await sheet.outcome == .finished(42))
    #expect(await inner.outcome == .cancelled(.closed))
  }

  @Test func `the type of a dismiss result is that of the presented stack`() async throws {
    let stage = try Stage()
    let sheet = try stage.open(.present(.sheet), for: Int.self)
    let inner = try stage.open(.push(.a), for: String.self)
    #expect(
      throws: NavigationError.unexpectedResult(screen: "sheet", expected: "Int", found: "String")
    ) {
      try stage.perform(.dismiss(result: NavigationResult("a", .string)))
    }
    #expect(stage.stack == "[home] ▸ [sheet, a]")
    #expect(await settled(sheet) == nil)
    #expect(await settled(inner) == nil)
  }

  @Test func `pop of the first presented screen gives the result of its stack`() async throws {
    let stage = try Stage()
    let sheet = try stage.open(.present(.sheet), for: Int.self)
    try stage.perform(.pop(result: answer))
    #expect(await sheet.outcome == .finished(42))
    #expect(stage.stack == "[home]")
  }

  @Test func `a request for a result that opens nothing ends as done`() async throws {
    let stage = try Stage(.home, .a)
    #expect(await settled(try stage.open(.pop(), for: Int.self)) == .done)
    #expect(await settled(try stage.open(.popTo(.home), for: Int.self)) == .done)
  }

  @Test func `a ticket that was dropped does not stop its screen`() throws {
    let stage = try Stage()
    _ = try stage.open(.push(.a), for: Int.self)
    try stage.perform(.pop(result: answer))
    #expect(stage.stack == "[home]")
  }

  @Test func `the opener is resumed before its result arrives`() async throws {
    let stage = try Stage()
    let ticket = try stage.open(.push(.a), for: Int.self)
    let home = try #require(stage.screen(.home))
    let waiter = Task { @MainActor in
      _ = await ticket.outcome
      return home.stage.current
    }
    await Task { @MainActor in }.value
    try stage.perform(.pop(result: answer))
    #expect(await waiter.value == .resumed)
  }

  // MARK: StackNavigator

  private enum Action: NavigationAction {
    case open(Credentials)
    case finish
    case forbidden
  }

  private func makeNavigator(
    _ driver: NavigationDriver<Place>
  ) -> StackNavigator<Action, Place> {
    StackNavigator(driver) { action throws(NavigationError) in
      switch action {
      case .open: .push(.a)
      case .finish: .pop(result: NavigationResult(42, .integer))
      case .forbidden: throw .refused(action: "forbidden", reason: "never")
      }
    }
  }

  @Test func `a navigator maps actions to operations and shows their rows`() async throws {
    let stage = try Stage()
    var rows: [String] = []
    let token = stage.driver.onTransition { rows.append($0.rows.bundleDescription) }
    let navigator = makeNavigator(stage.driver)
    let action = Action.open(Credentials(user: "ada", token: "sesame"))
    let ticket = try navigator.navigate(NavigationRequest<Action, Int>(action))
    try navigator.navigate(.finish)
    #expect(await ticket.outcome == .finished(42))
    #expect(rows == [#"{user: "ada", token: <private>}"#, "{value: 42}"])
    token.dispose()
  }

  @Test func `a navigator may refuse an action`() throws {
    let stage = try Stage()
    let navigator = makeNavigator(stage.driver)
    #expect(throws: NavigationError.refused(action: "forbidden", reason: "never")) {
      try navigator.navigate(.forbidden)
    }
    #expect(!navigator.navigateWithSuccess(.finish))
    #expect(stage.stack == "[home]")
  }

  @Test func `a navigator whose driver is gone refuses and shows no payload`() throws {
    var driver: NavigationDriver? = NavigationDriver(root: Place.home) { _, _ in
      BaseLifecycleViewModel()
    }
    let navigator = makeNavigator(try #require(driver))
    driver = nil
    #expect(throws: NavigationError.noHost(action: "open")) {
      try navigator.navigate(.open(Credentials(user: "ada", token: "sesame")))
    }
  }

  @Test func `a request whose screen stays in a tab goes on, and others end`() async throws {
    let stage = try Stage()
    try stage.perform(.tabs([.a, .b]))
    let gone = try stage.open(.push(.c), for: Int.self)
    try stage.perform(.selectTab(1))
    let kept = try stage.open(.push(.c), for: Int.self)
    try stage.perform(.tabs([.b, .home]))
    #expect(await gone.outcome == .cancelled(.closed))
    try stage.perform(.pop(result: NavigationResult(3, .integer)))
    #expect(await kept.outcome == .finished(3))
  }
}
