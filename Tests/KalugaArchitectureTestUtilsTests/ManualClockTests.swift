import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ManualClockTests {
  private let clock = ManualClock()
  private let scope = TaskScope()

  /// Writes down what happens, with the time that the clock shows.
  private final class Diary {
    var entries: [String] = []
  }

  private let diary = Diary()

  private func sleeper(_ name: String, _ durations: Duration...) {
    scope.launch { [clock, diary] in
      for duration in durations {
        // `sleep(for:)` goes through the global executor, and falls asleep in an order of its own.
        try await clock.sleep(until: clock.now.advanced(by: duration))
        diary.entries.append("\(name) \(clock.now.offset)")
      }
    }
  }

  @Test func `the clock stands still until it is moved`() async throws {
    sleeper("a", .seconds(1))
    try await clock.waitForSleepers(1)
    #expect(clock.now == ManualClock.Instant())
    #expect(clock.deadlines == [ManualClock.Instant(offset: .seconds(1))])
    clock.advance(by: .milliseconds(999))
    #expect(clock.deadlines.count == 1)
    clock.advance(by: .milliseconds(1))
    #expect(clock.deadlines == [])
    await scope.waitUntilEmpty()
    #expect(diary.entries == ["a 1.0 seconds"])
  }

  @Test func `a deadline that has passed is not slept for`() async throws {
    clock.advance(by: .seconds(5))
    try await clock.sleep(until: ManualClock.Instant(offset: .seconds(5)))
    try await clock.sleep(until: ManualClock.Instant(offset: .seconds(-1)))
    try await clock.sleep(for: .zero)
    #expect(clock.now.offset == .seconds(5))
  }

  @Test func `run goes step by step, and each sleeper sees its own time`() async throws {
    sleeper("a", .seconds(1), .seconds(1), .seconds(3))
    sleeper("b", .seconds(2))
    sleeper("c", .seconds(4), .seconds(7))
    await clock.run(for: .seconds(10))
    #expect(
      diary.entries == [
        "a 1.0 seconds", "b 2.0 seconds", "a 2.0 seconds", "c 4.0 seconds", "a 5.0 seconds",
      ]
    )
    #expect(clock.now.offset == .seconds(10))
    #expect(clock.deadlines == [ManualClock.Instant(offset: .seconds(11))])
    scope.cancel()
  }

  @Test(arguments: 0..<20)
  func `those who are due at the same time wake in the order in which they fell asleep`(
    _ round: Int
  ) async throws {
    for number in 0..<20 { sleeper("\(number)", .seconds(1)) }
    try await clock.waitForSleepers(20)
    await clock.run(for: .seconds(1))
    #expect(diary.entries == (0..<20).map { "\($0) 1.0 seconds" })
  }

  /// What is on its way back to the main actor is waited for, by `run(for:)` as well.
  @Test func `who sleeps on the main actor is back there when it has been waited for`() async throws
  {
    for round in 1...500 {
      sleeper("\(round)", .seconds(1))
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(1))
      await MainActorReturns.turn()
      #expect(diary.entries.count == round)
    }
  }

  @Test func `runToEnd runs until nobody sleeps`() async throws {
    sleeper("a", .seconds(1), .seconds(100))
    try await clock.runToEnd()
    #expect(diary.entries == ["a 1.0 seconds", "a 101.0 seconds"])
    #expect(clock.now.offset == .seconds(101))
  }

  @Test func `runToEnd names who sleeps behind the limit`() async throws {
    sleeper("a", .seconds(9), .seconds(9))
    sleeper("b", .seconds(11))
    let error = await failureText {
      try await clock.runToEnd(limit: .seconds(10), fileID: "Tests/File.swift", line: 7)
    }
    #expect(
      error
        == "Tests/File.swift:7: runToEnd: 2 still sleep(s) after 10.0 seconds, until 11.0 seconds, "
        + "18.0 seconds: end what repeats, or say how long to run with run(for:)"
    )
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  @Test func `a sleep that is cancelled ends with an error and is forgotten`() async throws {
    let task = Task { try await clock.sleep(for: .seconds(1)) }
    try await clock.waitForSleepers(1)
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(clock.deadlines == [])
    let early = Task { [clock] in
      withUnsafeCurrentTask { $0?.cancel() }
      try await clock.sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await early.value }
  }

  @Test func `waiting for sleepers ends when exactly so many sleep`() async throws {
    try await clock.waitForSleepers(0)
    for number in 0..<3 { sleeper("\(number)", .seconds(number + 1)) }
    try await clock.waitForSleepers(3)
    let fewer = Task { try await clock.waitForSleepers(1) }
    await Task { @MainActor in }.value
    clock.advance(by: .seconds(2))
    try await fewer.value
    scope.cancel()
  }

  @Test func `waiting in vain says who sleeps`() async throws {
    sleeper("a", .seconds(3))
    try await clock.waitForSleepers(1)
    let error = await failureText {
      try await clock.waitForSleepers(
        2,
        limit: .milliseconds(1),
        fileID: "Tests/File.swift",
        line: 7
      )
    }
    #expect(
      error
        == "Tests/File.swift:7: waitForSleepers: expected 2, found 1 within 0.001 seconds, until "
        + "3.0 seconds; the clock shows 0.0 seconds: let the work sleep on this clock, or correct the "
        + "count"
    )
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  @Test func `sleepers from everywhere are woken or cancelled, once each`() async throws {
    let ended = MutableStateFlow(0)
    let tasks = (0..<200).map { number in
      Task.detached { [clock] in
        do { try await clock.sleep(for: .seconds(number % 7 + 1)) } catch {}
        ended.update { $0 + 1 }
      }
    }
    for (index, task) in tasks.enumerated() where index % 3 == 0 { task.cancel() }
    while ended.value < 200 {
      clock.advance(by: .seconds(1))
      await Task.detached {}.value
    }
    for task in tasks { await task.value }
    #expect(clock.deadlines == [])
  }

  // MARK: The immediate clock

  @Test func `nobody waits on an immediate clock, and it moves on`() async throws {
    let clock = ImmediateClock()
    try await clock.sleep(for: .seconds(3600))
    try await clock.sleep(for: .seconds(1))
    #expect(clock.now.offset == .seconds(3601))
    try await clock.sleep(until: ImmediateClock.Instant(offset: .seconds(5)))
    #expect(clock.now.offset == .seconds(3601))
  }

  @Test func `a cancelled task does not sleep on an immediate clock either`() async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await ImmediateClock().sleep(for: .seconds(1))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func `the clock does not go back`() async throws {
    let clock = ManualClock()
    clock.advance(by: .seconds(5))
    clock.advance(by: .seconds(-3))
    await clock.run(for: .seconds(-3))
    #expect(clock.now.offset == .seconds(5))
    try await clock.sleep(for: .seconds(-1))
  }
}
