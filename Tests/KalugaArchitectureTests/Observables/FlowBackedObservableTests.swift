import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Observables and subjects whose storage is a state flow.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct FlowBackedObservableTests {
  private let flow = MutableStateFlow(0)

  /// Kaluga Q2: a write in the turn of the creation was lost; Q15: reads lagged, and the first one
  /// was not the source's value; Q16: the state flow and the value were two truths.
  @Test(arguments: [false, true])
  func `the flow's value wins at the start, and reads go through to it`(isObserved: Bool) async {
    flow.value = 5
    let observable = InitializedObservable(flow.asStateFlow())
    let subject = InitializedSubject(flow)
    let derived = subject.map { $0 * 10 }
    let held = derived.stateFlow
    let recorders = isObserved ? [ValueRecorder(subject), ValueRecorder(observable)] : []
    let derivedRecorder = isObserved ? ValueRecorder(derived) : nil
    #expect([observable.current, subject.current, flow.value] == [5, 5, 5])
    for value in 1...3 {
      flow.value = value
      let read = [
        observable.current, observable.wrappedValue, subject.current, subject.stateFlow.value,
        observable.stateFlow.value,
      ]
      #expect(read == Array(repeating: value, count: 5))
      let derivedRead = [derived.current, derived.stateFlow.value, held.value]
      #expect(derivedRead == Array(repeating: value * 10, count: 3))
    }
    // Observers follow later.
    #expect(recorders.allSatisfy { $0.values == [5] })
    await mainActorQueueDrained()
    #expect(recorders.allSatisfy { $0.values == [5, 3] })
    #expect(derivedRecorder?.values ?? [50, 30] == [50, 30])
  }

  /// Kaluga Q6: values echoed into the source; Q7: posts were replayed.
  @Test func `each way to write a subject reaches the flow and the observers immediately`() async {
    let every = MutableStateFlow(0) { _, _ in false }
    let subject = InitializedSubject(every)
    let recorder = ValueRecorder(subject)
    let writes = ObservableUnderTest(subject, writes: Writes(subject)) { every.value = $0 }
    let ways: [WayToWrite] = [.current, .property, .post, .set, .current]
    for (value, way) in zip([1, 2, 3, 4, 4], ways) {
      await writes.write(value, by: way)
      #expect([every.value, recorder.values.last] == [value, value])
    }
    await mainActorQueueDrained()
    #expect(recorder.values == [0, 1, 2, 3, 4, 4])
  }

  @Test func `a post from elsewhere is in the flow when it returns`() async {
    let subject = InitializedSubject(flow)
    let recorder = ValueRecorder(subject)
    let seen = await Task.detached { [flow] in
      subject.post(1)
      return flow.value
    }.value
    #expect(seen == 1)
    await mainActorQueueDrained()
    #expect(recorder.values == [0, 1])
  }

  /// Kaluga Q3.
  @Test(arguments: [false, true])
  func `the last write wins, whichever side it is made on`(isElsewhere: Bool) async {
    let subject = InitializedSubject(flow)
    let recorder = ValueRecorder(subject)
    for value in [1, 3] {
      if isElsewhere {
        await Task.detached { [flow] in
          flow.value = value
          subject.post(value + 1)
          flow.value = value + 10
          subject.post(value + 1)
        }.value
      } else {
        flow.value = value
        subject.current = value + 1
      }
      await mainActorQueueDrained()
      let first = [flow.value, subject.current, recorder.values.last]
      #expect(first == [value + 1, value + 1, value + 1])
      subject.post(value, isolation: nil)
      flow.value = 100
      await mainActorQueueDrained()
      let second = [flow.value, subject.current, recorder.values.last]
      #expect(second == [100, 100, 100])
    }
  }

  @Test(arguments: [true, false])
  func `several changes of a source in one turn are delivered as one`(isFlow: Bool) async {
    let model = TrackedModel()
    let observable =
      isFlow ? InitializedObservable(flow.asStateFlow()) : InitializedObservable(model, \.value)
    let recorder = ValueRecorder(observable)
    // The last turn undoes its change.
    for (turn, seen) in [([1, 2, 3], [0, 3]), ([4], [0, 3, 4]), ([5, 4], [0, 3, 4])] {
      for value in turn { if isFlow { flow.value = value } else { model.value = value } }
      await mainActorQueueDrained()
      #expect(recorder.values == seen)
    }
    model.value = 6
    flow.value = 6
    #expect(observable.current == 6)
    await mainActorQueueDrained()
    #expect(recorder.values == [0, 3, 4, 6])
  }

  @Test func `the comparison of the flow is that of the observable`() async {
    let parity = MutableStateFlow(0) { $0 % 2 == $1 % 2 }
    let subject = InitializedSubject(parity)
    let recorder = ValueRecorder(subject)
    subject.current = 2
    parity.value = 4
    await mainActorQueueDrained()
    #expect(subject.current == 0)
    subject.current = 3
    #expect(recorder.values == [0, 3])
  }

  @Test(arguments: [true, false])
  func `two subjects of one source are one value`(isFlow: Bool) async {
    let model = TrackedModel()
    let subjects = (0..<2).map { _ in
      isFlow ? InitializedSubject(flow) : InitializedSubject(model, \.value)
    }
    let recorders = subjects.map { ValueRecorder($0) }
    let both = ValueRecorder(combine(subjects[0], subjects[1]) { [$0, $1] })
    for (value, subject) in zip(1..., subjects) {
      subject.current = value
      #expect(subjects.map(\.current) == [value, value])
      await mainActorQueueDrained()
    }
    #expect(recorders.map(\.values) == [[0, 1, 2], [0, 1, 2]])
    #expect(both.values == [[0, 0], [1, 1], [2, 2]])
  }
}
