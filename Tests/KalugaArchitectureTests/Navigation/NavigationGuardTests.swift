import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Guards decide before a transition, and may take their time.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct NavigationGuardTests {
  @Test func `a guard that refuses leaves everything unchanged and says why`() async throws {
    let stage = try Stage()
    stage.decide(aboutPushOf: .a, .proceed)
    stage.decide(aboutPushOf: .a, .refuse(reason: "not yet"))
    stage.decide(aboutPushOf: .a, .redirect(.pop()))
    let outcome = await (try stage.perform(.push(.a))).outcome
    #expect(outcome == .refused(.refused(action: "push", reason: "not yet")))
    #expect(stage.stack == "[home]")
    #expect(stage.happened() == "")
  }

  // MARK: Redirects

  @Test func `guards are asked about a redirect from the beginning`() async throws {
    let stage = try Stage()
    var asked: [String] = []
    for number in 1...2 {
      _ = stage.driver.addGuard { spec, _ in
        asked.append("\(number) \(spec.kind)")
        if case .push = spec, number == 2 { return .redirect(.present(.sheet)) }
        return .proceed
      }
    }
    try await stage.perform(.push(.a)).waitForTransition()
    #expect(asked == ["1 push", "2 push", "1 present", "2 present"])
    #expect(stage.stack == "[home] ▸ [sheet]")
  }

  @Test func `endless redirects are refused`() async throws {
    let stage = try Stage()
    var asked = 0
    _ = stage.driver.addGuard { _, _ in
      asked += 1
      return .redirect(.push(.b))
    }
    let ticket = try stage.perform(.push(.a))
    #expect(await ticket.outcome == .refused(.endlessRedirect(action: "push")))
    #expect(asked == 11)
  }

  @Test(
    arguments: [(.close(.b), .closed), (.popTo(.a), .back)]
      as [(NavigationSpec<Place>, NavigationCancellation)]
  )
  func `a screen learns which operation removed it, not which one was requested`(
    _ target: NavigationSpec<Place>,
    _ reason: NavigationCancellation
  ) async throws {
    let stage = try Stage("[home] ▸ [a]")
    let ticket = try stage.open(.push(.b), for: Int.self)
    _ = stage.driver.addGuard { spec, _ in
      if case .dismiss = spec { .redirect(target) } else { .proceed }
    }
    let sheet = stage.driver.stack.current.layers[1].id
    try await stage.driver.hostDidDismiss(sheet)?.waitForTransition()
    #expect(await ticket.outcome == .cancelled(reason))
  }

  @Test func `a guard that is disposed while it decides lets its request proceed`() async throws {
    let stage = try Stage("[home]")
    let (asked, cancelled) = (Gate(), Gate())
    let hanging = stage.driver.addGuard { _, _ in
      asked.open()
      await untilCancelled()
      cancelled.open()
      return .refuse(reason: "never")
    }
    var later = 0
    let other = stage.driver.addGuard { _, _ in
      later += 1
      return .proceed
    }
    let tickets = [try stage.perform(.push(.a)), try stage.perform(.push(.b))]
    try await asked.pass()
    hanging.dispose()
    for ticket in tickets { #expect(await ticket.outcome == .done) }
    #expect(stage.stack == "[home, a, b]")
    #expect(later == 2)
    try await cancelled.pass()
    other.dispose()
  }

  @Test func `a guard that is disposed before its task begins is not asked`() async throws {
    let stage = try Stage("[home]")
    let token = stage.driver.addGuard { _, _ in
      Issue.record("asked")
      return .refuse(reason: "disposed")
    }
    let ticket = try stage.perform(.push(.a))
    token.dispose()
    #expect(await ticket.outcome == .done)
  }

  @Test func `a guard may redirect the user to an operation that leaves more screens`() async throws
  {
    let stage = try Stage("[home, a, b]")
    _ = stage.driver.addGuard { spec, _ in
      if case .pop = spec { .redirect(.setRoot(.c)) } else { .proceed }
    }
    try await stage.driver.back()?.waitForTransition()
    #expect(stage.stack == "[c]")
  }

  @Test func `the rows of a request do not show with the screen of a redirect`() async throws {
    let stage = try Stage()
    stage.decide(aboutPushOf: .a, .redirect(.push(.b)))
    var shown: [[NavigationBundleRow]] = []
    _ = stage.driver.onTransition { shown.append($0.rows) }
    let rows = [NavigationBundleRow(key: "name", value: .string("Ada"))]
    for place in [Place.a, .c] {
      try await stage.driver.perform(.push(place), action: "open", rows: rows).waitForTransition()
    }
    #expect(stage.stack == "[home, b, c]")
    #expect(shown == [[], rows])
  }

  // MARK: While a guard decides

  @Test(arguments: [false, true])
  func `the end of a driver refuses requests that wait`(_ isReleased: Bool) async throws {
    var stage: Stage? = try Stage()
    let asking = SlowGuard(try #require(stage).driver)
    let journal = stage?.journal
    let tickets = try [Place.a, .b].map { try stage?.perform(.push($0)) }
    await asking.holdsRequest()
    if isReleased { stage = nil } else { stage?.driver.end() }
    for ticket in tickets {
      #expect(await ticket?.outcome == .refused(.noHost(action: "push")))
    }
    #expect(journal?.take() == (isReleased ? [] : ["pause home", "clear home"]))
    asking.open()
    await mainActorQueueDrained()
    #expect(journal?.take() == [])
  }

  @Test func `a guard can apply what it is asked about, also if a screen finishes itself`()
    async throws
  {
    let stage = try OriginStage("[home, a]")
    var stacks: [String] = []
    _ = stage.driver.addGuard { spec, stack in
      let next = try? stack.applying(spec)
      stacks.append("\(spec.kind) \(next.map { "\($0)" } ?? "impossible")")
      return .proceed
    }
    let a = try stage.screen(.a)
    #expect(await (try a.ask(.steps([.finish(), .push(.b)]))).outcome == .done)
    #expect(await (try stage.screen(.b).ask(.finish())).outcome == .done)
    #expect(stacks == ["steps [home, b]", "closeEntry [home]"])
    #expect(stage.stack == "[home]")
  }

  // MARK: Disposal

  @Test func `a disposed guard is not asked, not even about its own redirect`() async throws {
    let stage = try Stage()
    var asked: [String] = []
    var tokens: [String: any Disposable] = [:]
    for name in ["before", "itself", "next", "last"] {
      tokens[name] = stage.driver.addGuard { _, _ in
        asked.append(name)
        guard name == "itself" else { return .proceed }
        for name in ["itself", "next"] { tokens[name]?.dispose() }
        return .redirect(.push(.b))
      }
    }
    tokens["before"]?.dispose()
    try await stage.perform(.push(.a)).waitForTransition()
    #expect(stage.stack == "[home, b]")
    #expect(asked == ["itself", "last"])
    tokens = [:]
  }
}
