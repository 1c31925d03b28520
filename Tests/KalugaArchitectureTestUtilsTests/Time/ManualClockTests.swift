import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(Effort.limit))
struct ManualClockTests {
  private let clock = ManualClock()
  private let scope = TaskScope()
  /// The events, each with the time of the clock.
  private let log = Log<String>()

  init() { watchWork(of: scope) }

  private func sleeper(_ name: String, _ durations: Int...) {
    scope.launch { [clock, log] in
      for duration in durations {
        // Not `sleep(for:)`, which uses the global executor and would add an order of its own.
        try await clock.sleep(until: clock.now.advanced(by: .seconds(duration)))
        log.append("\(name) \(clock.now.offset)")
      }
    }
  }

  @Test func `the clock does not move by itself`() async throws {
    sleeper("a", 1)
    try await clock.waitForSleepers(1)
    #expect(clock.now == ManualClock.Instant())
    #expect(clock.deadlines == [ManualClock.Instant(offset: .seconds(1))])
    clock.advance(by: .milliseconds(999))
    #expect(clock.deadlines.count == 1)
    clock.advance(by: .milliseconds(1))
    #expect(clock.deadlines == [])
    await scope.waitUntilEmpty()
    #expect(log.all == ["a 1.0 seconds"])
  }

  @Test func `the clock does not go back, and a sleep with a past deadline ends at once`()
    async throws
  {
    clock.advance(by: .seconds(5))
    clock.advance(by: .seconds(-3))
    await clock.run(for: .seconds(-3))
    #expect(clock.now.offset == .seconds(5))
    for offset in [5, -1] { try await clock.sleep(until: .init(offset: .seconds(offset))) }
    for duration in [0, -1] { try await clock.sleep(for: .seconds(duration)) }
    try await clock.sleep(until: clock.now)
    #expect(clock.deadlines == [])
  }

  @Test func `run advances step by step, and each sleeper sees its own deadline`() async throws {
    sleeper("a", 1, 1, 3)
    sleeper("b", 2)
    sleeper("c", 4, 7)
    await clock.run(for: .seconds(10))
    #expect(
      log.all == [
        "a 1.0 seconds", "b 2.0 seconds", "a 2.0 seconds", "c 4.0 seconds", "a 5.0 seconds",
      ]
    )
    #expect(clock.now.offset == .seconds(10))
    #expect(clock.deadlines == [ManualClock.Instant(offset: .seconds(11))])
    scope.cancel()
  }

  @Test func `sleepers with the same deadline wake in the order of their calls`() async throws {
    for round in 1...Effort.rounds {
      for number in 0..<20 { sleeper("\(number)", 1) }
      try await clock.waitForSleepers(20)
      await clock.run(for: .seconds(1))
      #expect(log.all.suffix(20) == (0..<20).map { "\($0) \(round).0 seconds" })
    }
  }

  @Test func `runToEnd runs until no task sleeps`() async throws {
    sleeper("a", 1, 100)
    try await clock.runToEnd()
    #expect(log.all == ["a 1.0 seconds", "a 101.0 seconds"])
    #expect(clock.now.offset == .seconds(101))
  }

  @Test func `a cancelled sleep ends with an error and is removed`() async throws {
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.waitForSleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.deadlines == [])
    let clocks: [any Clock<Duration>] = [clock, ImmediateClock()]
    for clock in clocks {
      let early = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.sleep(for: .seconds(1))
      }
      await #expect(throws: CancellationError.self) { try await early.value }
    }
  }

  @Test func `waiting for sleepers ends when exactly that many sleep`() async throws {
    try await clock.waitForSleepers(0)
    for number in 1...3 { sleeper("\(number)", number) }
    try await clock.waitForSleepers(3)
    let fewer = Task { try await clock.waitForSleepers(1) }
    await mainActorQueueDrained()
    clock.advance(by: .seconds(2))
    try await fewer.value
    scope.cancel()
  }

  @Test func `an immediate clock advances without waiting`() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(3600))
    try await clock.sleep(for: .seconds(1))
    try await clock.sleep(until: ImmediateClock.Instant(offset: .seconds(5)))
    #expect(clock.now.offset == .seconds(3601))
  }
}
