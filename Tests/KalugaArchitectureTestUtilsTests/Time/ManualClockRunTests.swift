import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tests that a clock that runs step by step waits for slow work.
@MainActor
@Suite(.timeLimit(Effort.limit))
struct ManualClockRunTests {
  private let clock = ManualClock()
  private let wakes = Log<Duration>()
  private let steps: [Duration] = [.seconds(3), .seconds(6), .seconds(9)]

  /// Sleeps three times, each time followed by a little work and a few hops.
  private static func work(_ clock: ManualClock, _ wakes: Log<Duration>) async throws {
    for _ in 0..<3 {
      try await clock.sleep(for: .seconds(3))
      await slowly()
      wakes.append(clock.now.offset)
    }
  }

  @concurrent
  private static func slowly() async {
    var sum = 0
    for value in 0..<200_000 { sum &+= value }
    await Task.detached { [sum] in _ = sum }.value
  }

  @Test(arguments: 0..<Effort.rounds)
  func `run waits for work off the main actor, in a scope that nothing else watches`(
    _ round: Int
  ) async {
    let scope = TaskScope()
    scope.launch(on: .pool) { [clock, wakes] in try await Self.work(clock, wakes) }
    await clock.run(for: .seconds(9))
    #expect(wakes.all == steps)
    await scope.waitUntilEmpty()
  }

  @Test(arguments: 0..<Effort.rounds)
  func `run and runToEnd wait for the work of a view model`(_ round: Int) async throws {
    let model = NarratingViewModel()
    model.whenResumed = { [clock, wakes] scope in
      scope.launch(on: .pool) { try await Self.work(clock, wakes) }
    }
    try await withViewModel(model, except: .life) { harness in
      await harness.resume()
      await clock.run(for: .seconds(6))
      #expect(wakes.all == Array(steps.prefix(2)))
      try await clock.runToEnd()
      #expect(wakes.all == steps)
    }
  }

  @Test func `run waits for work that woken work begins or resumes`() async {
    let (scope, channel) = (TaskScope(), EventChannel<Duration>())
    scope.launch(on: .pool) { [wakes] in
      for await time in channel {
        await Self.slowly()
        wakes.append(time)
      }
    }
    scope.launch { [clock, wakes] in
      while true {
        try await clock.sleep(for: .seconds(3))
        channel.send(clock.now.offset)
        scope.launch(on: .pool) {
          let time = clock.now.offset
          await Self.slowly()
          wakes.append(time)
        }
      }
    }
    await clock.run(for: .seconds(9))
    #expect(wakes.all.sorted() == steps.flatMap { [$0, $0] })
    scope.cancel()
    await scope.waitUntilEmpty()
  }

  /// A clock whose sleeps begin late, as they do on a busy machine.
  private struct LateClock: Clock {
    let clock: ManualClock
    var now: ManualClock.Instant { clock.now }
    var minimumResolution: Duration { clock.minimumResolution }

    func sleep(until deadline: ManualClock.Instant, tolerance: Duration?) async throws {
      for _ in 0..<50 { await slowly() }
      try await clock.sleep(until: deadline, tolerance: tolerance)
    }
  }

  @Test func `run waits for the sleep of a delayed value that begins late`() async {
    let text = InitializedSubject(wrappedValue: "")
    let late = LateClock(clock: clock)
    let throttled = ValueRecorder(text.throttled(for: .seconds(3), clock: late))
    for value in ["a", "b"] { text.current = value }
    await clock.run(for: .seconds(3))
    #expect(throttled.values == ["", "a", "b"])
    text.current = "c"
    await clock.run(for: .seconds(3))
    #expect(throttled.values == ["", "a", "b", "c"])
  }

  @Test func `tasks outside of scopes run as far as they are ready`() async {
    let task = Task { [clock, wakes] in
      try await clock.sleep(for: .seconds(3))
      wakes.append(clock.now.offset)
      // Nothing resumes this wait before the clock has run.
      await Task.detached { [clock] in try? await clock.sleep(for: .seconds(90)) }.value
    }
    await clock.run(for: .seconds(9))
    #expect(wakes.all == [.seconds(3)])
    clock.advance(by: .seconds(90))
    _ = await task.result
  }
}
