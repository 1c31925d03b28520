import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A screen that takes the place of an asked one owes its result.
///
/// The walk of the stress tests compares this with a model, with results of several types.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationSuccessionTests {
  /// What a screen is opened with, and what then replaces it.
  nonisolated static let replacements: [(NavigationSpec<Place>, NavigationSpec<Place>)] = [
    (.push(.a), .replace(.b)),
    (.push(.a), .replaceAbove(.home, with: .b)),
    (.push(.a), .steps([.replace(.c), .replace(.b)])),
    (.present(.a), .replacePresented(.b)),
    (.present(.a), .replace(.b)),
  ]

  /// How the successor ends.
  enum End: CaseIterable {
    case withResult, withoutResult, inLaterProcess, inSameTransition
  }

  @Test(arguments: replacements, End.allCases)
  func `the screen that replaces an asked one owes its result`(
    _ specs: (ask: NavigationSpec<Place>, replace: NavigationSpec<Place>),
    _ end: End
  ) async throws {
    let stage = try OriginStage("[home]")
    var home = try stage.screen(.home)
    let ticket = try home.askForNumber(specs.ask)
    let result = OriginStage.number(7)
    if end == .inSameTransition {
      try stage.driver.perform(.steps([specs.replace, .pop(result: result), .push(.c)]))
      #expect(stage.stack == "[home, c]")
    } else {
      try stage.screen(.a).ask(specs.replace)
      #expect(await settled(ticket) == nil)
    }
    switch end {
    case .withResult: try stage.screen(.b).ask(.pop(result: result))
    case .withoutResult: try stage.driver.back()
    case .inSameTransition: break
    case .inLaterProcess:
      // Of two processes, the first one passes on what it has not used.
      var later = stage.driver
      for _ in 0..<2 {
        let data = try later.snapshot().data()
        later = NavigationDriver(restoring: try NavigationSnapshot(data)) { OriginScreen($0, $1) }
        later.start()
      }
      try later.perform(.pop(result: result))
      home = try #require(later.topViewModel as? OriginScreen)
      await home.requestsDidEnd()
      #expect(home.numbers == [7])
      return later.end()
    }
    #expect(await ticket.outcome == (end == .withoutResult ? .cancelled(.back) : .finished(7)))
    await home.requestsDidEnd()
    #expect(home.numbers == (end == .withoutResult ? [] : [7]))
  }

  @Test func `a screen to which a guard redirects owes the result, unless it is a first one`()
    async throws
  {
    let stage = try OriginStage("[home]")
    var target = NavigationSpec<Place>.present(.b)
    _ = stage.driver.addGuard { spec, _ in
      if case .push(.a) = spec { .redirect(target) } else { .proceed }
    }
    let ticket = try stage.screen(.home).askForNumber(.push(.a))
    try await ticket.waitForTransition()
    try stage.screen(.b).ask(.pop(result: OriginStage.number(7)))
    #expect(await ticket.outcome == .finished(7))
    target = .setRoot(.b)
    #expect(await (try stage.screen(.home).askForNumber(.push(.a))).outcome == .cancelled(.closed))
    #expect(stage.stack == "[b]")
  }

  @Test func `the error for a bare action whose screen gives a result names the request to write`()
    async
  {
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
      // It closes nothing.
      .popTo(.parcel, result: seven),
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

  /// Of a ticket that is dropped, of one whose receiver is cancelled in the same turn, and of one
  /// that is read.
  @Test(arguments: ["dropped", "cancelled", "read"])
  func `a result whose ticket is not read is reported as lost`(_ fate: String) async throws {
    let driver = driver()
    let scope = TaskScope(name: "receiver")
    let reports = await Self.diagnostics(about: "the result of 'parcel' is lost: nothing waited") {
      #expect(throws: Never.self) {
        let ticket = try driver.perform(.push(.parcel), for: Int.self)
        if fate != "dropped" { scope.launch { _ = await ticket.outcome } }
        try driver.perform(.pop(result: Self.seven))
      }
      if fate == "cancelled" { scope.cancel() }
      await scope.waitUntilEmpty()
      await mainActorQueueDrained()
    }
    #expect(reports.map(\.kind) == (fate == "read" ? [] : [.lostResult]))
  }

  // MARK: Back handlers

  final class StrayHandlerModel: BaseLifecycleViewModel {}

  @Test func `a back handler of a view model that is in no screen is reported once`() async throws {
    let driver = driver()
    let stray = StrayHandlerModel()
    var parcel: BaseLifecycleViewModel?
    var tokens: [any Disposable] = []
    let reports = await Self.diagnostics(about: "back handler") {
      #expect(throws: Never.self) {
        try driver.perform(.push(.parcel))
        // That of a screen that has left is not reported.
        parcel = driver.topViewModel
        tokens.append(driver.onBack(on: parcel) { .proceed })
        try driver.back()
        for place in [Parcel.parcel, .letter] { try driver.perform(.push(place)) }
        tokens.append(driver.onBack(on: stray) { .intercept })
        for _ in 0..<2 { try driver.back() }
      }
    }
    #expect(reports.map(\.kind) == [.unreachableBackHandler])
    #expect(reports[0].description.contains("StrayHandlerModel"))
    #expect(parcel?.stage.current == .cleared)
    #expect("\(driver.stack.current)" == "[depot]")
    for token in tokens { token.dispose() }
  }
}
