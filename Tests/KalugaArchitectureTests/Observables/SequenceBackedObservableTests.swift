import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Observables of asynchronous sequences: when the sequences run, and what observers receive.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SequenceBackedObservableTests {
  private let scope = TaskScope()
  private let source = ScriptedSequence<Int>()

  init() {
    watchWork(of: scope)
  }

  @Test func `a lazy sequence runs at the first observation and not by reading`() async throws {
    let observable = InitializedObservable(0, following: source, in: scope)
    #expect([observable.current, observable.wrappedValue] == [0, 0])
    #expect(observable.map { $0 + 1 }.current == 1)
    try await waitUntilParked(scope)
    #expect(source.runCount == 0)
    #expect(observable.sourceState.isIdle)
    let recorder = ValueRecorder(observable)
    // The run begins inside `observe`, not in a later turn.
    #expect(source.runCount == 1)
    #expect(observable.sourceState.isRunning)
    recorder.stop()
    try await waitUntilParked(scope)
    // It continues after the last observer has left.
    source.send(1)
    await until(observable.current == 1)
    #expect(ValueRecorder(observable).values == [1])
    #expect(source.runCount == 1)
  }

  @Test func `a sequence is run once for all observers and derived observables`() async throws {
    let observable = UninitializedObservable(following: source, in: scope)
    let first = ValueRecorder(observable)
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

  @Test(arguments: [false, true])
  func `no element is lost once the run has begun`(isEager: Bool) async throws {
    let shared = MutableSharedFlow<Int>(extraBuffer: 16)
    let observable = UninitializedObservable(
      following: shared,
      in: scope,
      start: isEager ? .eagerly : .lazily
    )
    #expect(shared.subscriptionCount.value == (isEager ? 1 : 0))
    #expect(isEager ? observable.sourceState.isRunning : observable.sourceState.isIdle)
    var recorder: ValueRecorder<ObservableOptional<Int>>?
    if !isEager {
      // Too early: the run begins with the first observation.
      #expect(shared.tryEmit(0))
      recorder = ValueRecorder(observable)
    }
    for number in 1...5 { #expect(shared.tryEmit(number)) }
    await Task.detached { _ = shared.tryEmit(6) }.value
    await until(observable.current == .value(6))
    if let recorder { #expect(recorder.values == [.nothing] + (1...6).map { .value($0) }) }
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

  /// Kaluga: `FlowTest.testNullableFlow` and `FlowTest.testNullableDefaultFlow`.
  @Test func `a nil element is a value, and a default takes the place of nothing and of nil`()
    async throws
  {
    let optionals = ScriptedSequence<Int?>()
    let plain = UninitializedObservable(following: optionals, in: scope)
    let initialized = InitializedObservable(nil, following: optionals, in: scope).withDefault(7)
    let uninitialized = UninitializedObservable(following: source, in: scope).withDefault(7)
    let recorder = ValueRecorder(plain)
    let defaulted = [ValueRecorder(initialized), ValueRecorder(uninitialized)]
    #expect(uninitialized.raw == nil)
    optionals.send(nil, 1, nil, 7, 2)
    source.send(7, 3)
    try await waitUntilParked(scope)
    #expect(
      recorder.values
        == [.nothing, .value(nil), .value(1), .value(nil), .value(7), .value(2)]
    )
    #expect(defaulted.map(\.values) == [[7, 1, 7, 2], [7, 3]])
    #expect([initialized.raw, uninitialized.raw] == [2, 3])
  }

  /// Kaluga Q5: following wrote nil into the source; Q6: values echoed into the source.
  @Test func `following a flow starts with its value and writes nothing to it`() async throws {
    let shared = MutableSharedFlow<Int>(replay: 8)
    let state = MutableStateFlow(5)
    let recorders = [
      ValueRecorder(UninitializedObservable(following: shared, in: scope)),
      ValueRecorder(UninitializedObservable(following: state, in: scope)),
    ]
    #expect(recorders.map(\.values) == [[.nothing], [.nothing]])
    try await waitUntilParked(scope)
    #expect(recorders.map(\.values) == [[.nothing], [.nothing, .value(5)]])
    #expect(shared.replayCache.isEmpty)
    #expect(shared.tryEmit(6))
    try await waitUntilParked(scope)
    #expect(recorders[0].values == [.nothing, .value(6)])
    #expect([shared.replayCache, [state.subscriptionCount.value]] == [[6], [1]])
    scope.cancel()
    await until(state.subscriptionCount.value == 0)
  }
}
