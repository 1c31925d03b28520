import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The start policy with a grace period, on a clock that only the test advances.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct WhileSubscribedTests {
  private let source = ScriptedSequence<Int>()
  private let clock = ManualClock()
  private let scope = TaskScope(onError: { _ in })

  private func state(
    of source: ScriptedSequence<Int>? = nil,
    grace: Duration = .seconds(5)
  ) -> StateFlow<Int> {
    let start = FlowStart.whileSubscribed(grace: grace, clock: clock)
    return (source ?? self.source).stateIn(scope, initial: 0, start: start)
  }

  /// Makes a consumer, waits until the source has begun the given number of runs, and releases the
  /// consumer.
  private func visit(_ flow: StateFlow<Int>, runs: Int) async {
    let consumer = flow.makeAsyncIterator()
    await until(source.runCount == runs)
    withExtendedLifetime(consumer) {}
  }

  private func endScope() async {
    scope.cancel()
    await scope.waitUntilEmpty()
    // A task releases its iterator after it has ended.
    await until(source.activeCount == 0)
    #expect(clock.deadlines == [])
  }

  @Test func `a consumer that arrives within the grace period joins the same run`() async throws {
    let flow = state()
    await visit(flow, runs: 1)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(4))
    do {
      let consumer = flow.makeAsyncIterator()
      // The countdown has been cancelled.
      try await clock.waitForSleepers(0)
      clock.advance(by: .seconds(100))
      source.send(1)
      #expect(try await flow.first { $0 == 1 } == 1)
      withExtendedLifetime(consumer) {}
    }
    try await clock.waitForSleepers(1)
    #expect(clock.deadlines == [ManualClock.Instant(offset: .seconds(109))])
    #expect(source.runCount == 1)
    clock.advance(by: .seconds(5))
    await until(source.activeCount == 0)
    await endScope()
  }

  @Test func `a source runs with its first consumer, and again after the grace period`()
    async throws
  {
    let flow = state()
    #expect(source.runCount == 0)
    for round in 1...3 {
      do {
        let consumer = flow.makeAsyncIterator()
        await until(source.runCount == round)
        source.send(round)
        #expect(try await flow.first { $0 == round } == round)
        withExtendedLifetime(consumer) {}
      }
      try await clock.waitForSleepers(1)
      #expect(clock.deadlines == [ManualClock.Instant(offset: .seconds(5 * round))])
      clock.advance(by: .seconds(4))
      #expect(source.activeCount == 1)
      clock.advance(by: .seconds(1))
      await until(source.activeCount == 0)
      #expect(flow.value == round)
    }
    await endScope()
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `without a grace period the source stops with its last consumer`(grace: Duration) async {
    let start = FlowStart.whileSubscribed(grace: grace, clock: clock)
    let flow = source.shareIn(scope, start: start)
    for round in 1...3 {
      do {
        var consumer = flow.makeAsyncIterator()
        await until(source.runCount == round)
        source.send(round)
        #expect(await consumer.next() == round)
      }
      await until(source.activeCount == 0)
    }
    await endScope()
  }

  @Test(arguments: [true, false])
  func `a scope that ends while consumers iterate, or later, leaves nothing behind`(
    hasConsumer: Bool
  ) async throws {
    let flow = state()
    var consumer: StateFlow<Int>.AsyncIterator? = flow.makeAsyncIterator()
    await until(source.runCount == 1)
    if !hasConsumer {
      consumer = nil
      try await clock.waitForSleepers(1)
    }
    await endScope()
    #expect(scope.runningCount == 0)
    #expect(flow.subscriptionCount.subscriptionCount.value == 0)
    withExtendedLifetime(consumer) {}
  }

  @Test(arguments: [nil, SourceError()])
  func `a source that ended or failed runs again for the next consumers`(
    error: SourceError?
  ) async throws {
    watchWork(of: scope)
    let flow = state(grace: .zero)
    do {
      let consumer = flow.makeAsyncIterator()
      await until(source.runCount == 1)
      if let error { source.fail(error) } else { source.finish() }
      await until(source.activeCount == 0)
      withExtendedLifetime(consumer) {}
    }
    // By then, the departure of the last consumer has been noticed.
    try await waitUntilParked(scope)
    #expect(scope.isActive)
    await visit(flow, runs: 2)
    await endScope()
  }

  @Test(arguments: [true, false])
  func `a source that fails starts again within the grace period, and one that ends does not`(
    isFailing: Bool
  ) async throws {
    watchWork(of: scope)
    let flow = state()
    do {
      let consumer = flow.makeAsyncIterator()
      await until(source.runCount == 1)
      if isFailing { source.fail(SourceError()) } else { source.finish() }
      try await waitUntilParked(scope)
      withExtendedLifetime(consumer) {}
    }
    try await waitUntilParked(scope)
    #expect(clock.deadlines.count == (isFailing ? 0 : 1))
    let consumer = flow.makeAsyncIterator()
    try await waitUntilParked(scope)
    #expect(source.runCount == (isFailing ? 2 : 1))
    withExtendedLifetime(consumer) {}
    await endScope()
  }

  @Test func `a source that fails without consumers starts again with the next one`() async throws {
    watchWork(of: scope)
    let flow = state()
    await visit(flow, runs: 1)
    try await clock.waitForSleepers(1)
    source.fail(SourceError())
    try await waitUntilParked(scope)
    #expect(clock.deadlines == [])
    await visit(flow, runs: 2)
    await endScope()
  }

  @Test func `without arguments, the source stays through a redraw`() async throws {
    let flow = source.stateIn(scope, initial: 0, start: .whileSubscribed())
    for _ in 1...10 { await visit(flow, runs: 1) }
    #expect(source.activeCount == 1)
    #expect(source.runCount == 1)
    await endScope()
  }

  // MARK: Expiration

  private func expiring(grace: Duration = .zero) -> FlowStart {
    .whileSubscribed(grace: grace, expiration: .seconds(60), clock: clock)
  }

  /// Lets the flow have a value, and releases the consumer.
  private func show(_ value: Int, in flow: StateFlow<Int>, runs: Int) async throws {
    let consumer = flow.makeAsyncIterator()
    await until(source.runCount == runs)
    source.send(value)
    #expect(try await flow.first { $0 == value } == value)
    withExtendedLifetime(consumer) {}
  }

  @Test func `the last value expires when the source has rested for that time`() async throws {
    let flow = source.stateIn(scope, initial: 0, start: expiring(grace: .seconds(5)))
    try await show(1, in: flow, runs: 1)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    await until(clock.deadlines == [ManualClock.Instant(offset: .seconds(65))])
    clock.advance(by: .seconds(59))
    #expect(flow.value == 1)
    clock.advance(by: .seconds(1))
    await until(flow.value == 0)
    try await show(2, in: flow, runs: 2)
    await endScope()
    #expect(flow.value == 2)
  }

  @Test func `a consumer that arrives before the expiration keeps the value`() async throws {
    let flow = source.stateIn(scope, initial: 0, start: expiring())
    try await show(1, in: flow, runs: 1)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(59))
    do {
      let consumer = flow.makeAsyncIterator()
      await until(source.runCount == 2)
      try await clock.waitForSleepers(0)
      clock.advance(by: .seconds(600))
      #expect(flow.value == 1)
      withExtendedLifetime(consumer) {}
    }
    // The time begins again.
    await until(clock.deadlines == [ManualClock.Instant(offset: .seconds(719))])
    await endScope()
  }

  @Test func `the value of a source that has failed expires, too`() async throws {
    let flow = source.stateIn(scope, initial: 0, start: expiring(grace: .seconds(5)))
    do {
      let consumer = flow.makeAsyncIterator()
      await until(source.runCount == 1)
      source.send(1)
      source.fail(SourceError())
      await until(source.activeCount == 0)
      #expect(flow.value == 1)
      withExtendedLifetime(consumer) {}
    }
    await until(clock.deadlines == [ManualClock.Instant(offset: .seconds(60))])
    clock.advance(by: .seconds(60))
    await until(flow.value == 0)
    await endScope()
  }

  @Test func `a shared flow replays nothing after the expiration`() async throws {
    let flow = source.shareIn(scope, replay: 2, start: expiring())
    do {
      var consumer = flow.makeAsyncIterator()
      await until(source.runCount == 1)
      source.send(1, 2)
      #expect(await consumer.next(2) == [1, 2])
    }
    try await clock.waitForSleepers(1)
    #expect(flow.replayCache == [1, 2])
    clock.advance(by: .seconds(60))
    await until(flow.replayCache == [])
    await endScope()
  }

  @Test func `a run that is slow to end delays the expiration`() async throws {
    let source = ScriptedSequence<Int>(isStubborn: true)
    let flow = source.stateIn(scope, initial: 0, start: expiring())
    do {
      let consumer = flow.makeAsyncIterator()
      await until(source.runCount == 1)
      source.send(1)
      #expect(try await flow.first { $0 == 1 } == 1)
      withExtendedLifetime(consumer) {}
    }
    await until(source.ignoredCancellations == 1)
    clock.advance(by: .seconds(60))
    await mainActorQueueDrained()
    #expect(flow.value == 1)
    source.send(2)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(60))
    await until(flow.value == 0)
    await endScope()
  }

  @Test func `the end of the scope keeps the last value`() async throws {
    let flow = source.stateIn(scope, initial: 0, start: expiring())
    try await show(1, in: flow, runs: 1)
    try await clock.waitForSleepers(1)
    await endScope()
    #expect(flow.value == 1)
  }

  @Test func `a run that is cancelled before it starts does not hold up the next one`() async {
    let flow = state(grace: .zero)
    for _ in 1...100 { _ = flow.makeAsyncIterator() }
    let consumer = flow.makeAsyncIterator()
    // Earlier runs may still be ending; they do not take the element.
    await until(
      {
        source.send(1)
        return flow.value == 1
      }()
    )
    withExtendedLifetime(consumer) {}
    await endScope()
  }

  @Test func `a source starts again after its scope has cancelled the work and stays usable`()
    async throws
  {
    let flow = state()
    await visit(flow, runs: 1)
    try await clock.waitForSleepers(1)
    scope.cancelChildren()
    let consumer = flow.makeAsyncIterator()
    await until(source.runCount == 2)
    source.send(1)
    #expect(try await flow.first { $0 == 1 } == 1)
    withExtendedLifetime(consumer) {}
    await endScope()
  }

  @Test func `runs never overlap, even if the source is slow to end`() async throws {
    let source = ScriptedSequence<Int>(isStubborn: true)
    let flow = state(of: source, grace: .zero)
    do {
      let consumer = flow.makeAsyncIterator()
      await until(source.requestCount == 1)
      withExtendedLifetime(consumer) {}
    }
    // The run has been cancelled and ignores that. It takes one more element and ends.
    await until(source.ignoredCancellations == 1)
    let consumer = flow.makeAsyncIterator()
    // Lets everything run that is ready. A second run must not be.
    await mainActorQueueDrained()
    #expect(source.runCount == 1)
    source.send(1)
    await until(source.runCount == 2)
    #expect(source.activeCount == 1)
    #expect(flow.value == 0)
    source.send(2)
    #expect(try await flow.first { $0 == 2 } == 2)
    scope.cancel()
    source.finish()
    await scope.waitUntilEmpty()
    withExtendedLifetime(consumer) {}
  }
}
