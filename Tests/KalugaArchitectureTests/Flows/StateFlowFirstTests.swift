import KalugaArchitecture
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct StateFlowFirstTests {
  @Test func `first finds the current value without a change`() async throws {
    let flow = MutableStateFlow(3).asStateFlow()
    #expect(try await flow.first { $0 == 3 } == 3)
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `first waits for a value that fits and frees its consumer`() async throws {
    let flow = MutableStateFlow(0)
    let seen = Log<Int>()
    let waiting = Task { @MainActor in
      try await flow.asStateFlow().first { value in
        seen.append(value)
        return value > 2
      }
    }
    await mainActorTurn()
    #expect(flow.subscriptionCount.value == 1)
    for value in 1...3 {
      flow.value = value
      await mainActorTurns(1, until: seen.count > value)
    }
    #expect(try await waiting.value == 3)
    #expect(seen.all == [0, 1, 2, 3])
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `first throws when cancelled while it waits`() async {
    let flow = MutableStateFlow(0)
    let waiting = Task { @MainActor in try await flow.asStateFlow().first { $0 > 2 } }
    await mainActorTurn()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `first throws when cancelled before it starts`() async {
    let flow = MutableStateFlow(0)
    let waiting = Task { @MainActor in try await flow.asStateFlow().first { $0 > 2 } }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `first finds nil among optional values`() async throws {
    let flow = MutableStateFlow<Int?>(1)
    let waiting = Task { @MainActor in try await flow.asStateFlow().first { $0 == nil } }
    await mainActorTurn()
    flow.value = nil
    #expect(try await waiting.value == nil)
  }

  @Test func `the condition may read and write the flow`() async throws {
    let flow = MutableStateFlow(0)
    let found = try await flow.asStateFlow().first { value in
      if value < 5 { flow.value = value + 1 }
      return value == 5
    }
    #expect(found == 5)
  }
}
