import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The start policy with a grace time, on a clock that only the test moves.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct WhileSubscribedTests {
  private let source = ScriptedSource<Int>()
  private let clock = ManualClock()
  private let scope = TaskScope()

  private func started(_ count: Int) async throws {
    _ = try await source.starts.asStateFlow().first { $0 == count }
  }

  private func running(_ count: Int) async throws {
    _ = try await source.running.asStateFlow().first { $0 == count }
  }

  @Test func `runs with the first consumer and stops when the grace time is over`() async throws {
    let start = FlowStart.whileSubscribed(grace: .seconds(5), clock: clock)
    let flow = source.stateIn(scope, initial: 0, start: start)
    #expect(source.starts.value == 0)
    do {
      let consumer = flow.makeAsyncIterator()
      try await started(1)
      withExtendedLifetime(consumer) {}
    }
    try await clock.waitForSleepers(1)
    #expect(clock.deadlines == [ManualClock.Instant(offset: .seconds(5))])
    clock.advance(by: .seconds(4))
    #expect(source.running.value == 1)
    clock.advance(by: .seconds(1))
    try await running(0)
    #expect(source.starts.value == 1)
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  @Test func `a consumer that comes back within the grace time finds the same run`() async throws {
    let start = FlowStart.whileSubscribed(grace: .seconds(5), clock: clock)
    let flow = source.stateIn(scope, initial: 0, start: start)
    do {
      let consumer = flow.makeAsyncIterator()
      try await started(1)
      withExtendedLifetime(consumer) {}
    }
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(4))
    do {
      let consumer = flow.makeAsyncIterator()
      // The countdown is given up.
      try await clock.waitForSleepers(0)
      clock.advance(by: .seconds(100))
      source.send(1)
      #expect(try await flow.first { $0 == 1 } == 1)
      withExtendedLifetime(consumer) {}
    }
    try await clock.waitForSleepers(1)
    #expect(clock.deadlines == [ManualClock.Instant(offset: .seconds(109))])
    #expect(source.starts.value == 1)
    clock.advance(by: .seconds(5))
    try await running(0)
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  @Test func `the source starts anew after that and the value stays in between`() async throws {
    let start = FlowStart.whileSubscribed(grace: .seconds(1), clock: clock)
    let flow = source.stateIn(scope, initial: 0, start: start)
    for round in 1...3 {
      source.send(round)
      #expect(try await flow.first { $0 == round } == round)
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))
      try await running(0)
      #expect(source.starts.value == round)
      #expect(flow.value == round)
    }
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `without a grace time the source stops with its last consumer`(
    _ grace: Duration
  ) async throws {
    let start = FlowStart.whileSubscribed(grace: grace, clock: clock)
    let flow = source.shareIn(scope, start: start)
    for round in 1...3 {
      do {
        var consumer = flow.makeAsyncIterator()
        source.send(round)
        #expect(await consumer.next() == round)
      }
      try await running(0)
      #expect(source.starts.value == round)
    }
    #expect(clock.deadlines == [])
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  @Test func `a scope that ends during the grace time leaves nothing behind`() async throws {
    let start = FlowStart.whileSubscribed(grace: .seconds(5), clock: clock)
    let flow = source.stateIn(scope, initial: 0, start: start)
    _ = try await flow.first { _ in true }
    source.send(1)
    _ = try await flow.first { $0 == 1 }
    try await clock.waitForSleepers(1)
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(clock.deadlines == [])
    #expect(source.running.value == 0)
    #expect(flow.subscriptionCount.subscriptionCount.value == 0)
  }

  @Test func `a scope that ends while consumers listen leaves nothing behind`() async throws {
    let start = FlowStart.whileSubscribed(grace: .seconds(5), clock: clock)
    let flow = source.stateIn(scope, initial: 0, start: start)
    let consumer = flow.makeAsyncIterator()
    try await started(1)
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(source.running.value == 0)
    #expect(flow.subscriptionCount.subscriptionCount.value == 0)
    #expect(scope.runningCount == 0)
    withExtendedLifetime(consumer) {}
  }

  @Test func `a source that ended or failed runs again for the next consumers`() async throws {
    let errors = Log<String>()
    let scope = TaskScope { errors.append("\($0)") }
    let start = FlowStart.whileSubscribed(grace: .zero, clock: clock)
    let flow = source.stateIn(scope, initial: 0, start: start)
    do {
      let consumer = flow.makeAsyncIterator()
      source.send(1)
      source.fail()
      try await started(1)
      try await running(0)
      #expect(flow.value == 1)
      withExtendedLifetime(consumer) {}
    }
    // Whoever counts must have seen that nobody was left.
    while source.starts.value == 1 {
      let consumer = flow.makeAsyncIterator()
      await mainActorTurn()
      withExtendedLifetime(consumer) {}
    }
    #expect(errors.all == ["SourceError()"])
    #expect(scope.isActive)
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(source.running.value == 0)
  }

  @Test func `runs never overlap though the source is slow to end`() async throws {
    let source = ScriptedSource<Int>(heedsCancellation: false)
    let start = FlowStart.whileSubscribed(grace: .zero, clock: clock)
    let flow = source.stateIn(scope, initial: 0, start: start)
    do {
      let consumer = flow.makeAsyncIterator()
      _ = try await source.starts.asStateFlow().first { $0 == 1 }
      withExtendedLifetime(consumer) {}
    }
    // The run has been cancelled and does not heed it; it swallows one element and ends.
    _ = try await source.unheeded.asStateFlow().first { $0 == 1 }
    let consumer = flow.makeAsyncIterator()
    #expect(source.starts.value == 1)
    source.send(1)
    _ = try await source.starts.asStateFlow().first { $0 == 2 }
    #expect(source.running.value == 1)
    #expect(flow.value == 0)
    source.send(2)
    _ = try await flow.first { $0 == 2 }
    scope.cancel()
    source.end()
    await scope.waitUntilEmpty()
    withExtendedLifetime(consumer) {}
  }
}
