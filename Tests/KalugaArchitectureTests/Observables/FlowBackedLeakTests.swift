import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// What a state flow keeps alive, and what it does not.
@MainActor
struct FlowBackedLeakTests {
  private let closures = Log<Int>()

  private func observer<Value>() -> @MainActor (Value) -> Void {
    let end = closure { [closures] in closures.append(1) }
    return { _ in end() }
  }

  @Test func `a subject that nobody observed releases its flow`() async {
    weak var released: MutableStateFlow<Int>?
    do {
      let flow = MutableStateFlow(0)
      released = flow
      let subject = InitializedSubject(flow)
      subject.current = 1
    }
    await mainActorTurns(until: released == nil)
    #expect(released == nil)
  }

  @Test func `a subject with a discarded token is released with its flow and closure`() async {
    weak var releasedFlow: MutableStateFlow<Int>?
    weak var released: InitializedSubject<Int>?
    do {
      let flow = MutableStateFlow(0)
      let subject = InitializedSubject(flow)
      (releasedFlow, released) = (flow, subject)
      _ = subject.observe(observer())
      subject.current = 1
    }
    await mainActorTurns(until: released == nil && releasedFlow == nil && closures.count == 1)
    #expect(released == nil)
    #expect(releasedFlow == nil)
    #expect(closures.count == 1)
  }

  @Test func `a subject that was read in tracking is released with its flow`() async {
    weak var releasedFlow: MutableStateFlow<Int>?
    do {
      let flow = MutableStateFlow(0)
      let subject = InitializedSubject(flow)
      releasedFlow = flow
      _ = trackedReads { _ = subject.current }
    }
    await mainActorTurns(until: releasedFlow == nil)
    #expect(releasedFlow == nil)
  }

  @Test func `a default subject with a discarded token is released with its flow`() async {
    weak var releasedFlow: MutableStateFlow<Int?>?
    do {
      let flow = MutableStateFlow<Int?>(nil)
      let subject = DefaultSubject(flow, default: 0)
      releasedFlow = flow
      _ = subject.observe(observer())
      _ = subject.map { $0 + 1 }.observe(observer())
      _ = trackedReads { _ = subject.current }
      subject.current = 1
    }
    await mainActorTurns(until: releasedFlow == nil && closures.count == 2)
    #expect(releasedFlow == nil)
    #expect(closures.count == 2)
  }

  @Test func `observers go on when the observable is dropped and the flow is not`() async {
    let flow = MutableStateFlow(0)
    var seen: [Int] = []
    _ = InitializedObservable(flow.asStateFlow()).observe { seen.append($0) }
    _ = InitializedSubject(flow).map { -$0 }.observe { seen.append($0) }
    await mainActorTurns()
    flow.value = 1
    await queuedWorkDidRun()
    #expect(seen.sorted() == [-1, 0, 0, 1])
  }

  @Test func `an observable completes when nobody can write any more`() async {
    var flow: MutableStateFlow<Int>? = MutableStateFlow(0)
    let observable = flow.map { InitializedObservable($0.asStateFlow()) }
    _ = observable?.observe(observer())
    _ = observable?.map { $0 + 1 }.observe(observer())
    flow?.value = 1
    flow = nil
    await mainActorTurns(until: closures.count == 2 && observable?.current == 1)
    #expect(closures.count == 2)
    #expect(observable?.current == 1)
  }

  @Test func `the last write is delivered before the end`() async {
    var seen: [Int] = []
    var flow: MutableStateFlow<Int>? = MutableStateFlow(0)
    let observable = flow.map { InitializedObservable($0.asStateFlow()) }
    _ = observable?.observe { seen.append($0) }
    flow?.value = 1
    flow = nil
    await mainActorTurns(until: seen == [0, 1])
    #expect(seen == [0, 1])
  }

  @Test func `an observer that comes after the end is called once and released`() async {
    do {
      var flow: MutableStateFlow<Int>? = MutableStateFlow(3)
      let observable = flow.map { InitializedObservable($0.asStateFlow()) }
      flow = nil
      await mainActorTurns()
      let recorder = observable.map { ValueRecorder($0) }
      #expect(recorder?.values == [3])
      _ = observable?.observe(observer())
      _ = observable?.map { $0 + 1 }.observe(observer())
    }
    await mainActorTurns(until: closures.count == 2)
    #expect(closures.count == 2)
  }

  @Test func `a read side goes on while a subject can write and ends with it`() async {
    var seen: [Int] = []
    do {
      let subject = InitializedSubject(MutableStateFlow(0))
      let readSide = InitializedObservable(subject.stateFlow)
      let observer: @MainActor (Int) -> Void = observer()
      _ = readSide.observe {
        observer($0)
        seen.append($0)
      }
      subject.current = 1
      await queuedWorkDidRun()
      #expect(closures.count == 0)
    }
    await mainActorTurns(until: seen == [0, 1] && closures.count == 1)
    #expect(seen == [0, 1])
    #expect(closures.count == 1)
  }

  @Test func `disposing the last observer lets go of the flow's listener`() async {
    let flow = MutableStateFlow(0)
    let token = InitializedObservable(flow.asStateFlow()).observe(observer())
    token.dispose()
    await mainActorTurns(until: closures.count == 1)
    #expect(closures.count == 1)
    flow.value = 1
  }

  @Test func `a replaced value is released when the observers have the new one`() async {
    let released = Log<Int>()
    let flow = MutableStateFlow(Probe { released.append(0) }) { $0 === $1 }
    let subject = InitializedSubject(flow)
    _ = subject.observe { $0.touch() }
    subject.current = Probe { released.append(1) }
    await queuedWorkDidRun()
    #expect(released.all == [0])
  }
}
