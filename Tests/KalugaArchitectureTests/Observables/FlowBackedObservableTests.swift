import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Observables and subjects whose storage is a state flow.
@MainActor
struct FlowBackedObservableTests {
  private let flow = MutableStateFlow(0)

  @Test func `reads go through to the flow without a turn of the main actor`() {
    let observable = InitializedObservable(flow.asStateFlow())
    let subject = InitializedSubject(flow)
    for value in 1...3 {
      flow.value = value
      #expect(observable.current == value)
      #expect(observable.wrappedValue == value)
      #expect(subject.current == value)
      #expect(subject.stateFlow.value == value)
    }
  }

  @Test func `reads of an observed flow go through too`() {
    let subject = InitializedSubject(flow)
    let derived = subject.map { $0 * 10 }
    let recorder = ValueRecorder(subject)
    let derivedRecorder = ValueRecorder(derived)
    flow.value = 1
    #expect(subject.current == 1)
    #expect(derived.current == 10)
    // Observers follow in a later turn.
    #expect(recorder.values == [0])
    #expect(derivedRecorder.values == [0])
  }

  @Test func `the flow's value wins at the start`() async {
    flow.value = 5
    let subject = InitializedSubject(flow)
    #expect(subject.current == 5)
    flow.value = 6
    await queuedWorkDidRun()
    #expect(subject.current == 6)
    #expect(flow.value == 6)
    #expect(ValueRecorder(subject).values == [6])
  }

  @Test(.timeLimit(.minutes(5)))
  func `writes at the source reach observers on the main actor`() async throws {
    let recorder = ValueRecorder(InitializedObservable(flow.asStateFlow()))
    try await #expect(recorder.next() == 0)
    await Task.detached { [flow] in flow.value = 1 }.value
    try await #expect(recorder.next() == 1)
    flow.value = 2
    try await #expect(recorder.next() == 2)
    #expect(flow.update { $0 + 1 } == 3)
    try await #expect(recorder.next() == 3)
    #expect(flow.compareAndSet(expected: 3, new: 4))
    try await #expect(recorder.next() == 4)
  }

  @Test func `each way to write a subject is at once in the flow and with the observers`() async {
    let subject = InitializedSubject(flow)
    let recorder = ValueRecorder(subject)
    subject.current = 1
    #expect(flow.value == 1)
    #expect(recorder.values == [0, 1])
    subject.wrappedValue = 2
    #expect(flow.value == 2)
    #expect(recorder.values == [0, 1, 2])
    subject.post(3)
    #expect(flow.value == 3)
    #expect(recorder.values == [0, 1, 2, 3])
    await subject.set(4)
    #expect(flow.value == 4)
    #expect(recorder.values == [0, 1, 2, 3, 4])
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 1, 2, 3, 4])
  }

  @Test func `set from elsewhere returns when flow and observers have the value`() async {
    let subject = InitializedSubject(flow)
    let recorder = ValueRecorder(subject)
    let seen = await Task.detached { [flow] in
      await subject.set(1)
      return await (flow.value, recorder.values)
    }.value
    #expect(seen.0 == 1)
    #expect(seen.1 == [0, 1])
  }

  @Test func `a post from elsewhere is in the flow when it returns`() async {
    let subject = InitializedSubject(flow)
    let recorder = ValueRecorder(subject)
    let seen = await Task.detached { [flow] in
      subject.post(1)
      return flow.value
    }.value
    #expect(seen == 1)
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 1])
  }

  @Test func `a write to the flow after a post from the same thread wins`() async {
    let subject = InitializedSubject(flow)
    let recorder = ValueRecorder(subject)
    await Task.detached { [flow] in
      subject.post(1)
      flow.value = 2
    }.value
    await queuedWorkDidRun()
    #expect(flow.value == 2)
    #expect(subject.current == 2)
    #expect(recorder.values.last == 2)
  }

  @Test func `many writes in one turn reach observers as one, with the newest value`() async {
    let recorder = ValueRecorder(InitializedSubject(flow))
    for value in 1...1_000 { flow.value = value }
    #expect(recorder.values == [0])
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 1_000])
  }

  @Test func `a value that came and went in one turn reaches nobody`() async {
    let subject = InitializedSubject(flow)
    let recorder = ValueRecorder(subject)
    flow.value = 1
    flow.value = 0
    await queuedWorkDidRun()
    #expect(recorder.values == [0])
  }

  @Test func `equal values are dropped for each way in`() async {
    let subject = InitializedSubject(flow)
    let recorder = ValueRecorder(subject)
    subject.current = 0
    subject.wrappedValue = 0
    subject.post(0)
    await subject.set(0)
    flow.value = 0
    await Task.detached { [flow] in
      subject.post(0)
      flow.value = 0
    }.value
    await queuedWorkDidRun()
    #expect(recorder.values == [0])
  }

  @Test func `the comparison of the flow is that of the observable`() async {
    let parity = MutableStateFlow(0) { $0 % 2 == $1 % 2 }
    let subject = InitializedSubject(parity)
    let recorder = ValueRecorder(subject)
    subject.current = 2
    parity.value = 4
    await queuedWorkDidRun()
    #expect(subject.current == 0)
    subject.current = 3
    #expect(recorder.values == [0, 3])
  }

  @Test func `a flow in which every write counts calls for each write of the subject`() async {
    let every = MutableStateFlow(0) { _, _ in false }
    let subject = InitializedSubject(every)
    let recorder = ValueRecorder(subject)
    subject.current = 0
    subject.current = 0
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 0, 0])
  }

  @Test func `two subjects of one flow are one value`() async {
    let first = InitializedSubject(flow)
    let second = InitializedSubject(flow)
    let recorder = ValueRecorder(second)
    first.current = 1
    #expect(second.current == 1)
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 1])
    second.current = 2
    #expect(first.current == 2)
    #expect(recorder.values == [0, 1, 2])
  }

  @Test func `an observer may write the flow or the subject`() async {
    let subject = InitializedSubject(flow)
    var order: [String] = []
    let token = subject.observe { value in
      order.append("A\(value)")
      if value == 1 { subject.current = 2 }
      if value == 2 { self.flow.value = 3 }
    }
    defer { token.dispose() }
    _ = subject.observe { order.append("B\($0)") }
    subject.current = 1
    #expect(subject.current == 3)
    await queuedWorkDidRun()
    #expect(order.filter { $0.hasPrefix("A") } == ["A0", "A1", "A2", "A3"])
    #expect(order.filter { $0.hasPrefix("B") } == ["B0", "B1", "B2", "B3"])
  }

  @Test(.timeLimit(.minutes(5)))
  func `background writers always end on the last value`() async {
    let subject = InitializedSubject(flow)
    let derived = subject.map { -$0 }
    let recorder = ValueRecorder(subject)
    let derivedRecorder = ValueRecorder(derived)
    for round in 1...10 {
      await withTaskGroup { group in
        for writer in 1...4 {
          group.addTask { [flow] in
            for number in 1...250 { flow.value = round * 100_000 + writer * 1_000 + number }
          }
        }
      }
      await queuedWorkDidRun()
      #expect(recorder.values.last == flow.value)
      #expect(derivedRecorder.values.last == -flow.value)
      #expect(subject.current == flow.value)
    }
    // Conflated, and never the same twice in a row.
    #expect(zip(recorder.values, recorder.values.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test func `a combination of flows never mixes old and new when it is read`() async {
    let other = MutableStateFlow(0)
    let sum = combine(InitializedObservable(flow.asStateFlow()), InitializedSubject(other)) {
      $0 + $1
    }
    let recorder = ValueRecorder(sum)
    flow.value = 1
    other.value = 10
    #expect(sum.current == 11)
    await queuedWorkDidRun()
    #expect(recorder.values == [0, 11])
  }
}
