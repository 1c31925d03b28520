import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Kaluga's defects of observables, one test for each that no other suite names.
///
/// Q1 and Q13 are in `ObservationRoundsTests`, Q4 in `DefaultSubjectTests` and `FlowBackedDefaultTests`,
/// Q9, Q10 and Q11 in the suites of disposables, Q14 in `SequenceEndTests`, Q17 in
/// `GetterObservableTests`, Q18 in `UninitializedSubjectTests`.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct KalugaQuirkTests {
  private let flow = MutableStateFlow(0)
  private let scope = TaskScope()

  @Test func `Q2 a write in the turn of the creation is not lost`() async {
    let subject = InitializedSubject(flow)
    flow.value = 1
    await mainActorTurns()
    #expect(flow.value == 1)
    #expect(subject.current == 1)
  }

  @Test func `Q3 the last write wins, whichever side it is made on`() async {
    let subject = InitializedSubject(flow)
    let recorder = ValueRecorder(subject)
    flow.value = 1
    subject.current = 2
    await mainActorTurns()
    #expect(flow.value == 2)
    #expect(subject.current == 2)
    subject.current = 3
    flow.value = 4
    await mainActorTurns(until: recorder.values.last == 4)
    #expect(flow.value == 4)
    #expect(subject.current == 4)
    #expect(recorder.values.last == 4)
  }

  @Test func `Q5 following a sequence neither destroys nothing nor writes nil`() async {
    let shared = MutableSharedFlow<Int>(replay: 1)
    let observable = UninitializedObservable(following: shared, in: scope, start: .eagerly)
    let recorder = ValueRecorder(observable)
    await mainActorTurns()
    #expect(observable.current == .nothing)
    #expect(recorder.values == [.nothing])
    #expect(shared.replayCache.isEmpty)
  }

  @Test func `Q6 nothing echoes into the source`() async {
    let shared = MutableSharedFlow<Int>(replay: 8)
    let observable = InitializedObservable(0, following: shared, in: scope)
    let recorder = ValueRecorder(observable)
    #expect(shared.tryEmit(5))
    await mainActorTurns(10, until: recorder.values == [0, 5])
    #expect(shared.replayCache == [5])
    #expect(recorder.values == [0, 5])
    // Where every write counts, an echo would be seen.
    let every = MutableStateFlow(0) { _, _ in false }
    let subject = InitializedSubject(every)
    let other = InitializedSubject(every)
    let echoes = ValueRecorder(other)
    subject.post(1)
    await mainActorTurns(until: echoes.values == [0, 1])
    #expect(echoes.values == [0, 1])
  }

  @Test func `Q7 posts are current at once and are not replayed`() async {
    let subject = InitializedSubject(flow)
    let recorder = ValueRecorder(subject)
    for number in 1...3 {
      subject.post(number)
      #expect(subject.current == number)
    }
    await mainActorTurns()
    #expect(recorder.values == [0, 1, 2, 3])
  }

  @Test func `Q8 posting and disposing elsewhere do not wait for the main actor`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    let flow = subject.stateFlow
    let token = subject.observe { _ in }
    let isDone = Log<Int>()
    // The main actor is kept busy until the other thread is through: had that to wait, neither would
    // ever end.
    Task.detached {
      subject.post(1)
      _ = flow.value
      token.dispose()
      isDone.append(1)
    }
    let deadline = ContinuousClock.now.advanced(by: .seconds(20))
    while isDone.count == 0, ContinuousClock.now < deadline {}
    #expect(isDone.count == 1)
    #expect(subject.current == 0)
    await queuedWorkDidRun()
    #expect(subject.current == 1)
  }

  @Test func `Q12 observers cannot throw, and an error of a source leaves its scope alone`() async {
    struct Failure: Error {}
    let errors = Log<String>()
    let scope = TaskScope { errors.append("\($0)") }
    let source = ScriptedSequence<Int>()
    let observable = InitializedObservable(0, following: source, in: scope)
    let before = ValueRecorder(observable)
    let after = ValueRecorder(observable)
    source.send(1, 2)
    source.fail(Failure())
    await sourceState(of: observable) { $0.failure != nil }
    #expect(before.values == [0, 1, 2])
    #expect(after.values == [0, 1, 2])
    #expect(scope.isActive)
    await scope.waitUntilEmpty()
    #expect(errors.count == 1)
  }

  @Test func `Q15 the first read is the source's value, and no read lags`() {
    let observable = InitializedObservable(flow.asStateFlow())
    flow.value = 1
    #expect(observable.current == 1)
    flow.value = 2
    #expect(observable.current == 2)
  }

  @Test func `Q16 the state flow and the value are one truth`() async {
    let stored = InitializedSubject(wrappedValue: 0)
    let storedFlow = stored.stateFlow
    stored.current = 9
    #expect(storedFlow.value == 9)
    stored.post(0)
    #expect(storedFlow.value == 0)
    let backed = InitializedSubject(flow)
    flow.value = 9
    #expect(backed.current == 9)
    backed.wrappedValue = 3
    #expect(flow.value == 3)
  }

  @Test func `Q19 reading state flows again and again adds nothing that stays`() async {
    let computed = Log<Int>()
    let subject = InitializedSubject(wrappedValue: 0)
    let derived = subject.map { value in
      computed.append(value)
      return value
    }
    for _ in 0..<1_000 { _ = derived.stateFlow.value }
    await mainActorTurns()
    let before = computed.count
    subject.current = 1
    // Nobody is left for whom it would be computed.
    #expect(computed.count == before)
  }

  @Test func `Q20 adding and disposing are not linear in the number of observers`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    func seconds(_ count: Int) async -> Duration {
      await ContinuousClock().measure {
        let tokens = (0..<count).map { _ in subject.observe { _ in } }
        subject.current += 1
        for token in tokens { token.dispose() }
        await queuedWorkDidRun()
      }
    }
    _ = await seconds(1_000)
    let small = await seconds(2_000)
    let large = await seconds(32_000)
    // 16 times the observers; were it quadratic, 256 times the time.
    #expect(large < small * 100)
  }
}
