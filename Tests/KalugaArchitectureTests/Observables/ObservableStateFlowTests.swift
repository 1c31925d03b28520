import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The state flow of an observable: the same value, which any isolation can read and iterate.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservableStateFlowTests {
  private let subject = InitializedSubject(wrappedValue: 0)

  @Test func `the flow of a subject can only be read`() {
    for subject in [subject, InitializedSubject(MutableStateFlow(0))] {
      let flow: Any = subject.stateFlow
      #expect((flow as? MutableStateFlow<Int>) == nil)
      subject.current = 1
      #expect(subject.stateFlow.value == 1)
    }
  }

  @Test func `if every write counts, a fast consumer receives each one`() async {
    let subject = InitializedSubject(wrappedValue: 0, changePolicy: .everyWrite)
    var iterator = subject.stateFlow.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    for _ in 0..<3 {
      subject.current = 0
      _ = subject.stateFlow
      #expect(await iterator.next() == 0)
    }
    // Reading the flow does not count as a write.
    let read = Task { @MainActor in
      _ = subject.stateFlow.value
      subject.current = 9
    }
    #expect(await iterator.next() == 9)
    await read.value
  }

  @Test func `the flow is the same one for as long as it is held`() {
    let flow = subject.stateFlow
    let derived = subject.map { $0 + 1 }
    let derivedFlow = derived.stateFlow
    let iterators = [
      subject.stateFlow.makeAsyncIterator(), subject.asObservable().stateFlow.makeAsyncIterator(),
      derived.stateFlow.makeAsyncIterator(),
    ]
    #expect([flow.subscriptionCount.value, derivedFlow.subscriptionCount.value] == [2, 1])
    withExtendedLifetime(iterators) {}
  }

  @Test func `a flow outlives its subject with the last value`() async {
    let flow: StateFlow<Int>
    weak var released: InitializedSubject<Int>?
    do {
      let subject = InitializedSubject(wrappedValue: 0)
      released = subject
      flow = subject.stateFlow
      subject.current = 1
      await Task.detached { subject.post(2) }.value
    }
    await until(released == nil && flow.value == 2)
  }

  @Test(arguments: [false, true])
  func `a flow alone retains its observable, and releases it at the end`(isGetter: Bool) async {
    let model = TrackedModel()
    let releases = ReleaseLog()
    var runs = 0
    let transform: @MainActor (Int) -> Void = releases.observer { _ in runs += 1 }
    func makeFlow(_ transform: @escaping @MainActor (Int) -> Void) -> StateFlow<Int> {
      let source = isGetter ? InitializedObservable(model, \.value) : subject.asObservable()
      return source.map { value in
        transform(value)
        return value
      }.stateFlow
    }
    var flow: StateFlow<Int>? = makeFlow(consume transform)
    await mainActorQueueDrained()
    model.value = 1
    subject.current = 1
    await mainActorQueueDrained()
    #expect(flow?.value == 1)
    #expect(releases.count == 0)
    flow = nil
    await until(releases.count == 1)
    runs = 0
    model.value = 2
    subject.current = 2
    await mainActorQueueDrained()
    #expect(runs == 0)
  }

  @Test func `a flow dropped on another thread is replaced by a new one`() async {
    for number in 1...20 {
      let flow = subject.stateFlow
      await Task.detached { withExtendedLifetime(flow) {} }.value
      subject.current = number
      #expect(subject.stateFlow.value == number)
    }
  }
}
