import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Runs thousands of tasks at once, and checks that nothing is left of them.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct FlowScaleTests {
  private let count = 10_000

  @Test(arguments: FlowKind.allCases)
  func `ten thousand consumers are counted, and each gets the last value or is cancelled`(
    kind: FlowKind
  ) async throws {
    let (flow, send) = kind.makeFlow()
    let consumers = (0..<count).map { _ in
      Task.detached {
        // Registers and leaves a few times first.
        for _ in 0..<4 { _ = flow.makeAsyncIterator() }
        return await flow.contains(3)
      }
    }
    _ = try await flow.subscriptionCount.first { $0 == count }
    for consumer in consumers.prefix(count / 2) { consumer.cancel() }
    _ = try await flow.subscriptionCount.first { $0 == count / 2 }
    for value in 1...3 { send(value) }
    var successes = 0
    for consumer in consumers where await consumer.value { successes += 1 }
    #expect(successes == count / 2)
    #expect(flow.subscriptionCount.value == 0)
  }

  @Test func `thousands of tasks on other threads are cancelled in reverse order`() async {
    let (gate, clock, flow) = (Gate(), ManualClock(), MutableStateFlow(0))
    let waits: [@Sendable () async throws -> Void] = [
      { try await gate.pass() },
      { try await clock.sleep(until: .init(offset: .seconds(1))) },
      { _ = try await flow.first { $0 > 0 } },
    ]
    for wait in waits {
      let tasks = (0..<3_000).map { _ in Task { @MainActor in try await wait() } }
      await mainActorQueueDrained()
      for task in tasks.reversed() { task.cancel() }
      for task in tasks {
        await #expect(throws: CancellationError.self) { try await task.value }
      }
    }
    #expect(gate.waiting == [] && clock.deadlines == [])
    #expect(flow.subscriptionCount.value == 0)
  }
}
