import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Sequences that run while somebody observes, and for a time of grace.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SequenceSharingTests {
  private let scope = TaskScope()
  private let source = ScriptedSequence<Int>()
  private let clock = ManualClock()

  private func observable(grace: Duration = .seconds(5)) -> InitializedObservable<Int> {
    InitializedObservable(
      0,
      following: source,
      in: scope,
      start: .whileSubscribed(grace: grace, clock: clock)
    )
  }

  @Test func `a sequence without grace stops with its last observer and starts anew`() async throws
  {
    let observable = observable(grace: .zero)
    await mainActorTurns()
    #expect(source.runCount == 0)
    let first = observable.observe { _ in }
    let second = observable.observe { _ in }
    #expect(source.runCount == 1)
    first.dispose()
    await mainActorTurns()
    #expect(observable.sourceState.isRunning)
    second.dispose()
    await mainActorTurns(until: observable.sourceState.isIdle && source.activeCount == 0)
    #expect(observable.sourceState.isIdle)
    #expect(source.activeCount == 0)
    let recorder = ValueRecorder(observable)
    #expect(source.runCount == 2)
    #expect(observable.sourceState.isRunning)
    source.send(1)
    try await #expect(recorder.next { $0 == 1 } == 1)
  }

  @Test func `an observer that comes within the grace finds the same run`() async throws {
    let observable = observable()
    let first = ValueRecorder(observable)
    source.send(1)
    try await #expect(first.next { $0 == 1 } == 1)
    first.stop()
    try await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(4_999))
    await mainActorTurns()
    // Not stopped yet: what comes now is kept.
    source.send(2)
    await mainActorTurns(until: observable.current == 2)
    #expect(observable.current == 2)
    let second = ValueRecorder(observable)
    #expect(second.values == [2])
    try await clock.waitForSleepers(0)
    clock.advance(by: .seconds(60))
    await mainActorTurns()
    #expect(observable.sourceState.isRunning)
    source.send(3)
    try await #expect(second.next { $0 == 3 } == 3)
    #expect(source.runCount == 1)
  }

  @Test func `the run ends with the grace and keeps the last value`() async throws {
    let observable = observable()
    let first = ValueRecorder(observable)
    source.send(1)
    try await #expect(first.next { $0 == 1 } == 1)
    first.stop()
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    await sourceState(of: observable, where: \.isIdle)
    await mainActorTurns(until: source.activeCount == 0 && observable.current == 1)
    #expect(source.activeCount == 0)
    #expect(observable.current == 1)
    let second = ValueRecorder(observable)
    #expect(second.values == [1])
    #expect(source.runCount == 2)
    source.send(2)
    try await #expect(second.next { $0 == 2 } == 2)
  }

  @Test func `each departure has a whole grace of its own`() async throws {
    let observable = observable()
    observable.observe { _ in }.dispose()
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(4))
    await mainActorTurns()
    observable.observe { _ in }.dispose()
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(4))
    await mainActorTurns()
    #expect(observable.sourceState.isRunning)
    clock.advance(by: .seconds(1))
    await sourceState(of: observable, where: \.isIdle)
    #expect(source.runCount == 1)
  }

  @Test func `an element of a stopped run is late and does not count`() async throws {
    let source = ScriptedSequence<Int>(isStubborn: true)
    let observable = InitializedObservable(
      0,
      following: source,
      in: scope,
      start: .whileSubscribed()
    )
    observable.observe { _ in }.dispose()
    await mainActorTurns(until: observable.sourceState.isIdle)
    #expect(observable.sourceState.isIdle)
    // The stopped run has not noticed: its element comes late, that of the new run counts.
    let recorder = ValueRecorder(observable)
    source.send(1)
    try await #expect(recorder.next { $0 == 1 } == 1)
    source.send(2)
    try await #expect(recorder.next { $0 == 2 } == 2)
    #expect(recorder.values == [0, 1, 2])
    #expect(observable.sourceState.isRunning)
    await mainActorTurns(until: source.activeCount == 1)
    #expect(source.activeCount == 1)
    source.finish()
    await sourceState(of: observable, where: \.isEnded)
  }

  @Test func `a stopped run that ends or fails late does not end the observable`() async {
    struct Failure: Error {}
    let errors = Log<String>()
    let scope = TaskScope { errors.append("\($0)") }
    for isFailing in [true, false] {
      let source = ScriptedSequence<Int>(isStubborn: true)
      let observable = InitializedObservable(
        0,
        following: source,
        in: scope,
        start: .whileSubscribed()
      )
      observable.observe { _ in }.dispose()
      await mainActorTurns()
      if isFailing { source.fail(Failure()) } else { source.finish() }
      await mainActorTurns(until: source.activeCount == 0)
      #expect(source.activeCount == 0)
      #expect(errors.count == 1)
      #expect(observable.sourceState.isIdle)
      let recorder = ValueRecorder(observable)
      #expect(observable.sourceState.isRunning)
      #expect(source.runCount == 2)
      recorder.stop()
      source.finish()
    }
    await scope.waitUntilEmpty()
    scope.cancel()
  }

  @Test func `observers that come and go leave no work behind in the scope`() async throws {
    let observable = observable()
    for _ in 0..<1_000 {
      let token = observable.observe { _ in }
      token.dispose()
      await queuedWorkDidRun()
    }
    try await clock.waitForSleepers(1)
    #expect(source.runCount == 1)
    // The run and the grace; what was cancelled before them needs its time to notice.
    await mainActorTurns(until: scope.runningCount == 2)
    #expect(scope.runningCount == 2)
    #expect(clock.deadlines.count == 1)
    clock.advance(by: .seconds(5))
    await sourceState(of: observable, where: \.isIdle)
    await scope.waitUntilEmpty()
    #expect(scope.runningCount == 0)
  }

  @Test func `the scope's end ends the grace and the run`() async throws {
    let observable = observable()
    observable.observe { _ in }.dispose()
    try await clock.waitForSleepers(1)
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(clock.deadlines == [])
    #expect(observable.sourceState.isEnded)
    #expect(source.activeCount == 0)
  }

  @Test func `a derived observer counts as an observer`() async {
    let observable = observable(grace: .zero)
    let bag = DisposeBag()
    observable.map { $0 + 1 }.observe { _ in }.addTo(bag)
    #expect(source.runCount == 1)
    bag.dispose()
    await mainActorTurns(until: observable.sourceState.isIdle)
    #expect(observable.sourceState.isIdle)
  }

  @Test func `a state flow that somebody holds counts as an observer`() async {
    let observable = observable(grace: .zero)
    do {
      let flow = observable.stateFlow
      #expect(source.runCount == 1)
      source.send(1)
      await mainActorTurns(10, until: flow.value == 1)
      #expect(flow.value == 1)
    }
    await mainActorTurns(until: observable.sourceState.isIdle)
    #expect(observable.sourceState.isIdle)
  }
}
