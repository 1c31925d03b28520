import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Reports about results.
extension ReportCases {
  // raamcosta/compose-destinations#195: A opens B for a result, and then C for another one.
  @Test func `the closure of a result may ask the next screen`() async throws {
    let stage = try OriginStage("[home]")
    let home = try stage.screen(.home)
    let first = NavigationResultKey<Int>("first")
    var values: [Int] = []
    home.onResult(first) { [weak home] in
      values.append($0)
      try home?.askForNumber(.push(.b))
    }
    try home.navigate(NavigationRequest(StackAction(spec: .push(.a))), resultTo: first)
    try stage.screen(.a).ask(.pop(result: OriginStage.number(1)))
    await until(stage.stack == "[home, b]")
    try stage.screen(.b).ask(.pop(result: OriginStage.number(2)))
    await home.requestsDidEnd()
    #expect(values == [1])
    #expect(home.numbers == [2])
  }

  // terrakok/Cicerone#142: several screens listen for results under one key, and the wrong one is
  // called.
  @Test func `screens with the same key receive their own results`() async throws {
    let stage = try OriginStage("[home]")
    let home = try stage.screen(.home)
    try home.askForNumber(.push(.a))
    let middle = try stage.screen(.a)
    try middle.askForNumber(.push(.b))
    try stage.screen(.b).ask(.pop(result: OriginStage.number(1)))
    await middle.requestsDidEnd()
    try middle.ask(.pop(result: OriginStage.number(2)))
    await home.requestsDidEnd()
    #expect(middle.numbers == [1])
    #expect(home.numbers == [2])
  }

  // raamcosta/compose-destinations#719: a result that is given in the background is delivered
  // again.
  @Test func `a result that is given in the background is delivered once`() async throws {
    let stage = try OriginStage("[home]")
    let home = try stage.screen(.home)
    try home.askForNumber(.present(.a))
    stage.driver.hostState = .background
    try stage.screen(.a).ask(.pop(result: OriginStage.number(1)))
    await home.requestsDidEnd()
    for state in [HostState.active, .background, .active] { stage.driver.hostState = state }
    await mainActorQueueDrained()
    #expect(home.numbers == [1])
  }

  // raamcosta/compose-destinations#64: the opener is shown for a moment before it goes on.
  @Test func `a screen gives its result and opens the next one without showing its opener`()
    async throws
  {
    let stage = try Stage("[home]")
    let ticket = try stage.open(.push(.a), for: Int.self)
    stage.journal.entries = []
    try stage.perform(.steps([.pop(result: OriginStage.number(1)), .push(.b)]))
    #expect(try await ticket.result == 1)
    #expect(stage.happened() == "pause a, clear a, make b, resume b")
  }

  // raamcosta/compose-destinations#726: when a request is cancelled, it is unclear which one.
  @Test func `each request knows its own end`() async throws {
    let stage = try OriginStage("[home]")
    let home = try stage.screen(.home)
    var outcomes: [NavigationOutcome<Int>] = []
    for value in [nil, 1, nil] {
      let ticket = try home.askForNumber(.present(.a))
      if let value {
        try stage.screen(.a).ask(.dismiss(result: OriginStage.number(value)))
      } else {
        try stage.driver.hostDidDismiss(stage.driver.stack.current.layers[1].id)
      }
      outcomes.append(await ticket.outcome)
    }
    await home.requestsDidEnd()
    #expect(outcomes == [.cancelled(.back), .finished(1), .cancelled(.back)])
    #expect(home.numbers == [1])
  }

  // The same kind: the opener closes while it waits.
  @Test func `a screen under its own sheet may finish with a result`() async throws {
    let stage = try OriginStage("[home]")
    let ticket = try stage.screen(.home).ask(.push(.a), for: Int.self)
    let inner = try stage.screen(.a).ask(.present(.sheet), for: Int.self)
    try stage.screen(.a).ask(.finish(result: OriginStage.number(1)))
    #expect(stage.stack == "[home]")
    #expect(await ticket.outcome == .finished(1))
    #expect(await inner.outcome == .cancelled(.closed))
  }
}

/// In the serialized suite of the tests that replace the handler of the whole process.
extension ArchitectureDiagnosticsTests {
  @Test func `a result for an opener that has left is reported as lost`() async throws {
    let stage = try OriginStage("{*[home, a] | [b]}")
    let opener = try stage.screen(.a)
    let reports = await Self.diagnostics(about: "sheet") {
      do {
        _ = try opener.navigate(
          NavigationRequest<StackAction, Int>(
            StackAction(spec: .steps([.selectTab(1), .push(.sheet)]))
          ),
          resultTo: opener.number
        )
        try stage.driver.perform(.closeEntry(try stage.id(.a)))
        try stage.screen(.sheet).ask(.pop(result: OriginStage.number(1)))
      } catch { Issue.record("\(error)") }
      await mainActorQueueDrained()
      await mainActorQueueDrained()
    }
    #expect(stage.stack == "{[home] | *[b]}")
    #expect(reports.map(\.kind) == [.lostResult])
  }
}
