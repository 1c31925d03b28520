import KalugaArchitecture
import Testing

/// Emitters that have to wait, with and without a buffer.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct SharedFlowEmitTests {
  @Test func `emit waits for room and waiting emitters keep their order`() async throws {
    let flow = MutableSharedFlow<Int>(extraBuffer: 1)
    var iterator = flow.makeAsyncIterator()
    let emitted = Log<Int>()
    var emitters: [Task<Void, any Error>] = []
    for value in 1...5 {
      emitters.append(
        Task { @MainActor in
          try await flow.emit(value)
          emitted.append(value)
        }
      )
      await mainActorTurn()
    }
    #expect(emitted.all == [1])
    for value in 1...5 {
      #expect(await iterator.next() == value)
      await mainActorTurns(1, until: emitted.all == Array(1...min(value + 1, 5)))
      #expect(emitted.all == Array(1...min(value + 1, 5)))
    }
    for emitter in emitters { try await emitter.value }
  }

  @Test func `try to emit does not overtake a waiting emitter`() async throws {
    let flow = MutableSharedFlow<Int>(extraBuffer: 1)
    var iterator = flow.makeAsyncIterator()
    #expect(flow.tryEmit(1))
    let emitter = Task { @MainActor in try await flow.emit(2) }
    await mainActorTurn()
    #expect(!flow.tryEmit(3))
    #expect(await iterator.next() == 1)
    #expect(!flow.tryEmit(3))
    #expect(await iterator.next() == 2)
    #expect(flow.tryEmit(3))
    #expect(await iterator.next() == 3)
    try await emitter.value
  }

  @Test func `without a buffer emit returns once all have taken the value`() async throws {
    let flow = MutableSharedFlow<Int>()
    var first = flow.makeAsyncIterator()
    var second = flow.makeAsyncIterator()
    let emitted = Log<Int>()
    let emitter = Task { @MainActor in
      try await flow.emit(1)
      emitted.append(1)
    }
    await mainActorTurn()
    #expect(await first.next() == 1)
    await mainActorTurn()
    #expect(emitted.all == [])
    #expect(await second.next() == 1)
    try await emitter.value
    #expect(emitted.all == [1])
    #expect(!flow.tryEmit(2))
  }

  @Test func `without a buffer try to emit fails though a consumer waits`() async throws {
    let flow = MutableSharedFlow<Int>()
    let consumer = Task { @MainActor in
      var iterator = flow.makeAsyncIterator()
      return await iterator.next()
    }
    await mainActorTurn()
    #expect(!flow.tryEmit(1))
    try await flow.emit(2)
    #expect(await consumer.value == 2)
  }

  @Test func `without a buffer a newcomer takes part in a waiting emission`() async throws {
    let flow = MutableSharedFlow<Int>()
    var first = flow.makeAsyncIterator()
    let emitter = Task { @MainActor in try await flow.emit(1) }
    await mainActorTurn()
    var newcomer = flow.makeAsyncIterator()
    let second = Task { @MainActor in try await flow.emit(2) }
    #expect(await first.next() == 1)
    await mainActorTurn()
    #expect(await newcomer.next() == 1)
    try await emitter.value
    await mainActorTurn()
    #expect(await newcomer.next() == 2)
    #expect(await first.next() == 2)
    try await second.value
  }

  @Test func `a cancelled emitter takes its value back and throws`() async throws {
    for room in [0, 1] {
      let flow = MutableSharedFlow<Int>(extraBuffer: room)
      var iterator = flow.makeAsyncIterator()
      if room == 1 { #expect(flow.tryEmit(0)) }
      let cancelled = Task { @MainActor in try await flow.emit(1) }
      await mainActorTurn()
      let other = Task { @MainActor in try await flow.emit(2) }
      await mainActorTurn()
      cancelled.cancel()
      await #expect(throws: CancellationError.self) { try await cancelled.value }
      if room == 1 { #expect(await iterator.next() == 0) }
      #expect(await iterator.next() == 2)
      try await other.value
    }
  }

  @Test func `an emitter cancelled before it starts throws only if it must wait`() async throws {
    for room in [0, 1] {
      let flow = MutableSharedFlow<Int>(extraBuffer: room)
      let iterator = flow.makeAsyncIterator()
      if room == 1 { #expect(flow.tryEmit(0)) }
      let emitter = Task { @MainActor in try await flow.emit(1) }
      emitter.cancel()
      await #expect(throws: CancellationError.self) { try await emitter.value }
      withExtendedLifetime(iterator) {}
    }
    let roomy = MutableSharedFlow<Int>(extraBuffer: 1)
    var iterator = roomy.makeAsyncIterator()
    let emitter = Task { @MainActor in try await roomy.emit(1) }
    emitter.cancel()
    try await emitter.value
    #expect(await iterator.next() == 1)
  }

  @Test func `an emitter cancelled after its value was emitted does not throw`() async throws {
    let flow = MutableSharedFlow<Int>(extraBuffer: 1)
    var iterator = flow.makeAsyncIterator()
    #expect(flow.tryEmit(0))
    let emitter = Task { @MainActor in try await flow.emit(1) }
    await mainActorTurn()
    #expect(await iterator.next() == 0)
    emitter.cancel()
    try await emitter.value
    #expect(await iterator.next() == 1)
  }

  @Test func `a value that one consumer has taken stays for the others`() async throws {
    let flow = MutableSharedFlow<Int>()
    var first = flow.makeAsyncIterator()
    var second = flow.makeAsyncIterator()
    let emitter = Task { @MainActor in try await flow.emit(1) }
    await mainActorTurn()
    #expect(await first.next() == 1)
    emitter.cancel()
    // Taken by one, and so emitted.
    try await emitter.value
    let next = Task { @MainActor in try await flow.emit(2) }
    await mainActorTurn()
    #expect(await second.next() == 1)
    #expect(await second.next() == 2)
    #expect(await first.next() == 2)
    try await next.value
  }

  @Test func `a woken consumer waits on if the value was taken back`() async throws {
    let flow = MutableSharedFlow<Int>()
    let consumer = Task { @MainActor in
      var iterator = flow.makeAsyncIterator()
      return await iterator.next()
    }
    await mainActorTurn()
    let cancelled = Task { @MainActor in try await flow.emit(1) }
    // One turn before the consumer, whom the emission wakes.
    let canceller = Task { @MainActor in cancelled.cancel() }
    await canceller.value
    let isCancelled = await (try? cancelled.value) == nil
    if isCancelled { try await flow.emit(2) }
    #expect(await consumer.value == (isCancelled ? 2 : 1))
  }

  @Test func `a reset under a waiting emitter that is then cancelled`() async throws {
    let flow = MutableSharedFlow<Int>()
    var early = flow.makeAsyncIterator()
    let cancelled = Task { @MainActor in try await flow.emit(1) }
    await mainActorTurn()
    flow.resetReplayCache()
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(flow.replayCache == [])
    var late = flow.makeAsyncIterator()
    let emitter = Task { @MainActor in try await flow.emit(2) }
    await mainActorTurn()
    #expect(await early.next() == 2)
    #expect(await late.next() == 2)
    try await emitter.value
  }

  @Test func `ten thousand waiting emitters are cancelled in reverse order`() async {
    let flow = MutableSharedFlow<Int>()
    var iterator = flow.makeAsyncIterator()
    let emitters = (0..<10_000).map { value in
      Task { @MainActor in try await flow.emit(value) }
    }
    await mainActorTurn()
    #expect(await iterator.next() == 0)
    for emitter in emitters.dropFirst(2).reversed() { emitter.cancel() }
    for emitter in emitters.dropFirst(2) {
      await #expect(throws: CancellationError.self) { try await emitter.value }
    }
    #expect(await iterator.next() == 1)
    #expect(flow.subscriptionCount.value == 1)
  }

  @Test func `when the last consumer goes emitters leave values to the replay`() async throws {
    let flow = MutableSharedFlow<Int>(replay: 2)
    var emitters: [Task<Void, any Error>] = []
    do {
      let lazy = flow.makeAsyncIterator()
      for value in 1...5 {
        emitters.append(Task { @MainActor in try await flow.emit(value) })
        await mainActorTurn()
      }
      #expect(flow.replayCache == [1, 2])
      withExtendedLifetime(lazy) {}
    }
    for emitter in emitters { try await emitter.value }
    #expect(flow.replayCache == [4, 5])
  }
}
