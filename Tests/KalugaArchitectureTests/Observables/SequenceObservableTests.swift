import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Observables of asynchronous sequences; `SharedRunsTests` tests when the sequences run.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SequenceObservableTests {
  private let source = ScriptedSequence<Int>()
  private let errors: Log<String>
  private let scope: TaskScope
  private let releases = ReleaseLog()

  init() {
    let errors = Log<String>()
    self.errors = errors
    scope = TaskScope { errors.append("\($0)") }
    watchWork(of: scope)
  }

  // MARK: Values

  @Test func `a sequence is run once for all observers and derived observables`() async throws {
    let observable = UninitializedObservable(following: source, in: scope)
    #expect(observable.sourceState.isIdle)
    let first = ValueRecorder(observable)
    #expect(observable.sourceState.isRunning)
    let second = ValueRecorder(observable.asObservable())
    let derived = ValueRecorder(observable.map { $0 * 10 })
    let defaulted = ValueRecorder(observable.withDefault(-1))
    source.send(1)
    try await #expect(first.next { $0 == .value(1) } == .value(1))
    #expect(second.values == [.nothing, .value(1)])
    #expect(derived.values == [.nothing, .value(10)])
    #expect(defaulted.values == [-1, 1])
    #expect(source.runCount == 1)
  }

  @Test func `the change policy decides which elements count`() async throws {
    let equal = ValueRecorder(InitializedObservable(0, following: source, in: scope))
    let every = ValueRecorder(
      InitializedObservable(0, following: source, in: scope, changePolicy: .everyWrite)
    )
    let rising = ValueRecorder(
      UninitializedObservable(
        following: source,
        in: scope,
        changePolicy: .by { old, new in new <= old }
      )
    )
    source.send(0, 2, 2, 1, 3)
    try await waitUntilParked(scope)
    #expect([equal.values, every.values] == [[0, 2, 1, 3], [0, 0, 2, 2, 1, 3]])
    #expect(rising.values == [.nothing, .value(0), .value(2), .value(3)])
  }

  // MARK: What counts as an observer

  @Test func `a tracking reader starts a sequence and keeps it until it is notified`() async throws
  {
    let clock = ManualClock()
    let lazy = InitializedObservable(0, following: source, in: scope)
    let sharing = InitializedObservable(
      0,
      following: source,
      in: scope,
      start: .whileSubscribed(clock: clock)
    )
    for observable in [lazy, sharing] {
      #expect(observable.sourceState.isIdle)
      _ = trackedReads { _ = observable.current }
      #expect(observable.sourceState.isRunning)
    }
    source.send(1)
    await until(lazy.current == 1 && sharing.current == 1)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    await until(sharing.sourceState.isIdle)
    #expect(lazy.sourceState.isRunning)
  }

  @Test func `a tracking reader keeps a sequence no longer than the observable that it has read`()
    async
  {
    let start = FlowStart.whileSubscribed(grace: .zero)
    let observable = InitializedObservable(0, following: source, in: scope, start: start)
    var derived: InitializedObservable<Int>? = observable.map { $0 + 1 }
    _ = trackedReads { _ = derived?.current }
    await mainActorQueueDrained()
    #expect(observable.sourceState.isRunning)
    derived = nil
    await sourceState(of: observable, where: \.isIdle)
  }

  @Test func `derived observers and a state flow that is held count as observers`() async {
    let start = FlowStart.whileSubscribed(grace: .zero)
    let observable = InitializedObservable(0, following: source, in: scope, start: start)
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

  @Test(arguments: [false, true])
  func `a sequence runs once, even if its start or a tracker of its state observes it`(
    isTracker: Bool
  ) async throws {
    let box = Holder<InitializedObservable<Int>?>(nil)
    let source = ScriptedSequence<Int> {
      MainActor.assumeIsolated { _ = box.value.take()?.observe { _ in } }
    }
    let observable = InitializedObservable(0, following: source, in: scope)
    if isTracker {
      withObservationTracking {
        _ = observable.sourceState
      } onChange: {
        MainActor.assumeIsolated { _ = observable.observe { _ in } }
      }
    } else {
      box.value = observable
    }
    let recorder = ValueRecorder(observable)
    #expect(source.runCount == 1)
    source.send(1)
    try await #expect(recorder.next { $0 == 1 } == 1)
    #expect(recorder.values == [0, 1])
  }

  // MARK: The end

  @Test func `a sequence that ends leaves the last value and reports its end`() async {
    let observable = InitializedObservable(0, following: source, in: scope)
    let beginning = trackedReads { _ = observable.sourceState }
    let recorder = ValueRecorder(observable)
    #expect(beginning.count == 1)
    _ = observable.observe(releases.observer())
    _ = observable.map { $0 + 1 }.observe(releases.observer())
    _ = combine(observable, observable) { $0 + $1 }.observe(releases.observer())
    let end = trackedReads { _ = observable.map { $0 }.sourceState }
    source.send(1)
    source.finish()
    await sourceState(of: observable, where: \.isEnded)
    await until(scope.runningCount == 0 && releases.count == 3)
    #expect(end.count == 1)
    #expect(recorder.values == [0, 1])
    #expect(scope.isActive)
    #expect(ValueRecorder(observable).values == [1])
    #expect(source.runCount == 1)
  }

  /// Kaluga Q12: an error of an observer or a source ended the scope.
  @Test func `a sequence that fails leaves the last value, its scope and its siblings`()
    async throws
  {
    let sibling = ScriptedSequence<Int>()
    let observable = UninitializedObservable(following: source, in: scope)
    let derived = observable.map { $0 + 1 }
    let defaulted = observable.withDefault(0)
    let readSide = defaulted.asObservable()
    #expect(derived.sourceState.isIdle)
    let recorder = ValueRecorder(derived)
    #expect(derived.sourceState.isRunning)
    let other = ValueRecorder(InitializedObservable(0, following: sibling, in: scope))
    source.send(1, 2)
    source.fail(SourceError())
    await sourceState(of: observable) { $0.failure is SourceError }
    #expect(recorder.values == [.nothing, .value(2), .value(3)])
    #expect(observable.current == .value(2))
    // A derived observable has the state of the source.
    let states = [derived.sourceState, defaulted.sourceState, readSide.sourceState]
    #expect(states.allSatisfy { $0.failure is SourceError })
    sibling.send(2)
    try await #expect(other.next { $0 == 2 } == 2)
    #expect(scope.isActive)
    await until(errors.count == 1)
  }

  /// Kaluga Q14: an observable in an ended scope was stale, and nothing reported it.
  @Test(arguments: [false, true])
  func `an observable whose scope has ended, or ends with the start, says so`(
    isEndedByStart: Bool
  ) async {
    let source = ScriptedSequence<Int> { [scope] in scope.cancel() }
    if !isEndedByStart { scope.cancel() }
    do {
      let observable = InitializedObservable(7, following: source, in: scope)
      _ = observable.observe(releases.observer())
      #expect(observable.sourceState.isEnded)
      #expect([observable.current, source.runCount] == [7, isEndedByStart ? 1 : 0])
    }
    await until(releases.count == 1)
  }

  @Test(arguments: [false, true])
  func `a released observable ends its run, after its last observer`(
    isObserved: Bool
  ) async throws {
    let bag = DisposeBag()
    weak var released: InitializedObservable<Int>?
    do {
      let observable = InitializedObservable(0, following: source, in: scope, start: .eagerly)
      released = observable
      if isObserved { observable.map { $0 + 1 }.observe(releases.observer()).addTo(bag) }
      try await waitUntilParked(scope)
      #expect(source.activeCount == 1)
    }
    if isObserved {
      try await waitUntilParked(scope)
      #expect(source.activeCount == 1)
      bag.dispose()
    }
    await scope.waitUntilEmpty()
    await until(
      released == nil && source.activeCount == 0 && releases.count == (isObserved ? 1 : 0)
    )
  }

  @Test(arguments: [false, true])
  func `observers with discarded tokens continue until the scope ends`(
    isReleasedInside: Bool
  ) async throws {
    let seen = Log<Int>()
    var observable: InitializedObservable? = InitializedObservable(0, following: source, in: scope)
    _ = observable?.observe(
      releases.observer { value in
        seen.append(value)
        if isReleasedInside { observable = nil }
      }
    )
    observable = nil
    source.send(1, 2)
    try await waitUntilParked(scope)
    #expect(seen.all == [0, 1, 2])
    #expect(releases.count == 0)
    scope.cancel()
    await scope.waitUntilEmpty()
    await until(releases.count == 1)
  }
}
