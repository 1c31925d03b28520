import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct WithTimeoutTests {
  private let clock = ManualClock()
  private let gate = Gate()

  @Test func `an operation that ends in time gives its result or its error`() async throws {
    #expect(try await withTimeout(.seconds(1), clock: clock) { 7 } == 7)
    await #expect(throws: SourceError()) {
      try await withTimeout(.seconds(1), clock: clock) { throw SourceError() }
    }
    #expect(clock.deadlines == [])
  }

  @Test func `an operation that takes longer is cancelled, and the error says so`() async throws {
    let log = Log<String>()
    let task = Task { [gate, clock] in
      try await withTimeout(.seconds(5), clock: clock) {
        try? await gate.pass()
        log.append("cancelled: \(Task.isCancelled)")
      }
    }
    try await gate.waitForArrivals(1)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    await #expect(throws: TimeoutError(limit: .seconds(5))) { try await task.value }
    #expect(log.all == ["cancelled: true"])
  }

  @Test func `a late result of an operation that ignores its cancellation is dropped`() async throws
  {
    let task = Task { [gate, clock] in
      try await withTimeout(.seconds(5), clock: clock) { await gate.passIgnoringCancellation() }
    }
    try await gate.waitForArrivals(1)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    await mainActorQueueDrained()
    gate.open()
    await #expect(throws: TimeoutError(limit: .seconds(5))) { try await task.value }
  }

  @Test func `a cancelled caller gets a cancellation and not a timeout`() async throws {
    let task = Task { [gate, clock] in
      try await withTimeout(.seconds(5), clock: clock) { try await gate.pass() }
    }
    try await gate.waitForArrivals(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.deadlines == [])
  }

  private actor Counter {
    private(set) var count = 0

    func countInTime() async throws -> Int {
      try await withTimeout(.seconds(5)) {
        self.assertIsolated()
        self.count += 1
        return self.count
      }
    }
  }

  @Test func `the operation runs on the actor of its closure`() async throws {
    #expect(try await Counter().countInTime() == 1)
    let log = InitializedSubject(wrappedValue: 0)
    try await withTimeout(.seconds(5)) { log.current += 1 }
    #expect(log.current == 1)
  }
}
