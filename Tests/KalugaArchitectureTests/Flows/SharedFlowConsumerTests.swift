import KalugaArchitecture
import Testing

/// When a consumer of a shared flow is there, and when it is gone.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct SharedFlowConsumerTests {
  @Test func `a consumer is registered when its iterator is made and gone with it`() {
    let flow = MutableSharedFlow<Int>(extraBuffer: 1)
    do {
      let iterator = flow.makeAsyncIterator()
      #expect(flow.subscriptionCount.value == 1)
      withExtendedLifetime(iterator) {}
    }
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `break frees the consumer and the room it held`() async {
    let flow = MutableSharedFlow<Int>(replay: 1, extraBuffer: 1)
    #expect(flow.tryEmit(1))
    for await value in flow {
      #expect(value == 1)
      #expect(flow.tryEmit(2) && flow.tryEmit(3) && !flow.tryEmit(4))
      break
    }
    #expect(flow.subscriptionCount.value == 0)
    #expect(flow.tryEmit(4))
    #expect(flow.replayCache == [4])
  }

  @Test func `a thousand loops left by break leave no consumer`() async throws {
    let shared = MutableSharedFlow<Int>(replay: 1)
    let state = MutableStateFlow(0)
    #expect(shared.tryEmit(1))
    for _ in 0..<1000 {
      for await _ in shared { break }
      for await _ in state { break }
    }
    #expect(shared.subscriptionCount.value == 0)
    #expect(state.subscriptionCount.value == 0)

    await withTaskGroup { group in
      for _ in 0..<1000 {
        group.addTask {
          for await _ in shared { break }
          for await _ in state { break }
        }
      }
    }
    #expect(shared.subscriptionCount.value == 0)
    #expect(state.subscriptionCount.value == 0)
  }

  @Test func `cancelled before the first read gives nil and takes nothing`() async {
    let flow = MutableSharedFlow<Int>(replay: 1)
    #expect(flow.tryEmit(1))
    let consumer = Task { @MainActor in
      var iterator = flow.makeAsyncIterator()
      let value = await iterator.next()
      #expect(flow.subscriptionCount.value == 0)
      return value
    }
    consumer.cancel()
    #expect(await consumer.value == nil)
  }

  @Test func `cancelled while waiting gives nil and frees the consumer`() async {
    let flow = MutableSharedFlow<Int>(extraBuffer: 1)
    let consumer = Task { @MainActor in
      var iterator = flow.makeAsyncIterator()
      let value = await iterator.next()
      #expect(flow.subscriptionCount.value == 0)
      #expect(await iterator.next() == nil)
      return value
    }
    await mainActorTurns(1, until: flow.subscriptionCount.value == 1)
    #expect(flow.subscriptionCount.value == 1)
    consumer.cancel()
    #expect(await consumer.value == nil)
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `a value that comes with the cancellation is lost to that consumer only`() async {
    let flow = MutableSharedFlow<Int>(extraBuffer: 1)
    var other = flow.makeAsyncIterator()
    let consumer = Task { @MainActor in
      var iterator = flow.makeAsyncIterator()
      return await iterator.next()
    }
    await mainActorTurn()
    #expect(flow.tryEmit(1))
    consumer.cancel()
    #expect(await consumer.value == nil)
    #expect(await other.next() == 1)
    #expect(flow.tryEmit(2))
  }

  @Test func `cancelling the slowest consumer lets a waiting emitter go on`() async throws {
    for room in [0, 1] {
      let flow = MutableSharedFlow<Int>(extraBuffer: room)
      let slow = Task { @MainActor in
        var iterator = flow.makeAsyncIterator()
        let hold = MutableStateFlow(0)
        _ = try? await hold.asStateFlow().first { $0 == 1 }
        return await iterator.next()
      }
      await mainActorTurn()
      if room == 1 { #expect(flow.tryEmit(1)) }
      let emitter = Task { @MainActor in try await flow.emit(2) }
      await mainActorTurn()
      slow.cancel()
      #expect(await slow.value == nil)
      try await emitter.value
      #expect(flow.subscriptionCount.value == 0)
    }
  }

  @Test func `the subscription count follows consumers as a state flow`() async {
    let flow = MutableSharedFlow<Int>(extraBuffer: 1)
    var counts = flow.asSharedFlow().subscriptionCount.makeAsyncIterator()
    #expect(await counts.next() == 0)
    do {
      let first = flow.makeAsyncIterator()
      #expect(await counts.next() == 1)
      withExtendedLifetime(first) {}
    }
    #expect(await counts.next() == 0)
  }

  @Test func `a consumer that never reads holds up emitters but not for ever`() async throws {
    let flow = MutableSharedFlow<Int>(extraBuffer: 1)
    let emitter: Task<Void, any Error>
    do {
      let lazy = flow.makeAsyncIterator()
      try await flow.emit(1)
      #expect(!flow.tryEmit(2))
      emitter = Task { @MainActor in try await flow.emit(2) }
      await mainActorTurn()
      withExtendedLifetime(lazy) {}
    }
    try await emitter.value
    #expect(flow.tryEmit(3))
  }

  @Test func `ten thousand consumers get each value and leave nothing behind`() async throws {
    let flow = MutableSharedFlow<Int>(extraBuffer: 2)
    let sum = Tally()
    let consumers = Task {
      await withTaskGroup { group in
        for _ in 0..<10_000 {
          group.addTask {
            for await value in flow {
              sum.add(value)
              if value == 3 { break }
            }
          }
        }
      }
    }
    _ = try await flow.subscriptionCount.first { $0 == 10_000 }
    for value in 1...3 { try await flow.emit(value) }
    await consumers.value
    #expect(sum.value == 60_000)
    #expect(flow.subscriptionCount.value == 0)
  }
}
