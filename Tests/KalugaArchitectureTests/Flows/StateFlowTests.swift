import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct StateFlowTests {

  @Test func `a slow consumer skips to the newest value and delays no other`() async {
    let flow = MutableStateFlow(0)
    var slow = flow.makeAsyncIterator()
    #expect(await slow.next() == 0)
    for value in 1...1000 { flow.value = value }
    var other = flow.makeAsyncIterator()
    #expect(await other.next() == 1000)
    #expect(await slow.next() == 1000)
  }

  @Test func `equal values are dropped`() async {
    let flow = MutableStateFlow("a")
    var iterator = flow.makeAsyncIterator()
    _ = await iterator.next()
    flow.value = "a"
    flow.update { $0 }
    let writer = Task { @MainActor in flow.value = "b" }
    #expect(await iterator.next() == "b")
    await writer.value
  }

  @Test func `each write of a value that is unequal to itself counts`() async {
    let flow = MutableStateFlow(Double.nan)
    var iterator = flow.makeAsyncIterator()
    #expect(await iterator.next()?.isNaN == true)
    flow.value = .nan
    #expect(await iterator.next()?.isNaN == true)
  }

  @Test func `the read side shows the flow and its consumers but cannot be cast back`() {
    let flow = MutableStateFlow(0)
    let readSide = flow.asStateFlow()
    #expect((readSide as Any) as? MutableStateFlow<Int> == nil)
    flow.value = 3
    #expect(readSide.value == 3)
    let consumers = (flow.makeAsyncIterator(), readSide.makeAsyncIterator())
    #expect(flow.subscriptionCount.value == 2)
    #expect(readSide.subscriptionCount.value == 2)
    withExtendedLifetime(consumers) {}
  }

  // MARK: First

  @Test func `first returns an element that is available, in every kind of flow`() async throws {
    let state = MutableStateFlow(3)
    let shared = MutableSharedFlow<Int>(replay: 2)
    let channel = EventChannel<Int>()
    for value in 2...3 {
      #expect(shared.tryEmit(value))
      channel.send(value)
    }
    #expect(try await state.first { $0 == 3 } == 3)
    #expect(try await state.asStateFlow().first { $0 == 3 } == 3)
    #expect(try await shared.first { $0 == 3 } == 3)
    #expect(try await shared.asSharedFlow().first { $0 == 3 } == 3)
    #expect(try await channel.first { $0 == 3 } == 3)
    #expect(state.subscriptionCount.value == 0)
    #expect(shared.subscriptionCount.value == 0)
  }

  @Test func `first waits for a matching value and removes its consumer`() async throws {
    let flow = MutableStateFlow<Int?>(0)
    let seen = Log<Int?>()
    let waiting = await runUntilSuspended {
      try await flow.first { value in
        seen.append(value)
        return value == nil
      }
    }
    #expect(flow.subscriptionCount.value == 1)
    flow.value = 1
    await until(seen.count == 2)
    flow.value = nil
    #expect(try await waiting.value == nil)
    #expect(seen.all == [0, 1, nil])
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test(arguments: [true, false])
  func `first throws when cancelled before it starts or while it waits`(
    hasStarted: Bool
  ) async {
    let flow = MutableStateFlow(0)
    let waiting = Task { @MainActor in try await flow.first { $0 > 2 } }
    if hasStarted { await mainActorQueueDrained() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `the condition of first may read and write the flow`() async throws {
    let flow = MutableStateFlow(0)
    let found = try await flow.first { value in
      if value < 5 { flow.value = value + 1 }
      return value == 5
    }
    #expect(found == 5)
  }
}
