import KalugaArchitecture
import Testing

/// When a consumer of a state flow is there, and when it is gone.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct StateFlowConsumerTests {
  @Test func `a consumer is registered when its iterator is made`() {
    let flow = MutableStateFlow(0)
    let iterator = flow.makeAsyncIterator()
    #expect(flow.subscriptionCount.value == 1)
    withExtendedLifetime(iterator) {}
  }

  @Test func `releasing an iterator that was never used frees the consumer`() {
    let flow = MutableStateFlow(0)
    do { _ = flow.makeAsyncIterator() }
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `break frees the consumer at once`() async {
    let flow = MutableStateFlow(0)
    for await _ in flow {
      #expect(flow.subscriptionCount.value == 1)
      break
    }
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `leaving by an error frees the consumer at once`() async {
    let flow = MutableStateFlow(0)
    await #expect(throws: SourceError.self) {
      for await _ in flow { throw SourceError() }
    }
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `cancelled before the first read gives nil and frees the consumer`() async {
    let flow = MutableStateFlow(0)
    let consumer = Task { @MainActor in
      var iterator = flow.makeAsyncIterator()
      #expect(flow.subscriptionCount.value == 1)
      let value = await iterator.next()
      #expect(flow.subscriptionCount.value == 0)
      return value
    }
    consumer.cancel()
    #expect(await consumer.value == nil)
  }

  @Test func `cancelled while waiting gives nil and frees the consumer`() async {
    let flow = MutableStateFlow(0)
    let consumer = Task { @MainActor in
      var iterator = flow.makeAsyncIterator()
      _ = await iterator.next()
      let value = await iterator.next()
      #expect(flow.subscriptionCount.value == 0)
      #expect(await iterator.next() == nil)
      return value
    }
    await mainActorTurn()
    consumer.cancel()
    #expect(await consumer.value == nil)
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `cancelled after a change but before it was read gives nil`() async {
    let flow = MutableStateFlow(0)
    let consumer = Task { @MainActor in
      var iterator = flow.makeAsyncIterator()
      _ = await iterator.next()
      return await iterator.next()
    }
    await mainActorTurn()
    flow.value = 1
    consumer.cancel()
    #expect(await consumer.value == nil)
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `cancelled after a read keeps what was read`() async {
    let flow = MutableStateFlow(0)
    let consumer = Task { @MainActor in
      var iterator = flow.makeAsyncIterator()
      let value = await iterator.next()
      withUnsafeCurrentTask { $0?.cancel() }
      let afterwards = await iterator.next()
      return (value, afterwards)
    }
    let (value, afterwards) = await consumer.value
    #expect(value == 0)
    #expect(afterwards == nil)
  }

  @Test func `a consumer that never reads holds up nobody`() async {
    let flow = MutableStateFlow(0)
    let lazy = flow.makeAsyncIterator()
    for value in 1...100 { flow.value = value }
    var other = flow.makeAsyncIterator()
    #expect(await other.next() == 100)
    withExtendedLifetime(lazy) {}
  }

  @Test func `the subscription count is a state flow of its own`() async throws {
    let flow = MutableStateFlow(0)
    let counts = flow.subscriptionCount
    var iterator = counts.makeAsyncIterator()
    #expect(await iterator.next() == 0)
    #expect(counts.subscriptionCount.value == 1)
    #expect(flow.subscriptionCount.value == 0)
    let consumer = flow.makeAsyncIterator()
    #expect(await iterator.next() == 1)
    withExtendedLifetime(consumer) {}
  }

  @Test func `the count is right whether asked for before or after`() {
    let flow = MutableStateFlow(0)
    let early = flow.makeAsyncIterator()
    let counts = flow.subscriptionCount
    #expect(counts.value == 1)
    let late = flow.makeAsyncIterator()
    #expect(counts.value == 2)
    withExtendedLifetime((early, late)) {}
  }

  @Test func `ten thousand consumers get the last value and leave nothing`() async throws {
    let flow = MutableStateFlow(0)
    let last = Tally()
    let consumers = Task {
      await withTaskGroup { group in
        for _ in 0..<10_000 {
          group.addTask {
            for await value in flow where value == 3 {
              last.add()
              break
            }
          }
        }
      }
    }
    _ = try await flow.subscriptionCount.first { $0 == 10_000 }
    for value in 1...3 { flow.value = value }
    await consumers.value
    #expect(last.value == 10_000)
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `ten thousand waiting consumers are cancelled together`() async throws {
    let flow = MutableStateFlow(0)
    let consumers = Task {
      await withTaskGroup { group in
        for _ in 0..<10_000 { group.addTask { for await _ in flow {} } }
      }
    }
    _ = try await flow.subscriptionCount.first { $0 == 10_000 }
    consumers.cancel()
    await consumers.value
    #expect(flow.subscriptionCount.value == 0)
  }
}
