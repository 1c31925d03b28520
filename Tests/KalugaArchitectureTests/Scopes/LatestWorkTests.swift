import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct LatestWorkTests {
  private let clock = ManualClock()
  private let log = Log<String>()
  private let gate = Gate()
  private let scope: TaskScope

  init() {
    scope = TaskScope { [log] in log.append("\($0)") }
  }

  private func append(_ entry: String) -> @MainActor () async throws -> Void {
    { [log] in log.append(entry) }
  }

  /// Work that ignores its cancellation and ends when the gate is open.
  private func stubborn(_ entry: String) -> @MainActor () async throws -> Void {
    { [log, gate] in
      log.append(entry)
      await gate.passIgnoringCancellation()
      log.append("\(entry) ended, cancelled: \(Task.isCancelled)")
    }
  }

  private func debounced() -> LatestWork {
    LatestWork(in: scope, debounce: .seconds(3), clock: clock)
  }

  @Test func `only the latest of several pieces of work runs`() async {
    let latest = LatestWork(in: scope)
    for number in 0..<10 { latest.run(append("\(number)")) }
    await scope.waitUntilEmpty()
    #expect(log.all == ["9"])
  }

  @Test func `work without a debounce does not ask the clock`() async {
    let sleeps = Tally()
    LatestWork(in: scope, debounce: .zero, clock: RudeClock(sleeps: sleeps)).run(append("work"))
    await until(log.all == ["work"] || sleeps.value > 0)
    #expect(sleeps.value == 0)
    scope.cancel()
  }

  @Test(arguments: [false, true])
  func `new work cancels the work that runs and waits until that has ended`(
    cancelled: Bool
  ) async throws {
    let latest = LatestWork(in: scope)
    latest.run(stubborn("first"))
    try await gate.waitForArrivals(1)
    if cancelled { latest.cancel() }
    // The pieces of work in between are replaced while they wait.
    for entry in ["second", "third", "fourth"] {
      latest.run(append(entry))
      await mainActorQueueDrained()
    }
    gate.open()
    await scope.waitUntilEmpty()
    #expect(log.all == ["first", "first ended, cancelled: true", "fourth"])
  }

  @Test func `cancelled work does not run and leaves the runner usable`() async {
    let latest = LatestWork(in: scope)
    latest.cancel()
    latest.run(append("never"))
    latest.cancel()
    await scope.waitUntilEmpty()
    latest.run(append("next"))
    await scope.waitUntilEmpty()
    #expect(log.all == ["next"])
  }

  @Test func `with a delay work begins after a quiet time, which new work restarts`() async throws {
    let latest = debounced()
    for number in 0..<4 {
      latest.run(append("\(number)"))
      // The previous work no longer sleeps.
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(2))
    }
    await mainActorQueueDrained()
    log.append("2 seconds of quiet")
    clock.advance(by: .seconds(1))
    await scope.waitUntilEmpty()
    #expect(log.all == ["2 seconds of quiet", "3"])
  }

  @Test(arguments: [false, true])
  func `work that waits for quiet ends when it or the scope is cancelled`(
    inScope: Bool
  ) async throws {
    let latest = debounced()
    latest.run(append("never"))
    try await clock.waitForSleepers(1)
    if inScope { scope.cancel() } else { latest.cancel() }
    await scope.waitUntilEmpty()
    #expect(clock.deadlines.isEmpty)
    clock.advance(by: .seconds(10))
    // The result nil shows that work in an ended scope does not run.
    if inScope { #expect(latest.run(append("never")) == nil) }
    await mainActorQueueDrained()
    #expect(log.all.isEmpty)
  }

  /// The delay is how long it must be quiet, not a pause between two runs.
  @Test func `the quiet time passes while the previous run ends, and runs never overlap`()
    async throws
  {
    let latest = debounced()
    latest.run(stubborn("first"))
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(3))
    try await gate.waitForArrivals(1)
    for entry in ["second", "third", "fourth"] {
      latest.run(append(entry))
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(3))
      await mainActorQueueDrained()
    }
    gate.open()
    await scope.waitUntilEmpty()
    #expect(log.all == ["first", "first ended, cancelled: true", "fourth"])
  }

  @Test func `the error of a run goes to the handler and the next one runs`() async {
    let latest = LatestWork(in: scope)
    latest.run { throw SourceError() }
    await scope.waitUntilEmpty()
    latest.run(append("next"))
    await scope.waitUntilEmpty()
    #expect(log.all == ["SourceError()", "next"])
  }

  @Test func `work has its name, and the runner retains nothing of it`() async {
    let latest = LatestWork(in: scope)
    let log = log
    latest.run(name: "search") { [gate, probe = Probe { log.append("released") }] in
      try await gate.pass()
      probe.touch()
    }
    #expect(scope.runningNames == ["search"])
    gate.open()
    await scope.waitUntilEmpty()
    await until(log.all == ["released"])
    latest.cancel()
  }

  @Test func `only the latest work runs if a cancellation handler gives new work`() async throws {
    let latest = LatestWork(in: scope)
    latest.run { [gate, log] in
      await withTaskCancellationHandler {
        try? await gate.pass()
      } onCancel: {
        MainActor.assumeIsolated { _ = latest.run { log.append("of the handler") } }
      }
    }
    try await gate.waitForArrivals(1)
    latest.run(append("newest"))
    await scope.waitUntilEmpty()
    #expect(log.count == 1)
  }
}
