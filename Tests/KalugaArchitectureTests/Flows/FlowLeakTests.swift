import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Flows, iterators, values and tokens go when nobody holds them.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct FlowLeakTests {
  private let alive = Tally()

  @Test func `a state flow goes with its value and its views keep it`() async {
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

  @Test func `replaced values go at once`() async {
    let flow = MutableStateFlow(Tracked(0, alive))
    for id in 1...10 { flow.value = Tracked(id, alive) }
    flow.value = Tracked(10, alive)
    #expect(alive.value == 1)
    #expect(!flow.compareAndSet(expected: Tracked(3, alive), new: Tracked(4, alive)))
    #expect(alive.value == 1)
  }

  @Test func `a consumer that reads keeps the newest value only`() async {
    let flow = MutableStateFlow(Tracked(0, alive))
    var iterator = flow.makeAsyncIterator()
    for id in 1...10 {
      flow.value = Tracked(id, alive)
      _ = await iterator.next()
    }
    #expect(alive.value == 1)
  }

  @Test func `an iterator keeps the storage and no more after a cancellation`() async {
    let alive = alive
    let task = Task { @MainActor in
      var iterator = MutableStateFlow(Tracked(1, alive)).makeAsyncIterator()
      _ = await iterator.next()
      #expect(alive.value == 1)
      let end = await iterator.next()
      #expect(end == nil)
      #expect(alive.value == 0)
      withExtendedLifetime(iterator) {}
    }
    await mainActorTurn()
    task.cancel()
    await task.value
    #expect(alive.value == 0)
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
  func `a shared flow keeps no more than its buffer`(_ overflow: BufferOverflow) async {
    let flow = MutableSharedFlow<Tracked>(replay: 1, extraBuffer: 2, overflow: overflow)
    var iterator = flow.makeAsyncIterator()
    for id in 0..<10 { _ = flow.tryEmit(Tracked(id, alive)) }
    #expect(alive.value == 3)
    _ = await iterator.next()
    #expect(alive.value == 2)
    _ = await iterator.next()
    #expect(alive.value == 1)
    _ = await iterator.next()
    #expect(alive.value == 1)
    flow.resetReplayCache()
    #expect(alive.value == 0)
  }

  @Test func `what a consumer leaves unread goes with it`() {
    let flow = MutableSharedFlow<Tracked>(replay: 1, extraBuffer: 5)
    do {
      let iterator = flow.makeAsyncIterator()
      for id in 0..<6 { #expect(flow.tryEmit(Tracked(id, alive))) }
      #expect(alive.value == 6)
      withExtendedLifetime(iterator) {}
    }
    #expect(alive.value == 1)
  }

  @Test(arguments: [0, 1])
  func `cancelled emitters and their values go`(_ room: Int) async {
    let flow = MutableSharedFlow<Tracked>(extraBuffer: room)
    let alive = alive
    let iterator = flow.makeAsyncIterator()
    if room == 1 { #expect(flow.tryEmit(Tracked(-1, alive))) }
    let emitters = (0..<20).map { id in
      Task { @MainActor in try await flow.emit(Tracked(id, alive)) }
    }
    await mainActorTurns(1, until: alive.value == 20 + room)
    #expect(alive.value == 20 + room)
    for emitter in emitters { emitter.cancel() }
    for emitter in emitters { _ = await emitter.result }
    await mainActorTurns(1, until: alive.value == room)
    #expect(alive.value == room)
    withExtendedLifetime(iterator) {}
  }

  @Test func `a shared flow goes with what is in it`() async {
    let alive = alive
    weak var flow: MutableSharedFlow<Tracked>?
    do {
      let made = MutableSharedFlow<Tracked>(replay: 2)
      flow = made
      for id in 0..<5 { #expect(made.tryEmit(Tracked(id, alive))) }
      for await _ in made { break }
    }
    #expect(flow == nil)
    #expect(alive.value == 0)
  }

  @Test func `an event channel goes with what is in it`() async {
    let alive = alive
    weak var channel: EventChannel<Tracked>?
    do {
      let made = EventChannel<Tracked>(capacity: 3)
      channel = made
      for id in 0..<5 { made.send(Tracked(id, alive)) }
      #expect(alive.value == 3)
      for await _ in made { break }
      #expect(alive.value == 2)
    }
    #expect(channel == nil)
    #expect(alive.value == 0)
  }

  @Test func `a collection that was disposed lets go of its sequence and its token`() async throws {
    let alive = alive
    weak var token: (any Disposable)?
    weak var flow: MutableStateFlow<Tracked>?
    do {
      let made = MutableStateFlow(Tracked(1, alive))
      flow = made
      let collection = made.collect { _ in }
      token = collection
      await mainActorTurn()
      collection.dispose()
    }
    await mainActorTurns(1, until: token == nil && flow == nil && alive.value == 0)
    #expect(token == nil)
    #expect(flow == nil)
    #expect(alive.value == 0)
  }

  @Test func `an API's clean-up is released after it has run`() async {
    let alive = alive
    let sinks = Log<CallbackFlow<Int>.Sink>()
    let flow = CallbackFlow<Int> { sink in
      sinks.append(sink)
      let owned = Tracked(1, alive)
      return { withExtendedLifetime(owned) {} }
    }
    do {
      let iterator = flow.makeAsyncIterator()
      #expect(alive.value == 1)
      withExtendedLifetime(iterator) {}
    }
    #expect(alive.value == 0)
    #expect(sinks.all.count == 1)
  }

  @Test(arguments: [0, 1, 2])
  func `a shared source goes with its scope`(_ policy: Int) async throws {
    let start: FlowStart =
      [.eagerly, .lazily, .whileSubscribed(grace: .seconds(1), clock: ManualClock())][policy]
    let alive = alive
    weak var source: ScriptedSource<Tracked>?
    weak var scope: TaskScope?
    do {
      let madeSource = ScriptedSource<Tracked>()
      let madeScope = TaskScope()
      (source, scope) = (madeSource, madeScope)
      let state = madeSource.stateIn(madeScope, initial: Tracked(0, alive), start: start)
      madeSource.send(Tracked(1, alive))
      _ = try await state.first { $0.id == 1 }
      madeScope.cancel()
      await madeScope.waitUntilEmpty()
      #expect(alive.value == 1)
    }
    await mainActorTurns(1, until: scope == nil && source == nil && alive.value == 0)
    #expect(scope == nil)
    #expect(source == nil)
    #expect(alive.value == 0)
  }

  @Test func `a shared source goes with a scope that nobody holds any more`() async throws {
    let source = ScriptedSource<Int>()
    for start in [FlowStart.eagerly, .lazily, .whileSubscribed()] {
      let before = source.starts.value
      do {
        let scope = TaskScope()
        let flow = source.shareIn(scope, start: start)
        let consumer = flow.makeAsyncIterator()
        _ = try await source.starts.asStateFlow().first { $0 == before + 1 }
        withExtendedLifetime((scope, consumer)) {}
      }
      _ = try await source.running.asStateFlow().first { $0 == 0 }
    }
  }
}
