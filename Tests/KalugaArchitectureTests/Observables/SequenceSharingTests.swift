import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Sequences that run while they are observed, and for a grace period after that.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SequenceSharingTests {
  private let scope = TaskScope()
  private let source = ScriptedSequence<Int>()
  private let clock = ManualClock()

  init() {
    watchWork(of: scope)
  }

  private func observable(grace: Duration = .seconds(5)) -> InitializedObservable<Int> {
    InitializedObservable(
      0,
      following: source,
      in: scope,
      start: .whileSubscribed(grace: grace, clock: clock)
    )
  }

  @Test(arguments: [.zero, .seconds(5)] as [Duration])
  func `a sequence stops after its last observer and the grace period, and starts again`(
    grace: Duration
  ) async throws {
    let observable = observable(grace: grace)
    try await waitUntilParked(scope)
    #expect(source.runCount == 0)
    let token = observable.observe { _ in }
    let first = ValueRecorder(observable)
    token.dispose()
    source.send(1)
    try await #expect(first.next { $0 == 1 } == 1)
    first.stop()
    if grace > .zero {
      try await clock.waitForSleepers(1)
      clock.advance(by: grace)
    }
    await until(observable.sourceState.isIdle && source.activeCount == 0)
    let second = ValueRecorder(observable)
    #expect([second.values, [source.runCount]] == [[1], [2]])
    #expect(observable.sourceState.isRunning)
    source.send(2)
    try await #expect(second.next { $0 == 2 } == 2)
  }

  @Test func `an observer added within the grace period joins the same run`() async throws {
    let observable = observable()
    let first = ValueRecorder(observable)
    source.send(1)
    try await #expect(first.next { $0 == 1 } == 1)
    first.stop()
    try await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(4_999))
    // Not stopped yet: this element is kept.
    source.send(2)
    try await waitUntilParked(scope)
    let second = ValueRecorder(observable)
    #expect(second.values == [2])
    try await clock.waitForSleepers(0)
    clock.advance(by: .seconds(60))
    source.send(3)
    try await waitUntilParked(scope)
    #expect(second.values == [2, 3])
    #expect(source.runCount == 1)
  }

  @Test func `each departure begins a whole grace period`() async throws {
    let observable = observable()
    for _ in 0..<2 {
      observable.observe { _ in }.dispose()
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(4))
      try await waitUntilParked(scope)
      #expect(observable.sourceState.isRunning)
    }
    clock.advance(by: .seconds(1))
    await sourceState(of: observable, where: \.isIdle)
    #expect(source.runCount == 1)
  }

  @Test func `a late element of a stopped run is ignored`() async throws {
    let source = ScriptedSequence<Int>(isStubborn: true)
    let observable = InitializedObservable(
      0,
      following: source,
      in: scope,
      start: .whileSubscribed(grace: .zero)
    )
    let observation = observable.observe { _ in }
    await mainActorQueueDrained()
    observation.dispose()
    await until(source.ignoredCancellations == 1)
    // The stopped run continues. Its element is ignored, and that of the next run is delivered.
    let recorder = ValueRecorder(observable)
    source.send(1)
    await until(source.runCount == 2)
    source.send(2)
    try await #expect(recorder.next { $0 == 2 } == 2)
    await until(source.activeCount == 1)
    #expect(recorder.values == [0, 2])
    #expect(observable.sourceState.isRunning)
    source.finish()
    await sourceState(of: observable, where: \.isEnded)
  }

  @Test(arguments: [true, false])
  func `a stopped run that ends or fails late does not end the observable`(
    isFailing: Bool
  ) async throws {
    let errors = Log<String>()
    let scope = TaskScope { errors.append("\($0)") }
    let source = ScriptedSequence<Int>(isStubborn: true)
    let observable = InitializedObservable(
      0,
      following: source,
      in: scope,
      start: .whileSubscribed(grace: .zero)
    )
    let observation = observable.observe { _ in }
    await mainActorQueueDrained()
    observation.dispose()
    await until(source.ignoredCancellations == 1)
    if isFailing { source.fail(SourceError()) } else { source.finish() }
    await scope.waitUntilEmpty()
    // A run that is stopped has not failed.
    #expect(errors.count == 0)
    #expect(source.activeCount == 0)
    #expect(observable.sourceState.isIdle)
    let recorder = ValueRecorder(observable)
    source.send(1)
    try await #expect(recorder.next { $0 == 1 } == 1)
    #expect(source.runCount == 2)
    source.finish()
    await scope.waitUntilEmpty()
  }

  @Test func `the last value of an observable expires when its sequence has rested`() async throws {
    let start = FlowStart.whileSubscribed(grace: .zero, expiration: .seconds(60), clock: clock)
    let initialized = InitializedObservable(0, following: source, in: scope, start: start)
    let uninitialized = UninitializedObservable(following: source, in: scope, start: start)
    let observations = DisposeBag()
    initialized.observe { _ in }.addTo(observations)
    uninitialized.observe { _ in }.addTo(observations)
    source.send(1)
    await until(initialized.current == 1 && uninitialized.current == .value(1))
    observations.dispose()
    try await clock.waitForSleepers(2)
    #expect(initialized.current == 1)
    clock.advance(by: .seconds(60))
    await until(initialized.current == 0 && uninitialized.current == .nothing)
    #expect(initialized.sourceState.isIdle)
    // The next run begins as usual.
    let recorder = ValueRecorder(initialized)
    await until(source.runCount == 3)
    source.send(2)
    await recorder.expect(0, 2)
  }

  @Test func `observers that were added and disposed leave no work behind in the scope`()
    async throws
  {
    let observable = observable()
    for _ in 0..<100 {
      observable.observe { _ in }.dispose()
      await mainActorQueueDrained()
    }
    try await clock.waitForSleepers(1)
    #expect(source.runCount == 1)
    // The run and the grace period. Work cancelled before them may take a while to notice.
    await until(scope.runningCount == 2)
    #expect(clock.deadlines.count == 1)
    clock.advance(by: .seconds(5))
    await scope.waitUntilEmpty()
    #expect(observable.sourceState.isIdle)
  }

  @Test func `the end of the scope ends the grace period and the run`() async throws {
    let observable = observable()
    observable.observe { _ in }.dispose()
    try await clock.waitForSleepers(1)
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(clock.deadlines == [])
    #expect(observable.sourceState.isEnded)
    #expect(source.activeCount == 0)
  }

  @Test func `a tracking reader starts a sequence and keeps it until it is notified`()
    async throws
  {
    let lazy = InitializedObservable(0, following: source, in: scope)
    let sharing = observable()
    for observable in [lazy, sharing] {
      #expect(observable.sourceState.isIdle)
      withObservationTracking {
        _ = observable.current
      } onChange: {
      }
      #expect(observable.sourceState.isRunning)
    }
    source.send(1)
    await until(lazy.current == 1 && sharing.current == 1)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    await until(sharing.sourceState.isIdle)
    #expect(lazy.sourceState.isRunning)
  }

  @Test func `derived observers and a state flow that is held count as observers`() async {
    let observable = observable(grace: .zero)
    let bag = DisposeBag()
    observable.map { $0 + 1 }.observe { _ in }.addTo(bag)
    #expect(source.runCount == 1)
    bag.dispose()
    await sourceState(of: observable, where: \.isIdle)
    do {
      let flow = observable.stateFlow
      #expect(source.runCount == 2)
      source.send(1)
      await until(flow.value == 1)
    }
    await sourceState(of: observable, where: \.isIdle)
  }
}
