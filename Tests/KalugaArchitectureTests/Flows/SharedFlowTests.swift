import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct SharedFlowTests {
  @Test func `what is emitted right after the iterator was made arrives`() async {
    let flow = MutableSharedFlow<Int>(extraBuffer: 8)
    var iterator = flow.makeAsyncIterator()
    for value in 1...3 { #expect(flow.tryEmit(value)) }
    for value in 1...3 { #expect(await iterator.next() == value) }
  }

  @Test func `a new consumer begins with the replay cache and goes on from there`() async {
    let flow = MutableSharedFlow<Int>(replay: 2, extraBuffer: 4)
    for value in 1...5 { #expect(flow.tryEmit(value)) }
    #expect(flow.replayCache == [4, 5])
    var iterator = flow.asSharedFlow().makeAsyncIterator()
    #expect(flow.tryEmit(6))
    for value in 4...6 { #expect(await iterator.next() == value) }
  }

  @Test func `without consumers only the replay keeps values, nothing is full`() async throws {
    let flow = MutableSharedFlow<Int>(replay: 1, extraBuffer: 1)
    for value in 1...100 { #expect(flow.tryEmit(value)) }
    try await flow.emit(101)
    #expect(flow.replayCache == [101])

    let rendezvous = MutableSharedFlow<Int>()
    #expect(rendezvous.tryEmit(1))
    try await rendezvous.emit(2)
    #expect(rendezvous.replayCache == [])
    let late = rendezvous.makeAsyncIterator()
    #expect(!rendezvous.tryEmit(3))
    withExtendedLifetime(late) {}
  }

  @Test func `every consumer gets every value in order`() async throws {
    let flow = MutableSharedFlow<Int>(extraBuffer: 3)
    let consumers = (0..<20).map { _ in
      Task.detached { () -> [Int] in
        var seen: [Int] = []
        for await value in flow {
          seen.append(value)
          if value == 200 { break }
        }
        return seen
      }
    }
    _ = try await flow.subscriptionCount.first { $0 == 20 }
    for value in 1...200 { try await flow.emit(value) }
    for consumer in consumers { #expect(await consumer.value == Array(1...200)) }
  }

  @Test func `resetting the replay cache spares what consumers have not read`() async {
    let flow = MutableSharedFlow<Int>(replay: 3)
    var early = flow.makeAsyncIterator()
    for value in 1...3 { #expect(flow.tryEmit(value)) }
    flow.resetReplayCache()
    #expect(flow.replayCache == [])
    #expect(flow.tryEmit(9) == false)
    var late = flow.makeAsyncIterator()
    for value in 1...3 { #expect(await early.next() == value) }
    #expect(flow.tryEmit(4))
    #expect(await early.next() == 4)
    #expect(await late.next() == 4)
    #expect(flow.replayCache == [4])
  }

  @Test func `the oldest value makes room`() async {
    let flow = MutableSharedFlow<Int>(replay: 1, extraBuffer: 2, overflow: .dropOldest)
    var iterator = flow.makeAsyncIterator()
    for value in 1...10 { #expect(flow.tryEmit(value)) }
    for value in 8...10 { #expect(await iterator.next() == value) }
    #expect(flow.replayCache == [10])
  }

  @Test func `the newest value is dropped and counts as handled`() async {
    let flow = MutableSharedFlow<Int>(replay: 1, extraBuffer: 2, overflow: .dropNewest)
    var iterator = flow.makeAsyncIterator()
    for value in 1...10 { #expect(flow.tryEmit(value)) }
    for value in 1...3 { #expect(await iterator.next() == value) }
    #expect(flow.replayCache == [3])
    #expect(flow.tryEmit(11))
    #expect(await iterator.next() == 11)
  }

  @Test func `emit never waits under a policy that drops`() async throws {
    for policy in [BufferOverflow.dropOldest, .dropNewest] {
      let flow = MutableSharedFlow<Int>(extraBuffer: 1, overflow: policy)
      let iterator = flow.makeAsyncIterator()
      for value in 1...10 { try await flow.emit(value) }
      withExtendedLifetime(iterator) {}
    }
  }

  @Test func `a fast consumer reads on while a slow one fills the buffer`() async {
    let flow = MutableSharedFlow<Int>(replay: 1, extraBuffer: 1)
    var fast = flow.makeAsyncIterator()
    var slow = flow.makeAsyncIterator()
    #expect(flow.tryEmit(1))
    #expect(flow.tryEmit(2))
    #expect(!flow.tryEmit(3))
    #expect(await fast.next() == 1)
    #expect(await fast.next() == 2)
    #expect(!flow.tryEmit(3))
    #expect(await slow.next() == 1)
    #expect(flow.tryEmit(3))
    #expect(await slow.next() == 2)
    #expect(await slow.next() == 3)
    #expect(await fast.next() == 3)
  }

  @Test func `the read side cannot be cast back`() {
    let flow = MutableSharedFlow<Int>(replay: 1)
    let readSide: Any = flow.asSharedFlow()
    #expect((readSide as? MutableSharedFlow<Int>) == nil)
    #expect(flow.tryEmit(1))
    #expect(flow.asSharedFlow().replayCache == [1])
  }

  @Test func `optional and doubly optional values keep their layers`() async {
    let flow = MutableSharedFlow<Int??>(replay: 3)
    let values: [Int??] = [.none, .some(.none), 1]
    for value in values { #expect(flow.tryEmit(value)) }
    var iterator = flow.makeAsyncIterator()
    for value in values {
      let next = await iterator.next()
      #expect(next == .some(value))
    }
    #expect(flow.subscriptionCount.value == 1)
  }

  @Test func `sizes that add up to more than an integer holds are as good as no limit`() async {
    let flow = MutableSharedFlow<Int>(replay: .max, extraBuffer: .max)
    var iterator = flow.makeAsyncIterator()
    for value in 1...100 { #expect(flow.tryEmit(value)) }
    #expect(await iterator.next() == 1)
    #expect(flow.replayCache.count == 100)
  }

  @Test func `a value released by the flow may use the flow`() async {
    let alive = Tally()
    let flow = MutableSharedFlow<Tracked>(replay: 1, overflow: .dropOldest)
    _ = flow.tryEmit(
      Tracked(1, alive) { [weak flow] in
        _ = flow?.replayCache
        _ = flow?.subscriptionCount.value
        _ = flow?.tryEmit(Tracked(3, alive))
      }
    )
    #expect(flow.tryEmit(Tracked(2, alive)))
    #expect(flow.replayCache.map(\.id) == [3])
    flow.resetReplayCache()
    #expect(alive.value == 0)
  }
}
