import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tests when waits of recorders and scopes fail, and how they can be used afterwards.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct WaitFailureTests {
  private let brief = Duration.milliseconds(20)
  private let subject = InitializedSubject(wrappedValue: 0)

  // MARK: Recorders

  @Test func `a recorder can be used after a wait that failed`() async throws {
    let recorder = ValueRecorder(subject, limit: brief)
    try await recorder.skip()
    #expect(
      await message { await recorder.expectEnd() }.contains("expected the end, found nothing")
    )
    subject.current = 1
    #expect(await message { await recorder.expectEnd() }.contains("found the value 1"))
    #expect(try await recorder.next() == 1)
  }

  @Test func `a stopped recorder has not seen the end`() async throws {
    let recorder = ValueRecorder(following: MutableStateFlow(0), limit: brief)
    try await recorder.skip()
    recorder.stop()
    #expect(await message { await recorder.expectEnd() }.contains("found nothing"))
  }

  @Test func `values that do not match do not extend a wait`() async {
    let numbers = ValueRecorder(subject, limit: brief)
    let sender = Task { @MainActor in
      while !Task.isCancelled {
        subject.current += 1
        await Task { @MainActor in }.value
      }
    }
    let text = await message { _ = try await numbers.next { $0 < 0 } }
    sender.cancel()
    #expect(text.contains("expected a matching value, found nothing within 0.02 seconds"))
  }

  // MARK: Clocks

  @Test func `a clock does not wait long for work that already waits outside the toolkit`() async {
    let (clock, scope) = (ManualClock(), TaskScope(name: "search"))
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    scope.launch(name: "follow") { for await _ in stream {} }
    func run() async -> String {
      await message {
        try await withExhaustiveChecks(limit: brief) { await clock.run(for: .seconds(9)) }
      }
    }
    #expect(
      await run()
        == "run: does not wait for 'follow' of 'search', which still runs and does not wait "
        + "at a clock, a gate or a flow: let it follow a flow, or move the clock with advance(by:)"
    )
    #expect(await run() == "nothing is reported")
    #expect(clock.now.offset == .seconds(18))
    continuation.finish()
    await scope.waitUntilEmpty()
  }

  // MARK: Scopes

  @Test func `running tasks are named, and waiting tasks with what they wait for`() async throws {
    let (clock, gate, held) = (ManualClock(), Gate(), Gate())
    let (flow, ticket) = (MutableStateFlow(0), NavigationPromise<Int>().ticket)
    let scope = TaskScope(name: "search")
    watchWork(of: scope)
    scope.launch(name: "busy") { await Task.detached { try? await held.pass() }.value }
    scope.launch {
      await withTaskGroup { group in
        group.addTask { try? await held.pass() }
        await group.waitForAll()
      }
    }
    scope.launch(name: "ticker") { try await clock.sleep(until: .init(offset: .seconds(1))) }
    scope.launch(name: "refresh") { try await gate.pass() }
    scope.launch(name: "follower") { for await _ in flow {} }
    scope.launch(name: "result") { _ = await ticket.outcome }
    try await held.waitForArrivals(2)
    try await clock.waitForSleepers(1)
    try await gate.waitForArrivals(1)
    // All work was launched on the main actor and has reached its first wait.
    await Task { @MainActor in }.value
    await #expect(
      message { try await waitUntilParked(scope, limit: brief) }
        == "waitUntilParked: 2 of 6 task(s) of 'search' still run after 0.02 seconds: "
        + "'busy', 'task' (tasks that it started wait at a gate); others wait: "
        + "'ticker' at a clock, 'refresh' at a gate, 'follower' at a flow, 'result' at a result. "
        + "Let them wait at a clock, a gate or a flow, or end"
    )
    held.open()
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  @Test func `only work that was launched before the watch cannot be seen`() async throws {
    let (first, second) = (Gate(), Gate())
    let scope = TaskScope(name: "early")
    let early = scope.launch(name: "first") { try await first.pass() }
    watchWork(of: scope)
    scope.launch(name: "second") { try await second.pass() }
    let text = await message { try await waitUntilParked(scope) }
    #expect(text.hasPrefix("waitUntilParked: cannot watch 'first' of 'early': "))
    first.open()
    _ = await early?.value
    try await waitUntilParked(scope)
    #expect(second.waiting.count == 1)
    second.open()
    await scope.waitUntilEmpty()
  }
}
