import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A screen that takes the place of an asked one owes its result.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationSuccessionTests {
  private func stage() throws -> OriginStage { try OriginStage("[home]") }

  nonisolated static let replacements: [(NavigationSpec<Place>, NavigationSpec<Place>)] = [
    (.push(.a), .replace(.b)),
    (.push(.a), .replaceAbove(.home, with: .b)),
    (.push(.a), .steps([.replace(.c), .replace(.b)])),
    (.present(.a), .replacePresented(.b)),
    (.present(.a), .replace(.b)),
  ]

  @Test(arguments: replacements)
  func `the screen that replaces an asked one returns its result`(
    _ ask: NavigationSpec<Place>,
    _ replace: NavigationSpec<Place>
  ) async throws {
    let stage = try stage()
    let home = try stage.screen(.home)
    let ticket = try home.askForNumber(ask)
    try stage.screen(.a).ask(replace)
    try stage.screen(.b).ask(.pop(result: OriginStage.number(7)))
    #expect(await ticket.outcome == .finished(7))
    await home.requestsDidEnd()
    #expect(home.numbers == [7])
    #expect(stage.stack == "[home]")
  }

  @Test(arguments: replacements)
  func `a successor that closes without a result cancels the request`(
    _ ask: NavigationSpec<Place>,
    _ replace: NavigationSpec<Place>
  ) async throws {
    let stage = try stage()
    let ticket = try stage.screen(.home).askForNumber(ask)
    try stage.screen(.a).ask(replace)
    #expect(await settled(ticket) == nil)
    try stage.driver.back()
    #expect(await ticket.outcome == .cancelled(.back))
  }

  @Test(arguments: replacements)
  func `a successor returns the result in a later process`(
    _ ask: NavigationSpec<Place>,
    _ replace: NavigationSpec<Place>
  ) async throws {
    let stage = try stage()
    try stage.screen(.home).askForNumber(ask)
    try stage.screen(.a).ask(replace)
    var data = try stage.driver.snapshot().data()
    for _ in 0..<2 {
      let later = NavigationDriver(restoring: try NavigationSnapshot<Place>(data)) {
        OriginScreen($0, $1)
      }
      later.start()
      data = try later.snapshot().data()
      let b = try #require(later.topScreen as? OriginScreen)
      try b.ask(.finish(result: OriginStage.number(7)))
      let home = try #require(later.topScreen as? OriginScreen)
      await until(home.numbers == [7])
      later.end()
    }
  }

  @Test func `a wizard that goes on by replacing gives one result`() async throws {
    let stage = try stage()
    let ticket = try stage.screen(.home).askForNumber(.push(.a))
    for (page, next): (Place, Place) in [(.a, .b), (.b, .c), (.c, .sheet)] {
      try stage.screen(page).ask(.replace(next))
    }
    let last = try stage.screen(.sheet)
    try last.ask(.finish(result: OriginStage.number(7)))
    #expect(throws: NavigationError.self) { try last.ask(.finish(result: OriginStage.number(8))) }
    #expect(await ticket.outcome == .finished(7))
  }

  @Test(arguments: replacements)
  func `a successor that a later step closes returns the result`(
    _ ask: NavigationSpec<Place>,
    _ replace: NavigationSpec<Place>
  ) async throws {
    let stage = try stage()
    let home = try stage.screen(.home)
    let ticket = try home.askForNumber(ask)
    try stage.driver.perform(.steps([replace, .pop(result: OriginStage.number(7)), .push(.c)]))
    #expect(await ticket.outcome == .finished(7))
    await home.requestsDidEnd()
    #expect(home.numbers == [7])
    #expect(stage.stack == "[home, c]")
  }

  @Test func `a successor that is asked for a result of another type cancels the first request`()
    async throws
  {
    let stage = try stage()
    let number = try stage.screen(.home).askForNumber(.push(.a))
    let text = try stage.screen(.a).ask(.replace(.b), for: String.self)
    #expect(await number.outcome == .cancelled(.closed))
    try stage.screen(.b).ask(.pop(result: NavigationResult("seven", .string)))
    #expect(await text.outcome == .finished("seven"))
  }

  @Test func `a successor that is asked for a result of the same type returns it to both`()
    async throws
  {
    let stage = try stage()
    let first = try stage.screen(.home).askForNumber(.push(.a))
    let second = try stage.screen(.a).ask(.replace(.b), for: Int.self)
    try stage.screen(.b).ask(.pop(result: OriginStage.number(7)))
    #expect(await first.outcome == .finished(7))
    #expect(await second.outcome == .finished(7))
  }

  @Test(arguments: [.setRoot(.b), .open(root: .b), .tabs([.b])] as [NavigationSpec<Place>])
  func `an asked screen that gives way to a first screen ends its request at once`(
    _ spec: NavigationSpec<Place>
  ) async throws {
    let stage = try stage()
    let ticket = try stage.screen(.home).askForNumber(.push(.a))
    try stage.screen(.a).ask(spec)
    #expect(await ticket.outcome == .cancelled(.closed))
  }

  @Test(arguments: [.setRoot(.b), .open(root: .b), .replace(.b)] as [NavigationSpec<Place>])
  func `a first screen that is asked for a result ends the request at once`(
    _ spec: NavigationSpec<Place>
  ) async throws {
    let stage = try stage()
    let ticket = try stage.screen(.home).ask(spec, for: Int.self)
    #expect(await ticket.outcome == .cancelled(.closed))
    #expect(stage.stack == "[b]")
  }

  @Test func `a screen to which a guard redirects owes the result`() async throws {
    let stage = try stage()
    _ = stage.driver.addGuard { spec, _ in
      if case .push(.a) = spec { .redirect(.present(.b)) } else { .proceed }
    }
    let ticket = try stage.screen(.home).askForNumber(.push(.a))
    try await ticket.transitioned()
    try stage.screen(.b).ask(.pop(result: OriginStage.number(7)))
    #expect(await ticket.outcome == .finished(7))
  }

  @Test func `a redirect to a first screen ends the request at once`() async throws {
    let stage = try stage()
    _ = stage.driver.addGuard { spec, _ in
      if case .push(.a) = spec { .redirect(.setRoot(.b)) } else { .proceed }
    }
    let ticket = try stage.screen(.home).askForNumber(.push(.a))
    #expect(await ticket.outcome == .cancelled(.closed))
    #expect(stage.stack == "[b]")
  }

  @Test func `the requests of screens above the replaced one are cancelled`() async throws {
    let stage = try stage()
    let lower = try stage.screen(.home).askForNumber(.push(.a))
    let upper = try stage.screen(.a).askForNumber(.push(.b))
    try stage.screen(.b).ask(.replaceAbove(.home, with: .c))
    #expect(await upper.outcome == .cancelled(.closed))
    #expect(await settled(lower) == nil)
    try stage.screen(.c).ask(.pop(result: OriginStage.number(7)))
    #expect(await lower.outcome == .finished(7))
  }

  @Test(arguments: [0, 1])
  func `a sheet that has got tabs passes its result on when another one replaces it`(
    _ selected: Int
  ) async throws {
    let stage = try stage()
    let ticket = try stage.screen(.home).askForNumber(.present(.a))
    try stage.driver.perform(.tabs([.c, .a], selected: selected))
    try stage.driver.perform(.replacePresented(.b))
    try stage.screen(.b).ask(.pop(result: OriginStage.number(7)))
    #expect(await ticket.outcome == .finished(7))
  }

  /// What happens to an asked sheet `a` before it is dismissed with a result.
  @Test(
    arguments: [
      [.tabs([.a, .b]), .replace(.c), .selectTab(1)],
      [.tabs([.b, .a], selected: 1), .replace(.c), .selectTab(0), .replacePresented(.sheet)],
    ] as [[NavigationSpec<Place>]]
  )
  func `a screen that takes the place of an asked one in a tab gives the result of the sheet`(
    _ specs: [NavigationSpec<Place>]
  ) async throws {
    for isOneTransition in [false, true] {
      let stage = try stage()
      let ticket = try stage.screen(.home).askForNumber(.present(.a))
      for spec in isOneTransition ? [.steps(specs)] : specs { try stage.driver.perform(spec) }
      try stage.driver.perform(.dismiss(result: OriginStage.number(7)))
      #expect(await ticket.outcome == .finished(7))
    }
  }

  @Test func `a closure that waits together with a ticket receives the result in a later process`()
    async throws
  {
    let stage = try stage()
    _ = try stage.driver.perform(.push(.a), for: Int.self)
    try stage.screen(.home).askForNumber(.replaceAbove(.home, with: .b))
    let later = NavigationDriver(restoring: stage.driver.snapshot()) { OriginScreen($0, $1) }
    later.start()
    try later.perform(.pop(result: OriginStage.number(7)))
    let home = try #require(later.topScreen as? OriginScreen)
    await until(home.numbers == [7])
    later.end()
  }

  // MARK: The same sheet twice

  @Test(
    arguments: [
      .present(.sheet), .replacePresented(.sheet), .steps([.popToRoot(), .present(.sheet)]),
    ] as [NavigationSpec<Place>]
  )
  func `a sheet that is asked for a result twice is a duplicate, and not answered at once`(
    _ spec: NavigationSpec<Place>
  ) async throws {
    let stage = try Stage("[home]")
    let first = try stage.open(spec, for: Int.self)
    #expect(throws: NavigationError.duplicate(screen: "sheet")) {
      try stage.open(spec, for: Int.self)
    }
    // Without a result, repeating the request changes nothing, as before.
    #expect(await (try stage.perform(spec)).outcome == .done)
    try stage.perform(.dismiss(result: OriginStage.number(3)))
    #expect(await first.outcome == .finished(3))
  }
}

/// In the serialized suite of the tests that replace the handler of the whole process.
extension ArchitectureDiagnosticsTests {
  /// A destination with names that no other test reports.
  enum Parcel: NavigationDestination { case depot, parcel, letter }

  private func driver() -> NavigationDriver<Parcel> {
    let driver = NavigationDriver(root: Parcel.depot) { _, _ in BaseLifecycleViewModel() }
    driver.start()
    return driver
  }

  private nonisolated static let seven = NavigationResult(7, .integer)

  @Test(
    arguments: [
      .pop(result: seven), .popToRoot(result: seven), .popTo(.depot, result: seven),
      .closeEntry(BackStackEntryID(rawValue: 2), result: seven), .close(.parcel, result: seven),
      .steps([.pop(result: seven), .push(.letter)]),
    ] as [NavigationSpec<Parcel>]
  )
  func `a result that no request waits for is reported as lost`(
    _ spec: NavigationSpec<Parcel>
  ) async throws {
    let driver = driver()
    try driver.perform(.push(.parcel))
    let reports = await Self.diagnostics(about: "the result of 'parcel' is lost: no request") {
      #expect(throws: Never.self) { try driver.perform(spec) }
    }
    #expect(reports.map(\.kind) == [.lostResult])
  }

  @Test func `a result of an operation that closes nothing is reported as lost`() async throws {
    let driver = driver()
    let reports = await Self.diagnostics(about: "the result of 'depot' is lost: no request") {
      #expect(throws: Never.self) { try driver.perform(.popTo(.depot, result: Self.seven)) }
    }
    #expect(reports.map(\.kind) == [.lostResult])
  }

  @Test func `a result whose ticket nobody reads is reported as lost`() async throws {
    let driver = driver()
    let reports = await Self.diagnostics(about: "the result of 'parcel' is lost: nothing waited") {
      #expect(throws: Never.self) {
        _ = try driver.perform(.push(.parcel), for: Int.self)
        try driver.perform(.pop(result: Self.seven))
      }
    }
    #expect(reports.map(\.kind) == [.lostResult])
  }

  @Test func `a result whose receiver was cleared in the same turn is reported as lost`()
    async throws
  {
    let driver = driver()
    let scope = TaskScope(name: "receiver")
    let reports = await Self.diagnostics(about: "the result of 'parcel' is lost: nothing waited") {
      #expect(throws: Never.self) {
        let ticket = try driver.perform(.push(.parcel), for: Int.self)
        scope.launch { _ = await ticket.outcome }
        try driver.perform(.pop(result: Self.seven))
      }
      scope.cancel()
      await scope.waitUntilEmpty()
      await mainActorQueueDrained()
    }
    #expect(reports.map(\.kind) == [.lostResult])
  }

  @Test func `a result that is read is not reported`() async throws {
    let driver = driver()
    let reports = await Self.diagnostics(about: "parcel") {
      let ticket = try? driver.perform(.push(.parcel), for: Int.self)
      _ = try? driver.perform(.pop(result: Self.seven))
      #expect(await ticket?.outcome == .finished(7))
    }
    #expect(reports.isEmpty)
  }

  // MARK: Back handlers

  final class StrayHandlerModel: BaseLifecycleViewModel {}

  @Test func `a back handler of a view model that is in no screen is reported once`() async throws {
    let driver = driver()
    try driver.perform(.push(.parcel))
    try driver.perform(.push(.letter))
    let stray = StrayHandlerModel()
    let handler = driver.onBack(on: stray) {
      Issue.record("asked")
      return .intercept
    }
    let reports = await Self.diagnostics(about: "StrayHandlerModel") {
      #expect(throws: Never.self) {
        try driver.back()
        try driver.back()
      }
    }
    #expect(reports.map(\.kind) == [.unreachableBackHandler])
    #expect("\(driver.stack.current)" == "[depot]")
    handler.dispose()
  }

  @Test func `a back handler of a screen that has left is not reported`() async throws {
    let driver = driver()
    try driver.perform(.push(.parcel))
    let parcel = driver.topScreen
    let handler = driver.onBack(on: parcel) { .proceed }
    try driver.back()
    try driver.perform(.push(.letter))
    let reports = await Self.diagnostics(about: "back handler") {
      #expect(throws: Never.self) { try driver.back() }
    }
    #expect(reports.isEmpty)
    handler.dispose()
  }
}

extension NavigationSuccessionTests {
  @Test func `a bare action whose screen gives a result is told which request to write`() async {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardErrorContent]
    ) { @MainActor in
      let stage = try OriginStage("[home]")
      try stage.driver.perform(.push(.a))
      try stage.driver.perform(.pop(result: OriginStage.number(1)))
      try stage.screen(.home).ask(.push(.b))
      try stage.screen(.b).ask(.replace(.c))
      try stage.screen(.c).ask(.pop(result: OriginStage.number(2)))
    }
    #expect(
      String(decoding: result?.standardErrorContent ?? [], as: UTF8.self) == """
        KalugaArchitecture: the result of 'c' is lost: an action of 'StackAction' opened the screen, \
        and asks for no result. Navigate with a NavigationRequest<StackAction, Int>, whose name \
        differs from that of the action.

        """
    )
  }
}
