import KalugaArchitecture
import Testing

/// The life of a consumer of a state flow or a shared flow.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct FlowConsumerTests {

  @Test(arguments: FlowKind.allCases)
  func `break and errors remove the consumer immediately`(kind: FlowKind) async {
    let flow = kind.makeFlow().flow
    for await _ in flow {
      #expect(flow.subscriptionCount.value == 1)
      break
    }
    #expect(flow.subscriptionCount.value == 0)
    await #expect(throws: SourceError()) {
      for await _ in flow { throw SourceError() }
    }
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test(arguments: FlowKind.allCases, [true, false])
  func `cancellation before the first read or while waiting gives nil and removes the consumer`(
    kind: FlowKind,
    hasStarted: Bool
  ) async throws {
    let flow = kind.makeFlow().flow
    let consumer = Task { @MainActor in
      var iterator = flow.makeAsyncIterator()
      let values = await iterator.next(2)
      #expect(flow.subscriptionCount.value == 0)
      #expect(await iterator.next(isolation: #isolation) == nil)
      return values
    }
    if hasStarted { await mainActorQueueDrained() }
    consumer.cancel()
    #expect(await consumer.value == (hasStarted ? [0] : []))
  }

  @Test(arguments: FlowKind.allCases)
  func `the subscription count is a state flow of its own`(kind: FlowKind) async {
    let flow = kind.makeFlow().flow
    let early = flow.makeAsyncIterator()
    let counts = flow.subscriptionCount
    var iterator = counts.makeAsyncIterator()
    #expect(await iterator.next() == 1, "consumers before the first question count too")
    #expect(counts.subscriptionCount.value == 1)
    do {
      let late = flow.makeAsyncIterator()
      #expect(await iterator.next() == 2)
      withExtendedLifetime((early, late)) {}
    }
    #expect(await iterator.next() == 1)
    #expect(flow.subscriptionCount.value == 1)
  }

  @Test func `nil is a value at every depth and not the end, in every kind of flow`() async {
    let state = MutableStateFlow<Int??>(2)
    let shared = MutableSharedFlow<Int??>(extraBuffer: 1)
    let channel = EventChannel<Int??>()
    let sinks = Log<CallbackFlowOf<Int??>.Sink>()
    let callbacks = CallbackFlowOf<Int??> { sink in
      sinks.append(sink)
      return {}
    }
    var (first, second) = (state.makeAsyncIterator(), shared.makeAsyncIterator())
    var (third, fourth) = (channel.makeAsyncIterator(), callbacks.makeAsyncIterator())
    let values: [Int??] = [.none, .some(.none), 1]
    for value in values {
      state.value = value
      #expect(shared.tryEmit(value))
      channel.send(value)
      for sink in sinks.all { sink.send(value) }
      let received = await [first.next(), second.next(), third.next(), fourth.next()]
      #expect(received == Array(repeating: .some(value), count: 4))
    }
  }
}
