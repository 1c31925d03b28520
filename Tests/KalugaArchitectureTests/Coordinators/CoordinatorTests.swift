import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The life of a flow: how it begins, and in which ways it ends.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorTests {
  // MARK: Finishing

  @Test func `a flow that finishes gives its result and takes its screens away`() async throws {
    let stage = try Stage()
    let flow = TestFlow<Int> { flow throws(NavigationError) in
      try await flow.router.push(Place.a)
      try await flow.router.push(Place.b)
    }
    let outcome = stage.run(flow)
    #expect(await stage.shows("[home, a, b]"))
    #expect(flow.isRunning)
    stage.journal.entries = []

    #expect(flow.finish(42))
    // One transition: nothing of the flow is shown in between.
    #expect(
      stage.journal.take() == ["pause b", "clear b", "clear a", "resume home"]
    )
    #expect(!flow.isRunning)
    #expect(await outcome.value == .finished(42))
  }

  @Test func `who awaits a flow goes on after the transition that closed it`() async throws {
    let stage = try Stage()
    let flow = TestFlow<Int>(pushing: .a)
    let shown = Task { @MainActor in
      _ = await flow.run(on: StackRouter(stage.driver))
      return stage.stack
    }
    #expect(await stage.shows("[home, a]"))
    // Asked for during a transition, the closing comes after it.
    try #require(stage.screen(.a)).onPaused = { flow.finish(1) }
    try stage.perform(.push(.b))
    #expect(await shown.value == "[home]")
  }

  @Test func `finish counts once, and only while the flow runs`() async throws {
    let stage = try Stage()
    let flow = TestFlow<Int>(pushing: .a)
    #expect(!flow.finish(0))
    #expect(!flow.cancel())
    let outcome = stage.run(flow)
    #expect(await stage.shows("[home, a]"))
    #expect(flow.finish(1))
    #expect(!flow.finish(2))
    #expect(!flow.cancel())
    #expect(await outcome.value == .finished(1))
    #expect(!flow.finish(3))
    #expect(stage.stack == "[home]")
  }

  @Test func `a flow may finish before it shows anything`() async throws {
    let stage = try Stage()
    let flow = TestFlow<Int> { $0.finish(7) }
    #expect(await stage.run(flow).value == .finished(7))
    #expect(stage.stack == "[home]")
  }

  @Test func `a flow whose first screen has nothing under it leaves it until another comes`()
    async throws
  {
    let stage = try Stage()
    let flow = TestFlow<Int> { flow throws(NavigationError) in
      try await flow.router.setRoot(Place.a)
      try await flow.router.push(Place.b)
    }
    let outcome = stage.run(flow)
    #expect(await stage.shows("[a, b]"))
    flow.finish(1)
    #expect(await outcome.value == .finished(1))
    #expect(stage.stack == "[a, b]")
    let next = stage.run(
      TestFlow<Int> { flow throws(NavigationError) in try await flow.router.setRoot(Place.c) }
    )
    #expect(await stage.shows("[c]"))
    next.cancel()
    #expect(await next.value == .cancelled(.waitCancelled))
  }

  @Test func `the screens of a flow that are not over its first one are closed too`() async throws {
    let stage = try Stage()
    try stage.perform(.tabs([.home, .c]))
    let flow = TestFlow<Int>(pushing: .a)
    let outcome = stage.run(flow)
    #expect(await stage.shows("{*[home, a] | [c]}"))
    try stage.perform(.selectTab(1))
    try await flow.router.push(Place.b)
    #expect(stage.stack == "{[home, a] | *[c, b]}")
    flow.finish(1)
    #expect(await outcome.value == .finished(1))
    #expect(stage.stack == "{[home] | *[c]}")
  }

  // MARK: Beginning

  @Test func `a flow runs once`() async throws {
    let stage = try Stage()
    let flow = TestFlow<Int>(pushing: .a)
    let outcome = stage.run(flow)
    #expect(await stage.shows("[home, a]"))
    let again = NavigationOutcome<Int>.refused(
      .refused(action: "TestFlow<Int>", reason: "it was started before; make a new one")
    )
    #expect(await stage.run(flow).value == again)
    #expect(stage.stack == "[home, a]")
    #expect(flow.finish(1))
    #expect(await outcome.value == .finished(1))
    #expect(await stage.run(flow).value == again)
  }

  @Test func `a flow that has not been started has no router`() async throws {
    let flow = TestFlow<Int>(pushing: .a)
    await #expect(
      throws: NavigationError.refused(
        action: "b",
        reason: "TestFlow<Int> has not been started; start it"
      )
    ) {
      try await flow.router.push(Place.b)
    }
  }

  @Test func `what start throws is how the flow ends`() async throws {
    let stage = try Stage()
    let flow = TestFlow<Int> { flow throws(NavigationError) in
      try await flow.router.push(Place.a)
      try await flow.router.dismiss()
    }
    #expect(await stage.run(flow).value == .refused(.nothingPresented(screen: "a")))
    #expect(stage.stack == "[home]")
  }

  @Test func `a flow that starts with nothing to go on ends`() async throws {
    let stage = try Stage()
    #expect(await stage.run(TestFlow<Int> { _ in }).value == .cancelled(.closed))
  }

  @Test func `a flow whose start leaves work behind goes on without a screen`() async throws {
    let stage = try Stage()
    let go = Latch()
    let flow = TestFlow<Int> { flow in
      flow.scope.launch { [weak flow] in
        await go.passed()
        flow?.finish(5)
      }
    }
    let outcome = stage.run(flow)
    await mainActorTurns(until: flow.isRunning)
    #expect(flow.isRunning)
    go.open()
    #expect(await outcome.value == .finished(5))
  }

  @Test func `a flow ends when the work that its start has left behind leaves nothing`()
    async throws
  {
    let stage = try Stage()
    let go = Latch()
    let flow = TestFlow<Int> { flow in
      flow.scope.launch { [weak flow] in
        await go.passed()
        flow?.scope.launch {}
      }
    }
    let outcome = stage.run(flow)
    await mainActorTurns(until: flow.isRunning)
    go.open()
    #expect(await outcome.value == .cancelled(.closed))
  }

  @Test func `a flow whose scope was cancelled before it began ends at once`() async throws {
    let stage = try Stage()
    let flow = TestFlow<Int>(pushing: .a)
    flow.scope.cancel()
    #expect(await stage.run(flow).value == .cancelled(.closed))
    #expect(stage.stack == "[home]")
  }

  @Test func `a flow without a host ends`() async throws {
    let router: StackRouter<Place>
    do {
      router = StackRouter(try Stage().driver)
    }
    #expect(await TestFlow<Int>(pushing: .a).run(on: router) == .cancelled(.hostEnded))
  }

  // MARK: Its screens leave

  @Test func `a screen that is asked for again stays the flow's own`() async throws {
    let stage = try Stage()
    let screen = RoutedScreen(Place.a)
    let flow = TestFlow<Int> { flow throws(NavigationError) in
      try await flow.router.push(screen)
    }
    let outcome = stage.run(flow)
    #expect(await stage.shows("[home, a]"))
    let reason = "this screen was opened before; make a new one"
    await #expect(throws: NavigationError.refused(action: "a", reason: reason)) {
      try await flow.router.push(screen)
    }
    flow.finish(1)
    #expect(await outcome.value == .finished(1))
    #expect(stage.stack == "[home]")
  }

  @Test func `a screen that is asked for twice at the same time belongs to the first who did`()
    async throws
  {
    let stage = try Stage()
    let asked = Latch()
    let go = Latch()
    let token = stage.driver.addGuard { _, _ in
      asked.open()
      await go.passed()
      return .proceed
    }
    let screen = RoutedScreen(Place.a)
    let flow = TestFlow<Int> { flow throws(NavigationError) in
      try await flow.router.push(screen)
    }
    let outcome = stage.run(flow)
    await asked.passed()
    let reason = "a flow has asked for this screen before; make a new one"
    await #expect(throws: NavigationError.refused(action: "a", reason: reason)) {
      try await flow.router.push(screen)
    }
    go.open()
    #expect(await stage.shows("[home, a]"))
    token.dispose()
    try stage.driver.back()
    #expect(await outcome.value == .cancelled(.back))
  }

  @Test func `a screen whose request was refused can be asked for again`() async throws {
    let stage = try Stage()
    let token = stage.driver.addGuard { _, _ in .refuse(reason: "not yet") }
    let screen = RoutedScreen(Place.a)
    let flow = TestFlow<Int> { flow throws(NavigationError) in
      do throws(NavigationError) {
        try await flow.router.push(screen)
      } catch {
        token.dispose()
        try await flow.router.push(screen)
      }
    }
    let outcome = stage.run(flow)
    #expect(await stage.shows("[home, a]"))
    try stage.driver.back()
    #expect(await outcome.value == .cancelled(.back))
  }

  @Test(
    arguments: [
      (.pop(), .back), (.popToRoot, .back), (.replace(.c), .closed), (.close(.a), .closed),
      (.setRoot(.c), .closed), (.open(root: .home, [.c]), .closed),
    ] as [(NavigationSpec<Place>, NavigationCancellation)]
  )
  func `a flow whose screen is taken away ends in the same transition`(
    _ spec: NavigationSpec<Place>,
    _ reason: NavigationCancellation
  ) async throws {
    let stage = try Stage()
    let flow = TestFlow<Int>(pushing: .a)
    let outcome = stage.run(flow)
    #expect(await stage.shows("[home, a]"))
    try stage.perform(spec)
    #expect(!flow.isRunning)
    #expect(!flow.scope.isActive)
    #expect(await outcome.value == .cancelled(reason))
  }

  @Test func `the user's back ends the flow, and so does a sheet that is swiped away`() async throws
  {
    let stage = try Stage()
    let pushed = TestFlow<Int>(pushing: .a)
    let pushedOutcome = stage.run(pushed)
    #expect(await stage.shows("[home, a]"))
    try stage.driver.back()
    #expect(await pushedOutcome.value == .cancelled(.back))

    let presented = TestFlow<Int> { flow throws(NavigationError) in
      try await flow.router.present(Place.sheet)
    }
    let presentedOutcome = stage.run(presented)
    #expect(await stage.shows("[home] ▸ [sheet]"))
    try stage.driver.hostDidDismiss()
    #expect(!presented.isRunning)
    #expect(await presentedOutcome.value == .cancelled(.back))
  }

  @Test func `a flow goes on while one of its screens is there`() async throws {
    let stage = try Stage()
    let flow = TestFlow<Int> { flow throws(NavigationError) in
      try await flow.router.setRoot(Place.a)
      try await flow.router.setRoot(Place.b)
      try await flow.router.present(Place.sheet)
      try await flow.router.dismiss()
    }
    let outcome = stage.run(flow)
    await mainActorTurns(until: flow.scope.runningCount == 0)
    #expect(stage.stack == "[b]")
    #expect(flow.isRunning)
    try stage.perform(.setRoot(.c))
    #expect(await outcome.value == .cancelled(.closed))
  }

  @Test func `the end of the host ends the flow`() async throws {
    let stage = try Stage()
    let flow = TestFlow<Int>(pushing: .a)
    let outcome = stage.run(flow)
    #expect(await stage.shows("[home, a]"))
    stage.driver.end()
    #expect(!flow.isRunning)
    #expect(await outcome.value == .cancelled(.hostEnded))
  }

  @Test func `the release of the host ends the flow`() async throws {
    let flow = TestFlow<Int>(pushing: .a)
    let outcome: Task<NavigationOutcome<Int>, Never>
    do {
      let stage = try Stage()
      outcome = stage.run(flow)
      #expect(await stage.shows("[home, a]"))
    }
    #expect(await outcome.value == .cancelled(.hostEnded))
  }

  // MARK: Cancelling

  @Test func `cancelling a flow closes its screens`() async throws {
    let stage = try Stage()
    let flow = TestFlow<Int>(pushing: .a)
    let outcome = stage.run(flow)
    #expect(await stage.shows("[home, a]"))
    #expect(flow.cancel())
    #expect(stage.stack == "[home]")
    #expect(await outcome.value == .cancelled(.closed))
  }

  @Test func `cancelling the task that awaits a flow cancels the flow`() async throws {
    let stage = try Stage()
    let flow = TestFlow<Int>(pushing: .a)
    let outcome = stage.run(flow)
    #expect(await stage.shows("[home, a]"))
    outcome.cancel()
    #expect(await outcome.value == .cancelled(.waitCancelled))
    #expect(stage.stack == "[home]")
    #expect(!flow.isRunning)
  }

  @Test func `a flow that is cancelled before its start shows nothing`() async throws {
    let stage = try Stage()
    var isStarted = false
    let flow = TestFlow<Int> { _ in isStarted = true }
    let outcome = stage.run(flow)
    outcome.cancel()
    #expect(await outcome.value == .cancelled(.waitCancelled))
    await mainActorTurns(until: flow.scope.runningCount == 0)
    #expect(!isStarted)
  }

  @Test func `a flow whose last screen leaves while the next one is refused ends`() async throws {
    let stage = try Stage()
    let asked = Latch()
    let go = Latch()
    let flow = TestFlow<Int>(pushing: .a)
    let outcome = stage.run(flow)
    #expect(await stage.shows("[home, a]"))
    let token = stage.driver.addGuard { spec, _ in
      guard case .present = spec else { return .proceed }
      asked.open()
      await go.passed()
      return .refuse(reason: "never")
    }
    let refused = Task { @MainActor in
      do throws(NavigationError) {
        try await flow.router.present(Place.sheet)
        return NavigationError?.none
      } catch {
        return error
      }
    }
    await asked.passed()
    try stage.perform(.pop())
    go.open()
    #expect(await refused.value == .refused(action: "present", reason: "never"))
    #expect(await outcome.value == .cancelled(.back))
    token.dispose()
  }

  @Test func `a flow that ends while its screen waits for a guard never shows it`() async throws {
    let stage = try Stage()
    let asked = Latch()
    let go = Latch()
    let token = stage.driver.addGuard { spec, _ in
      if case .push = spec {
        asked.open()
        await go.passed()
      }
      return .proceed
    }
    let flow = TestFlow<Int>(pushing: .a)
    let outcome = stage.run(flow)
    await asked.passed()
    flow.cancel()
    #expect(await outcome.value == .cancelled(.closed))
    #expect(stage.stack == "[home]")
    stage.journal.entries = []

    // The next flow waits behind it. A screen that came and went would take this one with it.
    let next = TestFlow<Int>(pushing: .c)
    let nextOutcome = stage.run(next)
    go.open()
    #expect(await stage.shows("[home, c]"))
    #expect(stage.journal.take() == ["pause home", "make c", "resume c"])
    token.dispose()
    #expect(next.finish(1))
    #expect(await nextOutcome.value == .finished(1))
  }
}
