import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LatestWorkTests {
  private struct Failure: Error {}

  private let clock = ManualClock()
  private let scope = TaskScope()
  private let log = Log<String>()

  private func debounced(by delay: Duration = .seconds(3)) -> LatestWork {
    LatestWork(in: scope, debounce: delay, clock: clock)
  }

  private func append(_ entry: String) -> @MainActor () async throws -> Void {
    { [log] in log.append(entry) }
  }

  @Test func `only the latest of several pieces of work runs`() async {
    let latest = LatestWork(in: scope)
    for number in 0..<10 { latest.run(append("\(number)")) }
    await scope.waitUntilEmpty()
    #expect(log.all == ["9"])
  }

  @Test func `new work cancels the work that runs and waits until that has ended`() async {
    let latest = LatestWork(in: scope)
    let latch = Latch()
    latest.run { [log] in
      log.append("first")
      await untilCancelled()
      log.append("first cancelled")
      await latch.passed()
      log.append("first ended")
    }
    await mainActorTurns()
    latest.run(append("second"))
    await mainActorTurns(until: log.all == ["first", "first cancelled"])
    #expect(log.all == ["first", "first cancelled"])
    latch.open()
    await scope.waitUntilEmpty()
    #expect(log.all == ["first", "first cancelled", "first ended", "second"])
  }

  @Test func `runs never overlap, also when work comes while others wait`() async {
    let latest = LatestWork(in: scope)
    let latches = (0..<10).map { _ in Latch() }
    var running = 0
    for number in 0..<10 {
      latest.run { [log] in
        running += 1
        #expect(running == 1)
        log.append("\(number)")
        await latches[number].passed()
        running -= 1
      }
      if number.isMultiple(of: 3) { await mainActorTurns(2) }
    }
    for latch in latches.reversed() {
      latch.open()
      await mainActorTurns(2)
    }
    await scope.waitUntilEmpty()
    #expect(running == 0)
    #expect(log.all == ["0", "9"])
  }

  @Test func `runs never overlap after cancel`() async {
    let latest = LatestWork(in: scope)
    let latch = Latch()
    latest.run { [log] in
      log.append("first")
      await latch.passed()
      log.append("first ended")
    }
    await mainActorTurns()
    latest.cancel()
    latest.run(append("second"))
    await mainActorTurns()
    #expect(log.all == ["first"])
    latch.open()
    await scope.waitUntilEmpty()
    #expect(log.all == ["first", "first ended", "second"])
  }

  @Test func `cancelled work does not run and leaves the runner usable`() async {
    let latest = LatestWork(in: scope)
    latest.cancel()
    latest.run(append("never"))
    latest.cancel()
    await scope.waitUntilEmpty()
    #expect(log.all.isEmpty)
    latest.run(append("next"))
    await scope.waitUntilEmpty()
    #expect(log.all == ["next"])
  }

  @Test func `with a delay work begins when it was quiet for that long`() async throws {
    let latest = debounced()
    latest.run(append("work"))
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(2))
    await mainActorTurns()
    #expect(log.all.isEmpty)
    clock.advance(by: .seconds(1))
    await scope.waitUntilEmpty()
    #expect(log.all == ["work"])
  }

  @Test func `with a delay new work starts the quiet time anew`() async throws {
    let latest = debounced()
    for number in 0..<4 {
      let before = log.count
      latest.run(append("\(number)"))
      // The one before does not sleep any more.
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(2))
      await mainActorTurns()
      #expect(log.count == before)
    }
    clock.advance(by: .seconds(1))
    await scope.waitUntilEmpty()
    #expect(log.all == ["3"])
  }

  @Test func `with a delay cancel stops work that waits`() async throws {
    let latest = debounced()
    let task = latest.run(append("never"))
    try await clock.waitForSleepers(1)
    latest.cancel()
    await task?.value
    #expect(clock.deadlines == [])
    clock.advance(by: .seconds(10))
    await scope.waitUntilEmpty()
    #expect(log.all.isEmpty)
  }

  /// The delay is how long it must be quiet: what is left of the run before has no part in it.
  @Test func `the quiet time passes while the run before comes to its end`() async throws {
    let latest = debounced()
    let latch = Latch()
    latest.run { [log] in
      log.append("first")
      await latch.passed()
      log.append("first ended")
    }
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(3))
    await mainActorTurns(until: log.all == ["first"])
    #expect(log.all == ["first"])
    latest.run(append("second"))
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(3))
    await mainActorTurns()
    #expect(log.all == ["first"])
    latch.open()
    await mainActorTurns(20, until: log.all == ["first", "first ended", "second"])
    #expect(log.all == ["first", "first ended", "second"])
    clock.advance(by: .seconds(3))
    await scope.waitUntilEmpty()
  }

  @Test func `with a delay runs never overlap when the waiting one is replaced`() async throws {
    let latest = debounced()
    let latch = Latch()
    latest.run { [log] in
      log.append("first")
      await latch.passed()
      log.append("first ended")
    }
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(3))
    await mainActorTurns(until: log.all == ["first"])
    for number in 0..<3 {
      latest.run(append("\(number)"))
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(3))
      await mainActorTurns()
    }
    #expect(log.all == ["first"])
    latch.open()
    await mainActorTurns(20)
    clock.advance(by: .seconds(3))
    await scope.waitUntilEmpty()
    #expect(log.all == ["first", "first ended", "2"])
  }

  @Test func `work in an ended scope does not run and the caller can tell`() async {
    let latest = LatestWork(in: scope)
    scope.cancel()
    #expect(latest.run(append("never")) == nil)
    latest.cancel()
    await scope.waitUntilEmpty()
    #expect(log.all.isEmpty)
  }

  @Test func `work that waits ends with the scope`() async throws {
    let latest = debounced()
    latest.run(append("never"))
    try await clock.waitForSleepers(1)
    scope.cancel()
    await scope.waitUntilEmpty()
    #expect(clock.deadlines == [])
    #expect(log.all.isEmpty)
  }

  @Test func `a failing run reaches the handler and the next one runs`() async {
    let log = log
    let scope = TaskScope { error in log.append("\(type(of: error))") }
    let latest = LatestWork(in: scope)
    latest.run { throw Failure() }
    await scope.waitUntilEmpty()
    latest.run(append("next"))
    await scope.waitUntilEmpty()
    #expect(log.all == ["Failure", "next"])
  }

  @Test func `work keeps its name and the runner keeps nothing of it`() async {
    let latest = LatestWork(in: scope)
    let latch = Latch()
    let log = log
    latest.run(name: "search") { [probe = Probe { log.append("released") }] in
      await latch.passed()
      probe.touch()
    }
    await mainActorTurns()
    #expect(scope.runningNames == ["search"])
    latch.open()
    await scope.waitUntilEmpty()
    await mainActorTurns(until: log.all == ["released"])
    #expect(log.all == ["released"])
    latest.cancel()
  }
}
