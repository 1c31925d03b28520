import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Observables of asynchronous sequences: when they run, and what observers see.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SequenceBackedObservableTests {
  private let scope = TaskScope()
  private let source = ScriptedSequence<Int>()

  @Test func `a lazy sequence runs at the first observation and not by reading`() async throws {
    let observable = InitializedObservable(0, following: source, in: scope)
    #expect(observable.current == 0)
    #expect(observable.wrappedValue == 0)
    #expect(observable.map { $0 + 1 }.current == 1)
    _ = trackedReads { _ = observable.current }
    await mainActorTurns()
    #expect(source.runCount == 0)
    #expect(observable.sourceState.isIdle)
    let recorder = ValueRecorder(observable)
    // The run begins inside `observe`, not in a later turn.
    #expect(source.runCount == 1)
    #expect(observable.sourceState.isRunning)
    source.send(1)
    try await #expect(recorder.next { $0 == 1 } == 1)
    #expect(observable.current == 1)
  }

  @Test func `a lazy sequence goes on after the last observer is gone`() async throws {
    let observable = InitializedObservable(0, following: source, in: scope)
    let recorder = ValueRecorder(observable)
    recorder.stop()
    await mainActorTurns()
    source.send(1)
    await mainActorTurns(until: observable.current == 1)
    #expect(observable.current == 1)
    #expect(source.runCount == 1)
    #expect(ValueRecorder(observable).values == [1])
    #expect(source.runCount == 1)
  }

  @Test func `an eager sequence runs at once and without observers`() async {
    let observable = InitializedObservable(0, following: source, in: scope, start: .eagerly)
    #expect(source.runCount == 1)
    #expect(observable.sourceState.isRunning)
    source.send(1, 2)
    await mainActorTurns(10, until: observable.current == 2)
    #expect(observable.current == 2)
    #expect(ValueRecorder(observable).values == [2])
    #expect(source.runCount == 1)
  }

  @Test func `a sequence is run once for all observers and all that is derived`() async throws {
    let observable = UninitializedObservable(following: source, in: scope)
    let first = ValueRecorder(observable)
    let second = ValueRecorder(observable.asObservable())
    let derived = ValueRecorder(observable.map { $0 * 10 })
    let defaulted = ValueRecorder(observable.withDefault(-1))
    #expect(source.runCount == 1)
    source.send(1)
    try await #expect(first.next { $0 == .value(1) } == .value(1))
    #expect(second.values == [.nothing, .value(1)])
    #expect(derived.values == [.nothing, .value(10)])
    #expect(defaulted.values == [-1, 1])
    #expect(source.runCount == 1)
  }

  @Test func `nothing is lost that is emitted after observe returned`() async throws {
    let shared = MutableSharedFlow<Int>(extraBuffer: 16)
    let observable = UninitializedObservable(following: shared, in: scope)
    #expect(shared.tryEmit(0))
    let recorder = ValueRecorder(observable)
    for number in 1...5 { #expect(shared.tryEmit(number)) }
    try await #expect(recorder.next { $0 == .value(5) } == .value(5))
    #expect(recorder.values == [.nothing] + (1...5).map { .value($0) })
  }

  @Test func `nothing is lost that is emitted after the making of an eager observable`()
    async throws
  {
    let shared = MutableSharedFlow<Int>(extraBuffer: 16)
    let observable = UninitializedObservable(following: shared, in: scope, start: .eagerly)
    for number in 1...5 { #expect(shared.tryEmit(number)) }
    await Task.detached { _ = shared.tryEmit(6) }.value
    let recorder = ValueRecorder(observable)
    try await #expect(recorder.next { $0 == .value(6) } == .value(6))
  }

  @Test func `equal elements are dropped`() async throws {
    let recorder = ValueRecorder(InitializedObservable(0, following: source, in: scope))
    source.send(0, 1, 1, 2, 2, 1, 3)
    try await #expect(recorder.next { $0 == 3 } == 3)
    #expect(recorder.values == [0, 1, 2, 1, 3])
  }

  @Test func `the rule says which elements count`() async throws {
    let every = ValueRecorder(
      InitializedObservable(0, following: source, in: scope, conflation: .never)
    )
    let rising = ValueRecorder(
      UninitializedObservable(
        following: source,
        in: scope,
        conflation: .by { old, new in new <= old }
      )
    )
    source.send(0, 2, 2, 1, 3)
    try await #expect(every.next { $0 == 3 } == 3)
    try await #expect(rising.next { $0 == .value(3) } == .value(3))
    #expect(every.values == [0, 0, 2, 2, 1, 3])
    #expect(rising.values == [.nothing, .value(0), .value(2), .value(3)])
  }

  @Test func `a nil element is a value and not nothing`() async throws {
    let optionals = ScriptedSequence<Int?>()
    let observable = UninitializedObservable(following: optionals, in: scope)
    let recorder = ValueRecorder(observable)
    #expect(observable.current == .nothing)
    optionals.send(nil, 1, nil)
    try await #expect(recorder.next { $0 == .value(1) } == .value(1))
    try await #expect(recorder.next() == .value(nil))
    #expect(recorder.values == [.nothing, .value(nil), .value(1), .value(nil)])
  }

  @Test func `a default stands in for nothing, and for nil`() async throws {
    let optionals = ScriptedSequence<Int?>()
    let initialized = InitializedObservable(nil, following: optionals, in: scope).withDefault(7)
    let uninitialized = UninitializedObservable(following: source, in: scope).withDefault(7)
    let first = ValueRecorder(initialized)
    let second = ValueRecorder(uninitialized)
    #expect(uninitialized.raw == nil)
    optionals.send(1, nil, 7, 2)
    source.send(7, 3)
    try await #expect(first.next { $0 == 2 } == 2)
    try await #expect(second.next { $0 == 3 } == 3)
    #expect(first.values == [7, 1, 7, 2])
    #expect(second.values == [7, 3])
    #expect(initialized.raw == 2)
    #expect(uninitialized.raw == 3)
  }

  @Test func `an observer added in a round of the sequence gets the newest value once`()
    async throws
  {
    let observable = InitializedObservable(0, following: source, in: scope)
    var late: [Int] = []
    let recorder = ValueRecorder(observable)
    _ = observable.observe { value in
      if value == 1 { _ = observable.observe { late.append($0) } }
    }
    source.send(1, 2)
    try await #expect(recorder.next { $0 == 2 } == 2)
    await mainActorTurns(until: late == [1, 2])
    #expect(late == [1, 2])
    #expect(source.runCount == 1)
  }

  @Test func `a state flow followed as a sequence starts with its value`() async throws {
    let flow = MutableStateFlow(5)
    let observable = UninitializedObservable(following: flow, in: scope)
    let recorder = ValueRecorder(observable)
    #expect(recorder.values == [.nothing])
    try await #expect(recorder.next { $0 == .value(5) } == .value(5))
    #expect(flow.subscriptionCount.value == 1)
    scope.cancel()
    await sourceState(of: observable, where: \.isEnded)
    await mainActorTurns(until: flow.subscriptionCount.value == 0)
    #expect(flow.subscriptionCount.value == 0)
  }
}
