import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCoordinators
import Testing

/// The life of a flow: its beginning, and the ways in which it ends.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CoordinatorTests {
  private typealias Flow = TestFlow<Int>

  private let stage = Stage(BackStack(root: .home))

  // MARK: Finishing

  @Test func `finish takes effect once, while the flow runs, and closes its screens`() async {
    let flow = Flow(pushing: .a, .b)
    #expect(!flow.finish(0) && !flow.cancel())
    let outcome = await stage.run(flow, shows: "[home, a, b]")
    _ = stage.journal.take()
    #expect(flow.isRunning && flow.finish(1))
    #expect(stage.journal.take() == ["pause b", "clear b", "clear a", "resume home"])
    #expect(!flow.isRunning && !flow.finish(2) && !flow.cancel())
    #expect(await outcome.value == .finished(1))
    #expect(!flow.finish(3))
  }

  @Test func `a first screen with nothing under it stays until another takes its place`() async {
    let flow = Flow { flow throws(NavigationError) in
      try await flow.router.setRoot(Place.a)
      try await flow.router.push(Place.b)
    }
    let outcome = await stage.run(flow, shows: "[a, b]")
    flow.finish(1)
    #expect(await outcome.value == .finished(1))
    #expect(stage.stack == "[a, b]")
    let next = await stage.run(Flow(root: .c), shows: "[c]")
    next.cancel()
    #expect(await next.value == .cancelled(.waitCancelled))
  }

  @Test func `the screens of a flow in other tabs are closed too`() async throws {
    try stage.perform(.tabs([.home, .c]))
    let flow = Flow(pushing: .a)
    let outcome = await stage.run(flow, shows: "{*[home, a] | [c]}")
    try stage.perform(.selectTab(1))
    try await flow.router.push(Place.b)
    #expect(stage.stack == "{[home, a] | *[c, b]}")
    flow.finish(1)
    #expect(await outcome.value == .finished(1))
    #expect(stage.stack == "{[home] | *[c]}")
  }

  // MARK: Beginning

  @Test func `a flow runs once`() async {
    let flow = Flow(pushing: .a)
    let outcome = await stage.run(flow, shows: "[home, a]")
    let again = NavigationOutcome<Int>.refused(
      .refused(action: "TestFlow<Int>", reason: "it was started before; make a new one")
    )
    #expect(await stage.run(flow).value == again)
    #expect(await flow.outcome(of: flow) == again)
    #expect(flow.children.isEmpty)
    #expect(stage.stack == "[home, a]")
    #expect(flow.finish(1))
    #expect(await outcome.value == .finished(1))
    #expect(await stage.run(flow).value == again)
  }

  @Test func `a flow that does not run has neither a router nor child flows`() async {
    let (flow, child) = (Flow(pushing: .a), Flow(pushing: .b))
    func expectRefusal(_ reason: String) async {
      await #expect(throws: NavigationError.refused(action: "b", reason: reason)) {
        try await flow.router.push(Place.b)
      }
      let outcome = await flow.outcome(of: child)
      #expect(outcome == .refused(.refused(action: "TestFlow<Int>", reason: reason)))
      #expect(!child.isRunning)
    }
    await expectRefusal(
      "TestFlow<Int> has not been started; pass it to coordinate(to:) or run(on:)"
    )
    let task = await stage.run(flow, shows: "[home, a]")
    flow.finish(1)
    _ = await task.value
    await expectRefusal("TestFlow<Int> has ended; make a new one")
    #expect(stage.stack == "[home]")
  }

  @Test func `a flow may end in its start, by a result, an error or a lack of work`() async {
    #expect(await stage.run(Flow { $0.finish(7) }).value == .finished(7))
    let throwing = Flow { flow throws(NavigationError) in
      try await flow.router.push(Place.a)
      try await flow.router.dismiss()
    }
    #expect(await stage.run(throwing).value == .refused(.nothingPresented(screen: "a")))
    #expect(await stage.run(Flow { _ in }).value == .cancelled(.closed))
    #expect(stage.stack == "[home]")
  }

  @Test(arguments: [true, false])
  func `work that start leaves behind keeps a flow running until it ends`(finishes: Bool) async {
    let gate = Gate()
    let flow = Flow { flow in
      flow.scope.launch { [weak flow] in
        try await gate.pass()
        if finishes { flow?.finish(5) } else { flow?.scope.launch {} }
      }
    }
    let outcome = stage.run(flow)
    await until(!gate.waiting.isEmpty)
    await mainActorQueueDrained()
    #expect(flow.isRunning)
    gate.open()
    #expect(await outcome.value == (finishes ? .finished(5) : .cancelled(.closed)))
  }

  @Test func `a flow whose scope was cancelled before it began ends at once`() async {
    let flow = Flow(pushing: .a)
    flow.scope.cancel()
    #expect(await stage.run(flow).value == .cancelled(.closed))
    #expect(stage.stack == "[home]")
  }

  @Test func `a flow that is cancelled before its start shows nothing`() async {
    var isStarted = false
    let flow = Flow { _ in isStarted = true }
    let outcome = stage.run(flow)
    outcome.cancel()
    #expect(await outcome.value == .cancelled(.waitCancelled))
    await until(flow.scope.runningCount == 0)
    #expect(!isStarted)
  }

  // MARK: Opening screens

  @Test func `a view model whose screen was refused can be shown by another request`() async throws
  {
    let token = stage.driver.addGuard { _, _ in .refuse(reason: "not yet") }
    let page = PlaceViewModel(.a)
    let flow = Flow { flow throws(NavigationError) in
      do throws(NavigationError) {
        try await flow.router.push(page)
      } catch {
        token.dispose()
        try await flow.router.push(page)
      }
    }
    let outcome = await stage.run(flow, shows: "[home, a]")
    try stage.driver.back()
    #expect(await outcome.value == .cancelled(.back))
  }

  // MARK: Its screens leave

  @Test func `a flow whose last screen leaves while the next one is refused ends`() async throws {
    let flow = Flow(pushing: .a)
    let outcome = await stage.run(flow, shows: "[home, a]")
    let asking = SlowGuard(stage.driver) { if case .present = $0 { "never" } else { nil } }
    let present = Task { @MainActor in try await flow.router.present(Place.sheet) }
    await asking.holdsRequest()
    try stage.perform(.pop())
    asking.open()
    await #expect(throws: NavigationError.refused(action: "present", reason: "never")) {
      try await present.value
    }
    #expect(await outcome.value == .cancelled(.back))
  }
}
