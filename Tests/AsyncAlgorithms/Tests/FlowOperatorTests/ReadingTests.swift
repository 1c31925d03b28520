import AsyncAlgorithms
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Where and when operators read a flow.
@MainActor
struct ReadingTests {
  /// Reads the first element that an operator delivers, on the main actor, and returns which reads of
  /// the flow were made there.
  private func reads<Elements: AsyncSequence<Element, Never>, Element: Sendable>(
    through transform: (TestFlow) -> Elements
  ) async throws -> Set<Bool> {
    let flow = TestFlow.channel
    try await flow.send(1...4)
    _ = try await first(1, of: transform(flow))
    return Set(flow.reads.all)
  }

  @Test func `a flow without operators is read on the caller's actor`() async throws {
    #expect(try await reads { $0 } == [true])
    #expect(try await reads { $0.map { $0 } } == [true])
  }

  @Test func `removeDuplicates, chain and chunks read a flow off the caller's actor`() async throws
  {
    #expect(try await reads { $0.removeDuplicates() } == [false])
    #expect(try await reads { chain($0, [0].async) } == [false])
    #expect(try await reads { $0.chunks(ofCount: 2) } == [false])
    #expect(try await reads { $0.chunked { $0 / 2 == $1 / 2 } } == [false])
    #expect(
      try await reads { $0._throttle(for: .zero, clock: ImmediateClock()) } == [false]
    )
  }

  @Test func `operators that read a flow in a task of their own read it off the caller's actor`()
    async throws
  {
    let other = MutableStateFlow(0)
    #expect(try await reads { merge($0, EventChannel<Int>()) } == [false])
    #expect(try await reads { zip($0, other) } == [false])
    #expect(try await reads { combineLatest($0, other) } == [false])
    #expect(try await reads { $0.buffer(policy: .unbounded) } == [false])
    #expect(try await reads { $0.share() } == [false])
    #expect(try await reads { $0.debounce(for: .zero, clock: ImmediateClock()) } == [false])
    let selection = MutableStateFlow(true)
    #expect(try await reads { flow in selection.flatMapLatest { _ in flow } } == [false])
  }

  @Test func `operators without a task of their own leave later events in the channel`()
    async throws
  {
    let flow = TestFlow.channel
    try await flow.send(1...8)
    #expect(try await first(1, of: flow.removeDuplicates()) == [1])
    #expect(try await first(1, of: chain(flow, [0].async)) == [2])
    #expect(try await first(1, of: flow.chunks(ofCount: 2)) == [[3, 4]])
    #expect(try await first(1, of: flow) == [5])
  }

  @Test func `events that an operator has read ahead are lost when its consumer is cancelled`()
    async throws
  {
    let flow = TestFlow.channel
    try await flow.send(1...3)
    let consumer = Task {
      for await _ in flow.buffer(policy: .unbounded) { try? await Gate().pass() }
    }
    // The fourth read waits for an event.
    await until(flow.reads.count == 4)
    consumer.cancel()
    await consumer.value
    try await flow.send([4])
    #expect(try await first(1, of: flow) == [4])
  }

  @Test func `buffer keeps reading after its consumer has left the loop`() async throws {
    let flow = TestFlow.channel
    try await flow.send([1])
    #expect(try await first(1, of: flow.buffer(policy: .unbounded)) == [1])
    await until(flow.reads.count == 2)
    try await flow.send([2])
    await until(flow.reads.count == 3)
  }

  @Test func `operators with a task of their own miss what is emitted before its first read`()
    async throws
  {
    let events = MutableSharedFlow<Int>(extraBuffer: 8)
    var early = events.removeDuplicates().makeAsyncIterator()
    let next = Task {
      var late = events.buffer(policy: .unbounded).makeAsyncIterator()
      #expect(events.tryEmit(1))
      return await late.next()
    }
    _ = try await events.subscriptionCount.first { $0 == 2 }
    #expect(events.tryEmit(2))
    #expect(await next.value == 2)
    #expect(await early.next() == 1)
  }

  @Test func `throttle holds back the newest value until the next one arrives`() async throws {
    let flow = TestFlow.state
    let clock = ManualClock()
    let found = Log<Int>()
    let throttled = flow._throttle(for: .seconds(1), clock: clock)
    let consumer = Task { for await value in throttled { found.append(value) } }
    await until(flow.reads.count == 2)
    try await flow.send([1])
    // The third read begins after the operator has taken the value of the second one.
    await until(flow.reads.count == 3)
    clock.advance(by: .seconds(10))
    try await flow.send([2])
    await until(found.all == [0, 2])
    consumer.cancel()
  }
}
