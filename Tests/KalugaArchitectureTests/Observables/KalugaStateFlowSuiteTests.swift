import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Kaluga's suites `MutableStateFlowTest` and, for what can be read, `MutableSharedFlowTest`.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct KalugaStateFlowSuiteTests {
  /// How a test writes first; a subject's state flow is the source.
  enum Way: String, CaseIterable, Sendable {
    case post, set, subjectStateFlow, delegate, source
  }

  @MainActor
  private final class Initialized {
    let source: MutableStateFlow<Int>
    @InitializedSubject var value: Int

    init(_ source: MutableStateFlow<Int>) {
      self.source = source
      _value = InitializedSubject(source)
    }

    func write(_ number: Int, _ way: Way) async {
      switch way {
      case .post: $value.post(number)
      case .set: await $value.set(number)
      case .delegate: value = number
      case .subjectStateFlow, .source: source.value = number
      }
    }

    func expect(_ number: Int) {
      #expect(value == number)
      #expect($value.current == number)
      #expect($value.stateFlow.value == number)
      #expect(source.value == number)
    }
  }

  @MainActor
  private final class Default {
    let source: MutableStateFlow<Int?>
    @DefaultSubject<Int> var value: Int

    init(_ source: MutableStateFlow<Int?>) {
      self.source = source
      _value = DefaultSubject(source, default: 0)
    }

    func write(_ number: Int, _ way: Way) async {
      switch way {
      case .post: $value.post(number)
      case .set: await $value.set(number)
      case .delegate: value = number
      case .subjectStateFlow, .source: source.value = number
      }
    }

    func expect(_ number: Int) {
      #expect(value == number)
      #expect($value.current == number)
      #expect($value.stateFlow.value == number)
    }
  }

  @Test func `Kaluga MutableStateFlowTest testInitializedSubject`() async {
    let model = Initialized(MutableStateFlow(0))
    let recorder = ValueRecorder(model.$value)
    model.expect(0)
    for (index, way) in Way.allCases.enumerated() {
      await model.write(index + 1, way)
      model.expect(index + 1)
      await queuedWorkDidRun()
      #expect(recorder.values.last == index + 1)
    }
    #expect(recorder.values == Array(0...5))
  }

  /// Kaluga: `testPostBefore…`, `testSetBefore…`, `testUpdateSubjectStateflowBefore…`,
  /// `testUpdateDelegatedValueBefore…` and `testUpdateStateflowBeforeObservingInitializedSubject`.
  @Test(arguments: Way.allCases)
  func `Kaluga MutableStateFlowTest a first write before observing an initialized subject`(
    way: Way
  ) async {
    let model = Initialized(MutableStateFlow(0))
    // Without the wait that Kaluga needs here.
    await model.write(1, way)
    model.expect(1)
    #expect(ValueRecorder(model.$value).values == [1])
  }

  @Test func `Kaluga MutableStateFlowTest testDefaultSubject`() async {
    let model = Default(MutableStateFlow(nil))
    let recorder = ValueRecorder(model.$value)
    model.expect(0)
    #expect(model.source.value == nil)
    for (index, way) in Way.allCases.enumerated() {
      await model.write(index + 1, way)
      model.expect(index + 1)
      #expect(model.source.value == index + 1)
      await queuedWorkDidRun()
      #expect(recorder.values.last == index + 1)
    }
    #expect(recorder.values == Array(0...5))
  }

  /// Kaluga: the five `…BeforeObservingDefaultSubject`.
  @Test(arguments: Way.allCases)
  func `Kaluga MutableStateFlowTest a first write before observing a default subject`(
    way: Way
  ) async {
    let model = Default(MutableStateFlow(nil))
    await model.write(1, way)
    model.expect(1)
    #expect(model.source.value == 1)
    #expect(ValueRecorder(model.$value).values == [1])
  }

  // MARK: MutableSharedFlowTest: what is emitted, for the three flavours

  private let scope = TaskScope()
  private let shared = MutableSharedFlow<Int>(extraBuffer: 8)

  private func checkShared<Value: Equatable & Sendable>(
    _ observable: BasicObservable<Value>,
    _ initial: Value,
    _ expected: (Int) -> Value
  ) async throws {
    let second = shared.stateIn(scope, initial: -1)
    _ = try await shared.subscriptionCount.first { $0 == 1 }
    #expect(observable.current == initial)
    let recorder = ValueRecorder(observable)
    for number in 1...5 {
      try await shared.emit(number)
      _ = try await recorder.next { $0 == expected(number) }
      #expect(observable.current == expected(number))
      #expect(observable.stateFlow.value == expected(number))
      #expect(try await second.first { $0 == number } == number)
    }
    #expect(recorder.values == [initial] + (1...5).map(expected))
  }

  @Test func `Kaluga MutableSharedFlowTest testInitializedSubject`() async throws {
    try await checkShared(InitializedObservable(0, following: shared, in: scope), 0) { $0 }
  }

  @Test func `Kaluga MutableSharedFlowTest testDefaultSubject`() async throws {
    let observable = UninitializedObservable(following: shared, in: scope).withDefault(0)
    try await checkShared(observable, 0) { $0 }
  }

  @Test func `Kaluga MutableSharedFlowTest testUninitializedSubject`() async throws {
    let observable = UninitializedObservable(following: shared, in: scope)
    try await checkShared(observable, .nothing) { .value($0) }
  }

  /// Kaluga: the three `testUpdateSharedFlowBeforeObserving…`.
  @Test func `Kaluga MutableSharedFlowTest a value emitted before observing`() async throws {
    let initialized = InitializedObservable(0, following: shared, in: scope, start: .eagerly)
    let uninitialized = UninitializedObservable(following: shared, in: scope, start: .eagerly)
    let defaulted = uninitialized.withDefault(0)
    try await shared.emit(1)
    await mainActorTurns(
      8,
      until: initialized.current == 1 && uninitialized.current == .value(1)
        && defaulted.current == 1
    )
    #expect(initialized.current == 1)
    #expect(uninitialized.current == .value(1))
    #expect(defaulted.current == 1)
    #expect(ValueRecorder(defaulted).values == [1])
  }
}
