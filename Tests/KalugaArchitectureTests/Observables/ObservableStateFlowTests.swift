import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The state flow of an observable: the same value, to be read and iterated from anywhere.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ObservableStateFlowTests {
  private let subject = InitializedSubject(wrappedValue: 0)

  @Test func `the flow has the value before each write returns`() async {
    let flow = subject.stateFlow
    #expect(flow.value == 0)
    subject.current = 1
    #expect(flow.value == 1)
    subject.post(2)
    #expect(flow.value == 2)
    await subject.set(3)
    #expect(flow.value == 3)
    subject.wrappedValue = 4
    #expect(flow.value == 4)
    await Task.detached { [subject] in subject.post(5) }.value
    await queuedWorkDidRun()
    #expect(flow.value == 5)
  }

  @Test func `the flows of all flavours follow them`() {
    let uninitialized = UninitializedSubject<Int>()
    let defaulted = DefaultSubject(default: 7)
    let derived = combine(uninitialized, defaulted) { $0.valueOr(0) + $1 }
    let flows = (uninitialized.stateFlow, defaulted.stateFlow, derived.stateFlow)
    #expect(flows.0.value == .nothing)
    #expect(flows.1.value == 7)
    #expect(flows.2.value == 7)
    uninitialized.post(1)
    #expect(flows.0.value == .value(1))
    #expect(flows.2.value == 8)
    defaulted.current = 2
    #expect(flows.1.value == 2)
    #expect(flows.2.value == 3)
    uninitialized.current = .nothing
    defaulted.post(nil)
    #expect(flows.0.value == .nothing)
    #expect(flows.1.value == 7)
    #expect(flows.2.value == 7)
  }

  @Test func `the flow of a constant has its value`() {
    let flow = InitializedObservable(wrappedValue: 3).stateFlow
    #expect(flow.value == 3)
  }

  @Test func `a subject of a flow has that flow`() {
    let source = MutableStateFlow(0)
    let flow = InitializedSubject(source).stateFlow
    source.value = 1
    #expect(flow.value == 1)
  }

  @Test func `the flow of a subject can only be read`() {
    let subject = InitializedSubject(wrappedValue: 0)
    let flow: Any = subject.stateFlow
    #expect((flow as? MutableStateFlow<Int>) == nil)
    subject.current = 1
    #expect(subject.stateFlow.value == 1)
  }

  /// Kaluga Q1: the state flow stayed at 1 when an observer had written 2.
  @Test func `the flow agrees inside observers that write`() {
    let flow = subject.stateFlow
    var seen: [[Int]] = []
    let token = subject.observe { [subject] value in
      seen.append([value, flow.value, subject.current])
      if value == 1 {
        subject.current = 2
        seen.append([flow.value, subject.current])
      }
    }
    defer { token.dispose() }
    subject.current = 1
    #expect(seen == [[0, 0, 0], [1, 1, 1], [2, 2], [2, 2, 2]])
    #expect(flow.value == 2)
  }

  @Test func `the flow of what is derived agrees inside observers of the source`() {
    let derived = subject.map { $0 * 10 }
    var seen: [Int] = []
    _ = subject.observe { _ in seen.append(derived.stateFlow.value) }
    let flow = derived.stateFlow
    subject.current = 1
    #expect(seen == [0, 10])
    #expect(flow.value == 10)
  }

  @Test func `iteration starts with the current value and follows`() async {
    subject.current = 5
    var iterator = subject.stateFlow.makeAsyncIterator()
    #expect(await iterator.next() == 5)
    subject.current = 6
    #expect(await iterator.next() == 6)
    subject.current = 7
    subject.current = 8
    #expect(await iterator.next() == 8)
  }

  @Test func `a slow consumer does not get the same value twice`() async {
    let defaulted = DefaultSubject<Int>(default: 0)
    let uninitialized = UninitializedSubject<Int?>()
    uninitialized.post(nil)
    var first = subject.stateFlow.makeAsyncIterator()
    var second = defaulted.stateFlow.makeAsyncIterator()
    var third = uninitialized.stateFlow.makeAsyncIterator()
    #expect(await first.next() == 0)
    #expect(await second.next() == 0)
    #expect(await third.next() == .value(nil))
    subject.current = 1
    subject.current = 0
    defaulted.current = 1
    defaulted.post(nil)
    uninitialized.post(1)
    uninitialized.post(nil)
    let later = Task { @MainActor [subject] in
      subject.current = 2
      defaulted.current = 2
      uninitialized.post(2)
    }
    #expect(await first.next() == 2)
    #expect(await second.next() == 2)
    #expect(await third.next() == .value(2))
    await later.value
  }

  @Test func `where every write counts a consumer is told of each it is fast enough for`() async {
    let subject = InitializedSubject(wrappedValue: 0, conflation: .never)
    let flow = subject.stateFlow
    var iterator = flow.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    for _ in 0..<3 {
      subject.current = 0
      _ = subject.stateFlow
      #expect(await iterator.next() == 0)
    }
    // Reading the flow is no write.
    let read = Task { @MainActor in
      _ = subject.stateFlow.value
      subject.current = 9
    }
    #expect(await iterator.next() == 9)
    await read.value
  }

  @Test func `other threads read and wait for values`() async throws {
    let flow = subject.stateFlow
    let reader = Task.detached {
      var seen: [Int] = []
      for await value in flow {
        seen.append(value)
        if value == 500 { break }
      }
      return seen
    }
    let polling = Task.detached {
      var last = 0
      while last < 500 {
        let value = flow.value
        if value < last { return -1 }
        last = value
        // Another task that spins like this one would leave no thread for the rest.
        await suspensionPoint()
      }
      return last
    }
    for number in 1...500 {
      subject.current = number
      await mainActorTurns(1)
    }
    let seen = await reader.value
    #expect(seen.last == 500)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
    #expect(await polling.value == 500)
    let first = try await flow.first { $0 > 0 }
    #expect(first == 500)
  }

  @Test func `it is the same flow for as long as somebody holds it`() {
    let flow = subject.stateFlow
    let derived = subject.map { $0 + 1 }
    let derivedFlow = derived.stateFlow
    var iterators = [subject.stateFlow.makeAsyncIterator()]
    iterators.append(subject.asObservable().stateFlow.makeAsyncIterator())
    #expect(flow.subscriptionCount.value == 2)
    let other = derived.stateFlow.makeAsyncIterator()
    #expect(derivedFlow.subscriptionCount.value == 1)
    withExtendedLifetime((iterators, other)) {}
  }

  @Test func `an iterator alone keeps the flow following`() async {
    var iterator = subject.map { $0 * 2 }.stateFlow.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    await mainActorTurns()
    subject.current = 1
    #expect(await iterator.next() == 2)
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
    await mainActorTurns(until: released == nil && flow.value == 2)
    #expect(released == nil)
    #expect(flow.value == 2)
  }

  @Test func `a dropped flow releases what it followed`() async {
    let transforms = Log<Int>()
    do {
      let derived = subject.map { [end = closure { transforms.append(1) }] value in
        end()
        return value
      }
      let flow = derived.stateFlow
      subject.current = 1
      #expect(flow.value == 1)
    }
    await mainActorTurns(until: transforms.count == 1)
    #expect(transforms.count == 1)
    subject.current = 2
  }

  @Test func `a flow dropped on another thread is replaced by a new one`() async {
    for number in 1...100 {
      let flow = subject.stateFlow
      await Task.detached { withExtendedLifetime(flow) {} }.value
      subject.current = number
      #expect(subject.stateFlow.value == number)
    }
  }

  @Test func `posts from elsewhere are in the flow, in order`() async {
    let flow = subject.stateFlow
    await Task.detached { [subject] in
      for number in 1...1_000 { subject.post(number) }
    }.value
    await queuedWorkDidRun()
    #expect(flow.value == 1_000)
    #expect(subject.current == 1_000)
  }

  @Test func `a state flow that nobody uses any more is no observer`() async {
    let subject = InitializedSubject(wrappedValue: 0)
    do {
      let flow = subject.stateFlow
      #expect(subject.observerCount == 1)
      withExtendedLifetime(flow) {}
    }
    await mainActorTurns(until: subject.observerCount == 0)
    #expect(subject.observerCount == 0)
  }
}
