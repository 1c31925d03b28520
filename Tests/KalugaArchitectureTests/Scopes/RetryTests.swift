import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct RetryTests {
  private let clock = ManualClock()

  /// Not Sendable, so an operation can use it only on the caller's actor.
  private final class Attempts {
    var count = 0

    func next(succeedingAt last: Int) throws -> Int {
      MainActor.assertIsolated()
      count += 1
      if count < last { throw SourceError() }
      return count
    }
  }

  @Test func `an operation is retried on the caller's actor until it succeeds`() async throws {
    let attempts = Attempts()
    let result = try await retry(maxAttempts: 3, clock: ImmediateClock()) {
      await Task.yield()
      return try attempts.next(succeedingAt: 3)
    }
    #expect(result == 3)
  }

  @Test(arguments: [(-1, 1), (1, 1), (4, 4)])
  func `the last error is thrown after the last attempt`(limit: Int, count: Int) async {
    let attempts = Attempts()
    await #expect(throws: SourceError()) {
      try await retry(maxAttempts: limit, clock: ImmediateClock()) {
        try attempts.next(succeedingAt: 9)
      }
    }
    #expect(attempts.count == count)
  }

  @Test func `a predicate decides whether an error is worth another attempt`() async {
    let attempts = Attempts()
    var asked = 0
    await #expect(throws: SourceError()) {
      try await retry(
        maxAttempts: 9,
        if: { error in
          MainActor.assertIsolated()
          await Task.yield()
          asked += 1
          return error is SourceError && asked < 3
        },
        clock: ImmediateClock()
      ) {
        try attempts.next(succeedingAt: 9)
      }
    }
    #expect([asked, attempts.count] == [3, 3])
  }

  @Test func `the waits double, and have a limit`() async throws {
    let task = Task { [clock] in
      try await retry(maxAttempts: 8, clock: clock) { throw SourceError() }
    }
    var waits: [Duration] = []
    for _ in 0..<7 {
      try await clock.waitForSleepers(1)
      guard let deadline = clock.deadlines.first else { break }
      waits.append(clock.now.duration(to: deadline))
      clock.advance(by: clock.now.duration(to: deadline))
    }
    await #expect(throws: SourceError()) { try await task.value }
    #expect(waits == [0.25, 0.5, 1, 2, 4, 8, 8].map { .seconds($0) })
  }

  @Test func `cancellation is never retried`() async throws {
    let attempts = Attempts()
    await #expect(throws: CancellationError.self) {
      try await retry(maxAttempts: 9) {
        _ = try? attempts.next(succeedingAt: 9)
        throw CancellationError()
      }
    }
    #expect(attempts.count == 1)
    // A task that is cancelled while it waits, and one that is cancelled during the operation.
    let waiting = Task { [clock] in
      try await retry(maxAttempts: 9, clock: clock) { try attempts.next(succeedingAt: 9) }
    }
    try await clock.waitForSleepers(1)
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    let running = Task {
      try await retry(maxAttempts: 9) {
        await untilCancelled()
        return try attempts.next(succeedingAt: 9)
      }
    }
    running.cancel()
    await #expect(throws: SourceError()) { try await running.value }
    #expect(attempts.count == 3)
  }
}
