import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SharedFlowSubjectTests {
  private let scope = TaskScope()

  @Test func `a subject of a shared flow begins with the newest replayed value, or nothing`() {
    let flow = MutableSharedFlow<Int>(replay: 2)
    #expect(UninitializedSubject(flow, in: scope).current == .nothing)
    #expect(InitializedSubject(7, flow, in: scope).current == 7)
    for value in 1...2 { #expect(flow.tryEmit(value)) }
    #expect(UninitializedSubject(flow, in: scope).current == .value(2))
    #expect(InitializedSubject(7, flow, in: scope).current == 2)
  }

  @Test func `a write is emitted once, and received by observers before it returns`() async {
    let flow = MutableSharedFlow<Int?>(extraBuffer: 8)
    let consumer = ValueRecorder(following: flow)
    let subject = DefaultSubject(flow, default: 0, in: scope)
    let recorder = ValueRecorder(subject)
    subject.current = 1
    subject.post(2)
    await subject.set(nil)
    subject.current = 3
    #expect(recorder.values == [0, 1, 2, 0, 3])
    await consumer.expect(1, 2, nil, 3)
    consumer.expectNothing()
  }

  @Test func `values of other emitters are received in order, and none is skipped`() async {
    let flow = MutableSharedFlow<Int>(extraBuffer: 4)
    let subjects = (0..<2).map { _ in UninitializedSubject(flow, in: scope) }
    let recorders = subjects.map { ValueRecorder($0) }
    await Task.detached { for value in 1...100 { try? await flow.emit(value) } }.value
    subjects[0].current = .value(101)
    let expected = [.nothing] + (1...101).map { ObservableOptional.value($0) }
    await until(recorders.allSatisfy { $0.values == expected })
  }

  @Test func `a write to a full flow waits for room, and set waits for the observers`() async {
    let flow = MutableSharedFlow<Int>(extraBuffer: 1)
    let subject = UninitializedSubject(flow, in: scope)
    let recorder = ValueRecorder(subject)
    var slow = flow.makeAsyncIterator()
    for value in 1...3 { subject.current = .value(value) }
    let last = Task { await subject.set(4) }
    await mainActorQueueDrained()
    #expect(recorder.values == [.nothing, .value(1)])
    var taken: [Int?] = []
    for _ in 0..<4 { taken.append(await slow.next()) }
    await last.value
    #expect(taken == [1, 2, 3, 4])
    #expect(recorder.values == [.nothing, .value(1), .value(2), .value(3), .value(4)])
  }

  @Test func `writes inside an observer are received one after the other`() async {
    let flow = MutableSharedFlow<Int>(extraBuffer: 8)
    let subject = InitializedSubject(0, flow, in: scope)
    _ = subject.observe { [unowned subject] value in
      if value == 1 { for next in 2...4 { subject.current = next } }
    }
    let recorder = ValueRecorder(subject)
    await subject.set(1)
    await recorder.expect(0, 1, 2, 3, 4)
  }

  @Test func `forgetting the value waits for the writes before it`() async {
    let subject = UninitializedSubject(MutableSharedFlow<Int>(extraBuffer: 8), in: scope)
    _ = subject.observe { [unowned subject] value in
      guard value == .value(1) else { return }
      subject.current = .value(2)
      subject.current = .nothing
    }
    let recorder = ValueRecorder(subject)
    subject.current = .value(1)
    await recorder.expect(.nothing, .value(1), .value(2), .nothing)
  }

  @Test func `a write is compared with the newest value of the flow`() async {
    let flow = MutableSharedFlow<Int>(replay: 1, extraBuffer: 8)
    let subject = InitializedSubject(0, flow, in: scope)
    let recorder = ValueRecorder(subject)
    #expect(flow.tryEmit(1))
    subject.current = 0
    #expect(recorder.values == [0, 1, 0])
    #expect(flow.replayCache == [0])
  }

  @Test func `equal values are dropped, unless every write counts`() {
    let flow = MutableSharedFlow<Int>(extraBuffer: 8)
    let subject = UninitializedSubject(flow, in: scope)
    let every = UninitializedSubject(flow, in: scope, changePolicy: .everyWrite)
    let recorders = [ValueRecorder(subject), ValueRecorder(every)]
    for _ in 0..<2 { subject.current = .value(1) }
    for _ in 0..<2 { every.current = .value(1) }
    subject.current = .nothing
    #expect(recorders[0].values == [.nothing, .value(1), .nothing])
    #expect(recorders[1].values.last == .value(1))
    #expect(recorders[1].values.count == 4)
  }

  @Test(arguments: [false, true])
  func `the end of the scope ends the observations and drops writes`(isAtOnce: Bool) async {
    let releases = ReleaseLog()
    let flow = MutableSharedFlow<Int>(extraBuffer: 1)
    let slow = flow.makeAsyncIterator()
    let subject = InitializedSubject(0, flow, in: scope)
    _ = subject.observe(releases.observer())
    for value in 1...2 { subject.current = value }
    let waiting = Task { await subject.set(3) }
    // The task that sends the second value has then begun.
    if !isAtOnce { await mainActorQueueDrained() }
    scope.cancel()
    await waiting.value
    await scope.waitUntilEmpty()
    await until(releases.count == 1)
    await subject.set(4)
    #expect(subject.current == 1)
    #expect(subject.sourceState.isEnded)
    await until(flow.subscriptionCount.value == 1)
    withExtendedLifetime(slow) {}
    #expect(UninitializedSubject(flow, in: scope).sourceState.isEnded)
  }

  @Test func `a subject without observers is released, and leaves its flow`() async {
    let flow = MutableSharedFlow<Int>(extraBuffer: 1)
    await expectReleased { UninitializedSubject(flow, in: scope) }
    await until(flow.subscriptionCount.value == 0 && scope.runningCount == 0)
  }

  @Test func `an equal value that an observer writes is not emitted`() async {
    let flow = MutableSharedFlow<Int>(extraBuffer: 8)
    let consumer = ValueRecorder(following: flow)
    let subject = InitializedSubject(0, flow, in: scope)
    _ = subject.observe { [unowned subject] value in subject.current = max(value, 0) }
    await subject.set(1)
    await subject.set(2)
    await consumer.expect(1, 2)
    consumer.expectNothing()
  }

  @Test func `equal values that wait for room are emitted once`() async {
    let flow = MutableSharedFlow<Int>()
    let consumer = ValueRecorder(following: flow)
    let subject = InitializedSubject(0, flow, in: scope)
    for value in [1, 1, 2, 2, 1] { subject.current = value }
    await subject.set(1)
    await consumer.expect(1, 2, 1)
    consumer.expectNothing()
  }
}
