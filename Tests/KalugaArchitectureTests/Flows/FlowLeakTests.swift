import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Flows, iterators and values are released when they are no longer needed.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct FlowLeakTests {
  private let alive = Tally()

  @Test func `a state flow is released with its value, which its read side keeps`() {
    weak var flow: MutableStateFlow<Tracked>?
    do {
      let readSide: StateFlow<Tracked>
      do {
        let made = MutableStateFlow(Tracked(1, alive))
        flow = made
        readSide = made.asStateFlow()
      }
      #expect(flow == nil)
      #expect(readSide.value.id == 1)
    }
    #expect(alive.value == 0)
  }

  @Test func `a state flow and its consumer retain only the newest value`() async {
    let flow = MutableStateFlow(Tracked(0, alive))
    var iterator = flow.makeAsyncIterator()
    for id in 1...10 {
      flow.value = Tracked(id, alive)
      if id > 5 { #expect(await iterator.next()?.id == id) }
    }
    flow.value = Tracked(10, alive)
    #expect(alive.value == 1)
  }

  @Test func `the subscription count does not keep its flow`() {
    let counts: [StateFlow<Int>]
    do {
      let state = MutableStateFlow(Tracked(1, alive))
      let shared = MutableSharedFlow<Tracked>(replay: 1)
      #expect(shared.tryEmit(Tracked(2, alive)))
      counts = [state.subscriptionCount, shared.subscriptionCount]
    }
    #expect(alive.value == 0)
    #expect(counts.map(\.value) == [0, 0])
  }

  @Test(arguments: [BufferOverflow.suspend, .dropOldest, .dropNewest])
  func `a shared flow keeps no more than its buffer`(overflow: BufferOverflow) async {
    let flow = MutableSharedFlow<Tracked>(replay: 1, extraBuffer: 2, overflow: overflow)
    var iterator = flow.makeAsyncIterator()
    for id in 0..<10 { _ = flow.tryEmit(Tracked(id, alive)) }
    #expect(alive.value == 3)
    for expected in [2, 1, 1] {
      _ = await iterator.next()
      #expect(alive.value == expected)
    }
    flow.resetReplayCache()
    #expect(alive.value == 0)
    do {
      let other = flow.makeAsyncIterator()
      for id in 0..<3 { _ = flow.tryEmit(Tracked(id, alive)) }
      _ = await iterator.next(3)
      #expect(alive.value == 3)
      withExtendedLifetime(other) {}
    }
    #expect(alive.value == 1, "what a consumer leaves unread is released with it")
  }

  @Test(arguments: [0, 1])
  func `cancelled emitters and their values are released`(room: Int) async {
    let flow = MutableSharedFlow<Tracked>(extraBuffer: room)
    let alive = alive
    let iterator = flow.makeAsyncIterator()
    if room == 1 { #expect(flow.tryEmit(Tracked(-1, alive))) }
    var emitters: [Task<Void, any Error>] = []
    for id in 0..<20 {
      emitters.append(await runUntilSuspended { try await flow.emit(Tracked(id, alive)) })
    }
    #expect(alive.value == 20 + room)
    for emitter in emitters { emitter.cancel() }
    await until(alive.value == room)
    withExtendedLifetime(iterator) {}
  }

  @Test func `a shared flow and an event channel are released with what is in them`() async {
    weak var flow: MutableSharedFlow<Tracked>?
    weak var channel: EventChannel<Tracked>?
    do {
      let madeFlow = MutableSharedFlow<Tracked>(replay: 2)
      let madeChannel = EventChannel<Tracked>(capacity: 3)
      (flow, channel) = (madeFlow, madeChannel)
      for id in 0..<5 {
        #expect(madeFlow.tryEmit(Tracked(id, alive)))
        madeChannel.send(Tracked(id, alive))
      }
      #expect(alive.value == 5)
      for await _ in madeFlow { break }
      for await _ in madeChannel { break }
      #expect(alive.value == 4)
    }
    #expect(flow == nil)
    #expect(channel == nil)
    #expect(alive.value == 0)
  }

  /// A class, because a release build leaks the storage of a weak variable in an asynchronous
  /// function.
  private final class Reference<Object: AnyObject> {
    weak var object: Object?
  }

  @Test(arguments: StartPolicy.allCases)
  func `a shared source is released with its scope`(policy: StartPolicy) async throws {
    let source = Reference<ScriptedSequence<Tracked>>()
    let scope = Reference<TaskScope>()
    do {
      let (madeSource, madeScope) = (ScriptedSequence<Tracked>(), TaskScope())
      (source.object, scope.object) = (madeSource, madeScope)
      let state = madeSource.stateIn(madeScope, initial: Tracked(0, alive), start: policy.start)
      let consumer = state.makeAsyncIterator()
      await until(madeSource.runCount == 1)
      madeSource.send(Tracked(1, alive))
      _ = try await state.first { $0.id == 1 }
      await until(alive.value == 1)
      withExtendedLifetime((madeScope, consumer)) {}
    }
    await until(scope.object == nil && source.object == nil && alive.value == 0)
  }

  @Test(arguments: FlowKind.allCases, StartPolicy.allCases)
  func `a flow that can no longer be read is released, which ends its run`(
    kind: FlowKind,
    policy: StartPolicy
  ) async {
    let scope = TaskScope()
    let source = Reference<ScriptedSequence<Int>>()
    let runs = Tally()
    do {
      let made = ScriptedSequence<Int> { runs.add() }
      source.object = made
      let flow = kind.share(made, in: scope, start: policy.start)
      let consumer = flow.makeAsyncIterator()
      await until(runs.value == 1)
      made.send(1)
      await until(flow.newest == 1)
      withExtendedLifetime(consumer) {}
    }
    await until(source.object == nil && scope.runningCount == 0)
    #expect(scope.isActive)
  }

  @Test(arguments: StartPolicy.allCases)
  func `a flow lives as long as one of its readers`(policy: StartPolicy) async throws {
    let scope = TaskScope()
    let source = ScriptedSequence<Int>()
    var numbers = source.stateIn(scope, initial: 0, start: policy.start).map { $0 * 2 }
      .makeAsyncIterator()
    #expect(await numbers.next() == 0)
    await until(source.runCount == 1)
    source.send(1)
    #expect(await numbers.next() == 2)
    withExtendedLifetime(scope) {}
  }

  @Test func `a sequence that has ended is released, although its flow is still used`() async {
    let source = Reference<ScriptedSequence<Int>>()
    let scope = TaskScope()
    let flow: StateFlow<Int>
    do {
      let made = ScriptedSequence<Int>()
      source.object = made
      flow = made.stateIn(scope, initial: 0)
      made.finish()
    }
    await until(source.object == nil)
    withExtendedLifetime((scope, flow)) {}
  }
}
