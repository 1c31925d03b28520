import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Default subjects and observables whose storage is a state flow.
@MainActor
struct FlowBackedDefaultTests {
  private let flow = MutableStateFlow<Int?>(nil)

  /// Kaluga Q4: the default leaked into the source.
  @Test func `the default is never written to the flow`() async {
    let subject = DefaultSubject(flow, default: 7)
    let recorder = ValueRecorder(subject)
    await queuedWorkDidRun()
    #expect(flow.value == nil)
    subject.post(1)
    #expect(flow.value == 1)
    subject.post(nil)
    await queuedWorkDidRun()
    #expect(flow.value == nil)
    flow.value = 2
    flow.value = nil
    await queuedWorkDidRun()
    #expect(flow.value == nil)
    #expect(recorder.values == [7, 1, 7])
  }

  @Test func `reads go through to the flow`() {
    let subject = DefaultSubject(flow, default: 7)
    let observable = InitializedObservable(flow.asStateFlow()).withDefault(8)
    #expect(subject.current == 7)
    #expect(observable.current == 8)
    flow.value = 1
    #expect(subject.current == 1)
    #expect(subject.raw == 1)
    #expect(observable.current == 1)
    #expect(observable.raw == 1)
  }

  @Test func `a value equal to the default is stored and calls nobody`() async {
    let subject = DefaultSubject(flow, default: 7)
    let recorder = ValueRecorder(subject)
    subject.current = 7
    #expect(flow.value == 7)
    #expect(subject.raw == 7)
    flow.value = nil
    await queuedWorkDidRun()
    #expect(subject.raw == nil)
    #expect(recorder.values == [7])
  }

  @Test func `each way in is seen by each way out`() async {
    let subject = DefaultSubject(flow, default: 0)
    let recorder = ValueRecorder(subject)
    let derived = subject.map { $0 * 10 }
    func expect(_ value: Int) {
      #expect(subject.current == value)
      #expect(subject.wrappedValue == value)
      #expect(flow.value == value)
      #expect(subject.stateFlow.value == value)
      #expect(derived.current == value * 10)
      #expect(recorder.values.last == value)
    }
    subject.post(1)
    expect(1)
    await subject.set(2)
    expect(2)
    subject.wrappedValue = 3
    expect(3)
    subject.raw = 4
    expect(4)
    flow.value = 5
    await queuedWorkDidRun()
    expect(5)
    #expect(recorder.values == [0, 1, 2, 3, 4, 5])
  }

  @Test func `the state flow is current right after a write at the source`() async {
    let subject = DefaultSubject(flow, default: 0)
    let held = subject.stateFlow
    flow.value = 5
    #expect(subject.current == 5)
    #expect(subject.stateFlow.value == 5)
    #expect(held.value == 5)
    flow.value = nil
    await queuedWorkDidRun()
    #expect(held.value == 0)
  }
}
