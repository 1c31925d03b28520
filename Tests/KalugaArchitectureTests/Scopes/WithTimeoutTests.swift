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

  @Test(arguments: [false, true])
  func `a late result or error of an operation is dropped`(isFailing: Bool) async throws {
    let task = Task { [gate, clock] in
      try await withTimeout(.seconds(5), clock: clock) {
        await gate.passIgnoringCancellation()
        if isFailing { throw SourceError() }
      }
    }
    try await gate.waitForArrivals(1)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    await mainActorQueueDrained()
    gate.open()
    await #expect(throws: TimeoutError(limit: .seconds(5))) { try await task.value }
  }

  /// sourcekit-lsp #883, #1730: a time limit waits for an operation that never ends.
  @Test(arguments: [false, true])
  func `an operation that ignores its cancellation for a second is abandoned`(
    isCallerCancelled: Bool
  ) async throws {
    let diagnostics = DiagnosticLog()
    let log = Log<String>()
    let line: UInt = isCallerCancelled ? 1001 : 1000
    let task = Task { [gate, clock] in
      try await withTimeout(.seconds(5), clock: clock, line: line) {
        await gate.passIgnoringCancellation()
        log.append("ended")
      }
    }
    try await gate.waitForArrivals(1)
    try await clock.waitForSleepers(1)
    if isCallerCancelled { task.cancel() } else { clock.advance(by: .seconds(5)) }
    await until(clock.deadlines.map(\.offset) == [isCallerCancelled ? .seconds(1) : .seconds(6)])
    clock.advance(by: .seconds(1))
    if isCallerCancelled {
      await #expect(throws: CancellationError.self) { try await task.value }
    } else {
      await #expect(throws: TimeoutError(limit: .seconds(5))) { try await task.value }
    }
    #expect(log.all == [])
    let place = "/WithTimeoutTests.swift:\(line)."
    #expect(diagnostics.of(.abandonedWork, about: place).count == 1)
    gate.open()
    await until(log.all == ["ended"])
  }

  @Test func `in a cancelled task the operation is cancelled from the beginning`() async throws {
    let log = Log<Bool>()
    let task = Task { [clock] in
      await untilCancelled()
      try await withTimeout(.seconds(5), clock: clock) { log.append(Task.isCancelled) }
    }
    task.cancel()
    _ = await task.result
    await until(log.count == 1)
    #expect(log.all == [true])
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
      try await withTimeout(.seconds(120)) {
        self.assertIsolated()
        self.count += 1
        return self.count
      }
    }
  }

  @Test func `the operation runs on the actor of its closure`() async throws {
    #expect(try await Counter().countInTime() == 1)
    let log = InitializedSubject(wrappedValue: 0)
    try await withTimeout(.seconds(120)) { log.current += 1 }
    #expect(log.current == 1)
  }
}
