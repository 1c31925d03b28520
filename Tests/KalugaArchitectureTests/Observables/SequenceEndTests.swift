import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The end of a sequence: by itself, with an error, with its scope, or with its observable.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SequenceEndTests {
  enum Start: CaseIterable, Sendable {
    case lazily, eagerly, whileSubscribed

    var policy: FlowStart {
      switch self {
      case .lazily: .lazily
      case .eagerly: .eagerly
      case .whileSubscribed: .whileSubscribed(grace: .zero)
      }
    }
  }

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

  @Test func `a sequence that ends leaves the last value and reports its end`() async {
    let observable = InitializedObservable(0, following: source, in: scope)
    let recorder = ValueRecorder(observable)
    _ = observable.observe(releases.observer())
    _ = observable.map { $0 + 1 }.observe(releases.observer())
    _ = combine(observable, observable) { $0 + $1 }.observe(releases.observer())
    source.send(1)
    source.finish()
    await sourceState(of: observable, where: \.isEnded)
    await until(scope.runningCount == 0 && releases.count == 3)
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

  @Test func `the source's state is tracked`() async {
    let observable = InitializedObservable(0, following: source, in: scope)
    let beginning = trackedReads { _ = observable.sourceState }
    _ = observable.observe { _ in }
    #expect(beginning.count == 1)
    let end = trackedReads { _ = observable.map { $0 }.sourceState }
    source.finish()
    await until(end.count == 1)
    #expect(observable.sourceState.isEnded)
  }

  /// Kaluga Q14: an observable in an ended scope was stale, and nothing reported it.
  @Test(arguments: Start.allCases)
  func `in an ended scope no sequence runs, and the observable reports it`(start: Start) async {
    scope.cancel()
    do {
      let observable = InitializedObservable(7, following: source, in: scope, start: start.policy)
      let recorder = ValueRecorder(observable)
      _ = observable.observe(releases.observer())
      #expect(observable.sourceState.isEnded)
      #expect([recorder.values, [observable.current, source.runCount]] == [[7], [7, 0]])
    }
    await until(releases.count == 1)
  }

  @Test(arguments: Start.allCases)
  func `a scope without owners ends the run, also while it is observed`(start: Start) async {
    let observable: InitializedObservable<Int>
    do {
      let scope = TaskScope()
      observable = InitializedObservable(0, following: source, in: scope, start: start.policy)
      _ = observable.observe(releases.observer())
      #expect(observable.sourceState.isRunning)
    }
    await sourceState(of: observable, where: \.isEnded)
    await until(releases.count == 1 && source.activeCount == 0)
  }

  @Test(arguments: [false, true])
  func `the end of the scope ends the run and drops late elements`(isStubborn: Bool) async throws {
    let source = ScriptedSequence<Int>(isStubborn: isStubborn)
    let observable = InitializedObservable(0, following: source, in: scope)
    let recorder = ValueRecorder(observable)
    source.send(1)
    try await #expect(recorder.next { $0 == 1 } == 1)
    // The first element was sent in time but is taken too late.
    source.send(2)
    scope.cancel()
    source.send(3)
    await scope.waitUntilEmpty()
    #expect(observable.sourceState.isEnded)
    #expect([recorder.values, [observable.current, source.activeCount]] == [[0, 1], [1, 0]])
  }

  @Test func `a source that reports its cancellation by an error has ended and not failed`()
    async throws
  {
    // The gate throws a `CancellationError`, like `Task.sleep`.
    let source = AsyncThrowingStream<Int, any Error> {
      try await Gate().pass()
      return 1
    }
    let observable = InitializedObservable(0, following: source, in: scope)
    let recorder = ValueRecorder(observable)
    try await waitUntilParked(scope)
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(observable.sourceState.isEnded)
    #expect(recorder.values == [0])
    #expect(errors.all == [])
  }

  @Test func `a scope that ends while the run is being started is noticed`() async {
    let source = ScriptedSequence<Int> { [scope] in scope.cancel() }
    do {
      let observable = InitializedObservable(0, following: source, in: scope)
      _ = observable.observe(releases.observer())
      #expect(observable.sourceState.isEnded)
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
