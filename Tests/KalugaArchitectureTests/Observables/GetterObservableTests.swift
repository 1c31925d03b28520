import KalugaArchitecture
import KalugaArchitectureTestUtils
import Observation
import Testing

/// Observables and subjects of getters, setters and key paths.
@MainActor
struct GetterObservableTests {
  private let model = TrackedModel()
  private let plain = Holder(0)

  // MARK: Tracked state

  @Test func `reads call the getter and are never stale`() async {
    let observable = InitializedObservable(get: { [model] in model.value })
    let recorder = ValueRecorder(observable)
    model.value = 1
    let read = [observable.current, observable.wrappedValue, observable.map { $0 * 2 }.current]
    #expect(read == [1, 1, 2])
    // Observers follow in the next turn, and reading has delivered nothing.
    #expect(recorder.values == [0])
    await mainActorQueueDrained()
    #expect(recorder.values == [0, 1])
  }

  @Test func `reads that depend on other reads are followed when they change`() async {
    let observable = InitializedObservable(get: { [model] in
      model.usesOther ? model.other : model.value
    })
    let recorder = ValueRecorder(observable)
    let changes: [() -> Void] = [
      { self.model.other = 101 },
      { self.model.usesOther = true },
      { self.model.other = 102 },
      { self.model.value = 5 },
      { self.model.usesOther = false },
    ]
    for change in changes {
      change()
      await mainActorQueueDrained()
    }
    #expect(recorder.values == [0, 101, 102, 5])
  }

  enum NewReads: CaseIterable { case afterNone, withChange, withoutChange, observedAgain }

  @Test(arguments: NewReads.allCases)
  func `reads that depend on untracked state are followed after a refresh or a new observation`(
    reads: NewReads
  ) async {
    if reads == .withoutChange { model.other = 0 }
    let number = InitializedObservable(get: { [plain] in plain.value })
    let getter = InitializedObservable(get: { [model, plain] in
      plain.value > 0 ? model.other : reads == .afterNone ? 0 : model.value
    })
    let observable = reads == .observedAgain ? combine(number, getter) { $1 } : getter
    var recorder = ValueRecorder(observable)
    if reads == .observedAgain {
      recorder.stop()
      await mainActorQueueDrained()
    }
    plain.value = 1
    if reads == .observedAgain {
      recorder = ValueRecorder(observable)
    } else {
      observable.refreshGetters()
    }
    model.other = 2
    await mainActorQueueDrained()
    let expected =
      reads == .withoutChange ? [0, 2] : reads == .observedAgain ? [100, 2] : [0, 100, 2]
    #expect(recorder.values == expected)
  }

  @Test func `a getter may be observed while its state is about to change`() async {
    let observable = InitializedObservable(model, \.value)
    let recorder = ValueRecorder(observable)
    let late = Log<Int>()
    withObservationTracking {
      _ = model.value
    } onChange: {
      // This runs before the change. The value read here is old, and must be followed anyway.
      MainActor.assumeIsolated {
        observable.refreshGetters()
        _ = observable.observe { late.append($0) }
      }
    }
    model.value = 1
    await until(recorder.values.count == 2 && late.count == 2)
    #expect([recorder.values, late.all] == [[0, 1], [0, 1]])
  }

  // MARK: Untracked state

  /// Kaluga Q17: observers missed changes until the value was read.
  @Test func `a getter of untracked state is read on demand, and refresh delivers changes`() async {
    let observable = InitializedObservable { [plain] in plain.value }
    let recorder = ValueRecorder(observable)
    plain.value = 1
    #expect(observable.current == 1)
    await mainActorQueueDrained()
    #expect(recorder.values == [0])
    for _ in 0..<2 { observable.refreshGetters() }
    #expect(recorder.values == [0, 1])
    plain.value = 2
    observable.map { $0 }.refreshGetters()
    #expect(recorder.values == [0, 1, 2])
  }

  /// Kaluga Q17: a new observer was called twice with the new value.
  @Test func `an observer added after a change is called once with it`() {
    let observable = InitializedObservable(get: { [plain] in plain.value })
    let first = ValueRecorder(observable)
    plain.value = 1
    let second = ValueRecorder(observable)
    observable.refreshGetters()
    #expect([first.values, second.values] == [[0, 1], [1]])
  }

  /// Kaluga Q17: reading the state flow did not count as a read.
  @Test func `the state flow of a getter is never older than its value`() async {
    let observable = InitializedObservable(get: { [plain] in plain.value })
    let flow = observable.stateFlow
    plain.value = 1
    #expect(observable.stateFlow.value == 1)
    for value in [2, 3, 2] {
      plain.value = value
      observable.refreshGetters()
      #expect(flow.value == value)
    }
    plain.value = 4
    #expect(observable.stateFlow.value == 4)
    // The state flow has seen a value that observers have not.
    plain.value = 2
    observable.refreshGetters()
    #expect(flow.value == 2)
  }

  // MARK: Setters

  private func subject(_ writes: Holder<[Int]>) -> InitializedSubject<Int> {
    InitializedSubject { [plain] in
      plain.value
    } set: { [plain] value in
      plain.value = value
      writes.value.append(value)
    }
  }

  @Test func `each write calls the setter once, and observers before it returns`() async {
    let writes = Holder<[Int]>([])
    let subject = subject(writes)
    let recorder = ValueRecorder(subject)
    subject.current = 1
    subject.wrappedValue = 2
    subject.post(3)
    await subject.set(4)
    #expect(recorder.values == Array(0...4))
    await Task.detached { for value in 5...6 { subject.post(value) } }.value
    subject.current = 7
    await mainActorQueueDrained()
    #expect([writes.value, recorder.values] == [Array(1...7), Array(0...7)])
  }

  @Test func `the setter is not called for equal values, with or without observers`() async {
    let writes = Holder<[Int]>([])
    let subject = subject(writes)
    subject.current = 0
    subject.post(0)
    let recorder = ValueRecorder(subject)
    await subject.set(0)
    // The current result of the getter matters, not the value that observers saw last.
    plain.value = 1
    subject.current = 1
    #expect(writes.value == [])
    subject.current = 0
    #expect([writes.value, recorder.values] == [[0], [0]])
  }

  @Test func `a setter may refuse or change the value`() {
    let subject = InitializedSubject { [plain] in
      plain.value
    } set: { [plain] value in
      if value >= 0 { plain.value = min(value, 10) }
    }
    let recorder = ValueRecorder(subject)
    subject.current = -1
    #expect(subject.current == 0)
    subject.current = 99
    #expect(subject.current == 10)
    #expect(recorder.values == [0, 10])
  }

  @Test func `one write is delivered once, even if the model reports it and every write counts`()
    async
  {
    let subject = InitializedSubject(changePolicy: .everyWrite) { [model] in
      model.value
    } set: { [model] in
      model.value = $0
    }
    let recorder = ValueRecorder(subject)
    subject.current = 1
    await mainActorQueueDrained()
    #expect(recorder.values == [0, 1])
    model.value = 2
    await mainActorQueueDrained()
    #expect(recorder.values == [0, 1, 2])
  }
}
