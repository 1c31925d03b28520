import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The runs of a source that feeds a state flow, a shared flow or an observable, on a clock that only
/// the test advances.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct SharedRunsTests {
  private let source = ScriptedSequence<Int>()
  private let clock = ManualClock()
  private let errors = Log<String>()
  private let scope: TaskScope

  init() {
    scope = TaskScope { [errors] in errors.append("\($0)") }
    watchWork(of: scope)
  }

  private func endScope() async {
    scope.cancel()
    await scope.waitUntilEmpty()
    // A task releases its iterator after it has ended.
    await until(source.activeCount == 0)
    #expect(clock.deadlines == [])
  }

  // MARK: The beginning

  @Test(arguments: SharedKind.allCases, StartPolicy.allCases)
  func `no element is lost once the run has begun`(kind: SharedKind, policy: StartPolicy) async {
    let source = MutableSharedFlow<Int>(extraBuffer: 16)
    let shared = kind.share(source, in: scope, start: policy.start)
    #expect(source.subscriptionCount.value == (policy == .eagerly ? 1 : 0))
    // With the other policies, the run begins with the first consumer.
    let recorder = policy == .eagerly ? nil : shared.record()
    for number in 1...5 { #expect(source.tryEmit(number)) }
    await Task.detached { _ = source.tryEmit(6) }.value
    await until(shared.newest == 6)
    if let recorder {
      await until(recorder.values.last == 6)
      if kind != .state { #expect(recorder.values.suffix(6) == Array(1...6)) }
    }
    await endScope()
    #expect(source.subscriptionCount.value == 0)
  }

  @Test(arguments: SharedKind.allCases)
  func `a lazy sequence runs at the first observation and not by reading`(
    kind: SharedKind
  ) async throws {
    let shared = kind.share(source, in: scope, start: .lazily)
    #expect(shared.newest == 0)
    try await waitUntilParked(scope)
    #expect(source.runCount == 0)
    let first = shared.record()
    // The run begins inside the call, not in a later turn.
    #expect(source.runCount == 1)
    first.stop()
    try await waitUntilParked(scope)
    // It continues after the last consumer has left.
    source.send(1)
    await until(shared.newest == 1)
    let second = shared.record()
    try await waitUntilParked(scope)
    #expect(second.values == [1])
    #expect(source.runCount == 1)
    await endScope()
  }

  @Test(arguments: [SharedKind.state, .shared])
  func `a flow releases a source that never ran with the end of the scope`(kind: SharedKind) async {
    weak var source: ScriptedSequence<Int>?
    func share() -> SharedUnderTest {
      let made = ScriptedSequence<Int>()
      source = made
      return kind.share(made, in: scope, start: .lazily)
    }
    let shared = share()
    #expect(source != nil)
    scope.cancel()
    await until(source == nil)
    #expect(shared.newest == 0)
  }

  @Test(arguments: SharedKind.allCases, StartPolicy.allCases)
  func `in an ended scope the source never runs`(kind: SharedKind, policy: StartPolicy) async {
    scope.cancel()
    let shared = kind.share(source, in: scope, start: policy.start)
    let recorder = shared.record()
    await scope.waitUntilEmpty()
    #expect(source.runCount == 0)
    #expect(recorder.values.allSatisfy { $0 == 0 })
    #expect(shared.sourceState?.isEnded ?? true)
  }

  // MARK: The end

  @Test(arguments: SharedKind.allCases, [nil, SourceError()])
  func `a source that ends or fails leaves its last element, its scope and its consumers`(
    kind: SharedKind,
    error: SourceError?
  ) async {
    let shared = kind.share(source, in: scope, start: .eagerly)
    source.send(1)
    if let error { source.fail(error) } else { source.finish() }
    await scope.waitUntilEmpty()
    #expect(errors.all == (error == nil ? [] : ["SourceError()"]))
    #expect(scope.isActive)
    let recorder = shared.record()
    await mainActorQueueDrained()
    #expect(recorder.values == [1])
    recorder.stop()
  }

  @Test(arguments: SharedKind.allCases, [false, true])
  func `the end of the scope ends the run and drops late elements`(
    kind: SharedKind,
    isStubborn: Bool
  ) async {
    let source = ScriptedSequence<Int>(isStubborn: isStubborn)
    let shared = kind.share(source, in: scope, start: .eagerly)
    source.send(1)
    await until(shared.newest == 1)
    // Sent in time, and taken too late by a run on the main actor.
    if shared.sourceState != nil { source.send(2) }
    scope.cancel()
    source.send(3, 4)
    source.finish()
    await scope.waitUntilEmpty()
    await until(source.activeCount == 0)
    #expect(shared.newest == 1)
    #expect(shared.sourceState?.isEnded ?? true)
  }

  // MARK: While it has consumers

  private func whileSubscribed(_ kind: SharedKind, grace: Int = 5) -> SharedUnderTest {
    kind.share(source, in: scope, start: .whileSubscribed(grace: .seconds(grace), clock: clock))
  }

  private func state(grace: Int = 5) -> SharedUnderTest { whileSubscribed(.state, grace: grace) }

  /// Adds a consumer, waits until the source has begun the given number of runs, and removes the
  /// consumer again.
  private func visit(_ shared: SharedUnderTest, runs: Int, _ body: () async -> Void = {}) async {
    let recorder = shared.record()
    await until(source.runCount == runs)
    await body()
    recorder.stop()
  }

  @Test(arguments: SharedKind.allCases, [-1, 0, 5])
  func `a sequence stops after its last observer and the grace period, and starts again`(
    kind: SharedKind,
    grace: Int
  ) async throws {
    let shared = whileSubscribed(kind, grace: grace)
    #expect(source.runCount == 0)
    for round in 1...3 {
      await visit(shared, runs: round) {
        source.send(round)
        await until(shared.newest == round)
      }
      if grace > 0 {
        try await clock.waitForSleepers(1)
        clock.advance(by: .seconds(grace - 1))
        #expect(source.activeCount == 1)
        clock.advance(by: .seconds(1))
      }
      await until(source.activeCount == 0 && shared.sourceState?.isIdle ?? true)
      #expect(shared.newest == round)
    }
    await endScope()
  }

  @Test(arguments: SharedKind.allCases)
  func `a consumer that arrives within the grace period joins the same run`(
    kind: SharedKind
  ) async throws {
    let shared = whileSubscribed(kind)
    await visit(shared, runs: 1)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(4))
    let recorder = shared.record()
    // The countdown has been cancelled.
    try await clock.waitForSleepers(0)
    clock.advance(by: .seconds(100))
    source.send(1)
    await until(recorder.values.last == 1)
    recorder.stop()
    try await clock.waitForSleepers(1)
    #expect(clock.deadlines == [ManualClock.Instant(offset: .seconds(109))])
    #expect(source.runCount == 1)
    clock.advance(by: .seconds(5))
    await until(source.activeCount == 0)
    await endScope()
  }

  @Test func `without arguments, the source stays through a redraw`() async throws {
    let shared = SharedKind.state.share(source, in: scope, start: .whileSubscribed())
    for _ in 1...10 { await visit(shared, runs: 1) }
    #expect([source.activeCount, source.runCount] == [1, 1])
    await endScope()
  }

  @Test(arguments: SharedKind.allCases, [true, false])
  func `a scope that ends while consumers iterate, or later, leaves nothing behind`(
    kind: SharedKind,
    hasConsumer: Bool
  ) async throws {
    let shared = whileSubscribed(kind)
    let recorder = shared.record()
    await until(source.runCount == 1)
    if !hasConsumer {
      recorder.stop()
      try await clock.waitForSleepers(1)
    }
    await endScope()
    #expect(scope.runningCount == 0)
    #expect(shared.sourceState?.isEnded ?? true)
  }

  enum Late: CaseIterable { case element, end, failure }

  @Test(arguments: SharedKind.allCases, Late.allCases)
  func `runs never overlap, and what a stopped run still does has no effect`(
    kind: SharedKind,
    late: Late
  ) async {
    let source = ScriptedSequence<Int>(isStubborn: true)
    let shared = kind.share(source, in: scope, start: .whileSubscribed(grace: .zero))
    let first = shared.record()
    await until(source.requestCount == 1)
    first.stop()
    // The run has been cancelled and ignores that.
    await until(source.ignoredCancellations == 1)
    let second = shared.record()
    // Lets everything run that is ready. A second run must not be.
    await mainActorQueueDrained()
    #expect(source.runCount == 1)
    switch late {
    case .element: source.send(1)
    case .end: source.finish()
    case .failure: source.fail(SourceError())
    }
    await until(source.runCount == 2 && source.activeCount == 1)
    source.send(2)
    await until(second.values.last == 2)
    #expect(!second.values.contains(1))
    // A run that is stopped has not failed.
    #expect(errors.all == [])
    #expect(shared.sourceState?.isRunning ?? true)
    scope.cancel()
    source.finish()
    await scope.waitUntilEmpty()
  }

  @Test func `a run that is cancelled before it starts does not hold up the next one`() async {
    let flow = source.stateIn(scope, initial: 0, start: .whileSubscribed(grace: .zero))
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

  @Test(arguments: SharedKind.allCases)
  func `a source starts again after its scope has cancelled the work and stays usable`(
    kind: SharedKind
  ) async throws {
    let shared = whileSubscribed(kind)
    await visit(shared, runs: 1)
    try await clock.waitForSleepers(1)
    scope.cancelChildren()
    await visit(shared, runs: 2) {
      source.send(1)
      await until(shared.newest == 1)
    }
    await endScope()
  }

  // MARK: The next run of a flow

  @Test(arguments: [nil, SourceError()])
  func `a source that ended or failed runs again for the next consumers`(
    error: SourceError?
  ) async throws {
    let flow = state(grace: 0)
    await visit(flow, runs: 1) {
      if let error { source.fail(error) } else { source.finish() }
      await until(source.activeCount == 0)
    }
    // By then, the departure of the last consumer has been noticed.
    try await waitUntilParked(scope)
    await visit(flow, runs: 2)
    await endScope()
  }

  /// kotlinx.coroutines #2890: after a failure, a consumer that arrives in the grace period gets only
  /// the old value.
  @Test(arguments: [true, false])
  func `a source that fails starts again within the grace period, and one that ends does not`(
    isFailing: Bool
  ) async throws {
    let flow = state()
    await visit(flow, runs: 1) {
      if isFailing { source.fail(SourceError()) } else { source.finish() }
      try? await waitUntilParked(scope)
    }
    try await waitUntilParked(scope)
    #expect(clock.deadlines.count == (isFailing ? 0 : 1))
    let recorder = flow.record()
    try await waitUntilParked(scope)
    #expect(source.runCount == (isFailing ? 2 : 1))
    recorder.stop()
    await endScope()
  }

  @Test func `a source that fails without consumers starts again with the next one`() async throws {
    let flow = state()
    await visit(flow, runs: 1)
    try await clock.waitForSleepers(1)
    source.fail(SourceError())
    try await waitUntilParked(scope)
    #expect(clock.deadlines == [])
    await visit(flow, runs: 2)
    await endScope()
  }

  // MARK: Expiration

  private func expiring(grace: Int = 0) -> FlowStart {
    .whileSubscribed(grace: .seconds(grace), expiration: .seconds(60), clock: clock)
  }

  private func waitForDeadline(_ seconds: Int) async {
    await until(clock.deadlines == [ManualClock.Instant(offset: .seconds(seconds))])
  }

  /// kotlinx.coroutines #2047: a consumer that returns sees a value of long ago.
  @Test(arguments: SharedKind.allCases)
  func `the last value expires when the source has rested for that time`(kind: SharedKind) async {
    let shared = kind.share(source, in: scope, start: expiring(grace: 5))
    for round in 1...2 {
      await visit(shared, runs: round) {
        source.send(round)
        await until(shared.newest == round)
      }
      await waitForDeadline(round * 65 - 60)
      clock.advance(by: .seconds(5))
      await waitForDeadline(round * 65)
      clock.advance(by: .seconds(59))
      #expect(shared.newest == round)
      clock.advance(by: .seconds(1))
      await until(shared.newest == 0)
    }
    await endScope()
  }

  @Test func `a consumer that arrives before the expiration keeps the value`() async throws {
    let shared = SharedKind.state.share(source, in: scope, start: expiring())
    for round in 1...2 {
      await visit(shared, runs: round) {
        if round == 1 { source.send(1) }
        await until(shared.newest == 1)
        try? await clock.waitForSleepers(0)
        clock.advance(by: .seconds(600))
      }
      // The time begins again.
      await waitForDeadline(round == 1 ? 660 : 1_319)
      if round == 1 { clock.advance(by: .seconds(59)) }
    }
    await endScope()
    #expect(shared.newest == 1)
  }

  @Test func `the value of a source that has failed expires, too`() async {
    let shared = SharedKind.state.share(source, in: scope, start: expiring(grace: 5))
    await visit(shared, runs: 1) {
      source.send(1)
      source.fail(SourceError())
      await until(source.activeCount == 0)
      #expect(shared.newest == 1)
    }
    await waitForDeadline(60)
    clock.advance(by: .seconds(60))
    await until(shared.newest == 0)
    await endScope()
  }

  @Test func `a run that is slow to end delays the expiration`() async throws {
    let source = ScriptedSequence<Int>(isStubborn: true)
    let shared = SharedKind.state.share(source, in: scope, start: expiring())
    let recorder = shared.record()
    source.send(1)
    await until(shared.newest == 1)
    recorder.stop()
    await until(source.ignoredCancellations == 1)
    clock.advance(by: .seconds(60))
    await mainActorQueueDrained()
    #expect(shared.newest == 1)
    source.send(2)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(60))
    await until(shared.newest == 0)
    await endScope()
  }

  // MARK: State flows and shared flows

  @Test(arguments: [FlowStart.lazily, .whileSubscribed(grace: .zero)])
  func `an observer of an observable of a flow starts the source`(start: FlowStart) async {
    let flow = source.stateIn(scope, initial: 0, start: start)
    let token = InitializedObservable(flow).map { $0 }.observe { _ in }
    await mainActorQueueDrained()
    #expect([flow.subscriptionCount.value, source.runCount] == [1, 1])
    token.dispose()
    await endScope()
  }

  @Test func `a closure decides which elements are equal`() async throws {
    let source = ScriptedSequence<(Int, String)>()
    let flow = source.stateIn(scope, initial: (0, "a")) { $0.0 == $1.0 }
    let texts = ValueRecorder(following: flow.map { $0.1 })
    await texts.expect("a")
    source.send((0, "b"), (1, "c"))
    await texts.expect("c")
    await endScope()
  }

  /// RxSwift #1111: after the source has ended, a late consumer starts it a second time.
  @Test func `a later consumer begins with the replay cache, also after the end`() async throws {
    let flow = source.shareIn(scope, replay: 2)
    var first = flow.makeAsyncIterator()
    source.send(1, 2, 3, 4)
    source.finish()
    #expect(await first.next(4) == [1, 2, 3, 4])
    await scope.waitUntilEmpty()
    var second = flow.makeAsyncIterator()
    #expect(await second.next(2) == [3, 4])
    #expect(source.runCount == 1)
  }

  @Test func `an eager source loses early elements, except for the replay`() async {
    let flow = source.shareIn(scope, replay: 1, start: .eagerly)
    source.send(1, 2, 3, 4)
    source.finish()
    await scope.waitUntilEmpty()
    #expect(flow.replayCache == [4])
  }

  @Test func `the slowest consumer holds up the source and loses nothing`() async throws {
    let flow = source.shareIn(scope)
    var slow = flow.makeAsyncIterator()
    let fast = ValueRecorder(following: flow)
    for value in 1...50 { source.send(value) }
    try await waitUntilParked(scope)
    #expect(fast.values == [1])
    #expect(await slow.next(50) == Array(1...50))
    _ = try await fast.next { $0 == 50 }
    #expect(fast.values == Array(1...50))
    source.send(51)
    try await waitUntilParked(scope)
    // The end of the scope releases a source that waits for room.
    await endScope()
    withExtendedLifetime(slow) {}
  }
}
