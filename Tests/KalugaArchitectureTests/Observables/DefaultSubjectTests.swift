import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// A default replaces nil for observers and readers, and nowhere else.
@MainActor
struct DefaultSubjectTests {
  /// A subject with the default 7, and the value in its source.
  struct Fixture: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @MainActor @Sendable () -> (DefaultSubject<Int>, source: @MainActor () -> Int?)

    static let all = [
      Fixture(testDescription: "stored") {
        let subject = DefaultSubject(default: 7)
        return (subject, { subject.raw })
      },
      Fixture(testDescription: "of a state flow") {
        let flow = MutableStateFlow<Int?>(nil)
        return (DefaultSubject(flow, default: 7), { flow.value })
      },
      Fixture(testDescription: "of a getter and a setter") {
        let box = Holder<Int?>(nil)
        return (
          DefaultSubject(default: 7, get: { box.value }, set: { box.value = $0 }), { box.value }
        )
      },
    ]
  }

  /// Kaluga Q4: the default was written back.
  @Test(arguments: Fixture.all)
  func `the default is never written back`(fixture: Fixture) async {
    let (subject, source) = fixture.make()
    let recorder = ValueRecorder(subject)
    await mainActorQueueDrained()
    #expect([source(), subject.raw, subject.current] == [nil, nil, 7])
    subject.post(1)
    await mainActorQueueDrained()
    #expect([source(), subject.raw, subject.current] == [1, 1, 1])
    await subject.set(nil)
    await mainActorQueueDrained()
    #expect([source(), subject.raw, subject.current] == [nil, nil, 7])
    #expect(recorder.values == [7, 1, 7])
  }

  /// Kaluga: with the default "D" and the current value "D", posting null or "D" calls no observer.
  @Test(arguments: Fixture.all, [true, false])
  func `observers compare substituted values, and raw values are stored raw`(
    fixture: Fixture,
    isObserved: Bool
  ) async {
    let (subject, source) = fixture.make()
    let recorder = isObserved ? ValueRecorder(subject) : nil
    var raw: [Int?] = []
    for value in [nil, 7, nil, 7] {
      subject.raw = value
      raw += [subject.raw, source()]
    }
    subject.post(nil)
    raw.append(source())
    subject.current = 7
    raw.append(source())
    #expect(raw == [nil, nil, 7, 7, nil, nil, 7, 7, nil, 7])
    subject.current = 1
    await mainActorQueueDrained()
    #expect(recorder?.values ?? [7, 1] == [7, 1])
  }

  @Test(arguments: Fixture.all)
  func `raw values are tracked apart from the value, and writing nil over nil changes nothing`(
    fixture: Fixture
  ) async {
    let (subject, _) = fixture.make()
    let raw = trackedReads { _ = subject.raw }
    subject.raw = nil
    await mainActorQueueDrained()
    #expect(raw.count == 0)
    subject.raw = 7
    await mainActorQueueDrained()
    #expect(raw.count == 1)
    let value = trackedReads { _ = subject.current }
    subject.raw = 1
    await mainActorQueueDrained()
    #expect(value.count == 1)
  }

  /// Kaluga: `toDefaultObservable`.
  @Test(arguments: [0, 1, 2])
  func `an observable with a default follows its source and never writes to it`(kind: Int) async {
    let source = InitializedSubject<Int?>(wrappedValue: nil)
    let flow = MutableStateFlow<Int?>(nil)
    let observable =
      switch kind {
      case 0: source.withDefault(7)
      case 1: InitializedObservable(get: { source.current }).withDefault(7)
      default: InitializedObservable(flow.asStateFlow()).withDefault(7)
      }
    let recorder = ValueRecorder(observable)
    #expect([observable.raw, observable.current] == [nil, 7])
    for value in [1, nil, 7, 3] {
      source.current = value
      flow.value = value
      #expect([observable.raw, observable.current] == [value, value ?? 7])
      await mainActorQueueDrained()
    }
    #expect(recorder.values == [7, 1, 7, 3])
    #expect([source.current, flow.value] == [3, 3])
  }

  @Test(arguments: Fixture.all)
  func `a mutate that changes nothing or throws does not write the default`(fixture: Fixture) {
    let (subject, source) = fixture.make()
    #expect(subject.mutate { $0 > 0 })
    #expect(throws: SourceError.self) {
      try subject.mutate { (_: inout Int) throws(SourceError) in throw SourceError() }
    }
    #expect([subject.raw, source()] == [nil, nil])
  }
}
