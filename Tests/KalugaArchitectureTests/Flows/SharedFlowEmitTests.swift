import KalugaArchitecture
import Testing

/// Emitters that have to wait, with and without a buffer.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct SharedFlowEmitTests {
  /// Starts an emitter; returns when it waits.
  private func emitter(
    of value: Int,
    into flow: MutableSharedFlow<Int>
  ) async -> Task<Void, any Error> {
    await runUntilSuspended { try await flow.emit(value) }
  }

  /// A flow in which the next emitter has to wait, and its consumer.
  private func fullFlow(
    _ extraBuffer: Int
  ) -> (MutableSharedFlow<Int>, SharedFlow<Int>.AsyncIterator) {
    let flow = MutableSharedFlow<Int>(extraBuffer: extraBuffer)
    let iterator = flow.makeAsyncIterator()
    for _ in 0..<extraBuffer { #expect(flow.tryEmit(0)) }
    return (flow, iterator)
  }

  @Test func `emit waits for room and waiting emitters keep their order`() async throws {
    let flow = MutableSharedFlow<Int>(extraBuffer: 1)
    var iterator = flow.makeAsyncIterator()
    let emitted = Log<Int>()
    for value in 1...5 {
      _ = await runUntilSuspended {
        try await flow.emit(value)
        emitted.append(value)
      }
    }
    #expect(emitted.all == [1])
    for value in 1...5 {
      #expect(await iterator.next() == value)
      await until(emitted.count == min(value + 1, 5))
      #expect(emitted.all == Array(1...min(value + 1, 5)))
    }
  }

  /// kotlinx.coroutines #1460 and #1177: emitting does not notice a cancellation.
  @Test(arguments: [(0, false), (1, false), (1, true)])
  func `a cancelled task emits nothing, although it need not wait`(
    replay: Int,
    hasConsumer: Bool
  ) async {
    let flow = MutableSharedFlow<Int>(replay: replay)
    let consumer = hasConsumer ? flow.makeAsyncIterator() : nil
    let task = Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      await #expect(throws: CancellationError.self) { try await flow.emit(1) }
      #expect(flow.replayCache == [])
      #expect(flow.tryEmit(2))
    }
    await task.value
    #expect(flow.replayCache == (replay == 0 ? [] : [2]))
    withExtendedLifetime(consumer) {}
  }

  @Test func `tryEmit does not overtake a waiting emitter`() async throws {
    var (flow, iterator) = fullFlow(1)
    let emitter = await emitter(of: 2, into: flow)
    #expect(!flow.tryEmit(3))
    #expect(await iterator.next() == 0)
    #expect(!flow.tryEmit(3))
    #expect(await iterator.next() == 2)
    #expect(flow.tryEmit(3))
    #expect(await iterator.next() == 3)
    try await emitter.value
  }

  @Test func `without a buffer emit returns once all consumers have the value`() async throws {
    let flow = MutableSharedFlow<Int>()
    var first = flow.makeAsyncIterator()
    var second = flow.makeAsyncIterator()
    let emitted = Tally()
    let emitter = await runUntilSuspended {
      try await flow.emit(1)
      emitted.add()
    }
    #expect(await first.next() == 1)
    await mainActorQueueDrained()
    #expect(emitted.value == 0)
    #expect(await second.next() == 1)
    try await emitter.value
    #expect(!flow.tryEmit(2))
  }

  @Test func `without a buffer waiting consumers take the value immediately`() async throws {
    let flow = MutableSharedFlow<Int>()
    let log = Log<String>()
    var consumers: [Task<Void, any Error>] = []
    for _ in 0..<2 {
      let consumer = await runUntilSuspended {
        for await value in flow.prefix(1) { log.append("received \(value)") }
      }
      consumers.append(consumer)
    }
    try await flow.emit(1)
    log.append("emitted")
    for consumer in consumers { try await consumer.value }
    #expect(log.all == ["emitted", "received 1", "received 1"])
  }
}
