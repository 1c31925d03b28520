import KalugaArchitectureTestUtils
import Testing

@testable import KalugaArchitecture

/// Work that ignores its cancellation, with a clock in place of the ten seconds.
///
/// icemelt #41: a client that loses its callback stops everything that comes later.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct AbandonedWorkTests {
  private let diagnostics = DiagnosticLog()
  private let clock = ManualClock()
  private let gate = Gate()
  private let log = Log<String>()
  private let scope = TaskScope()

  /// Runs work that ignores its cancellation until the gate is open, and cancels it.
  private func lose(_ name: String, in runs: SerialRuns) async throws {
    let lost = scope.launch { [gate, log] in
      try await runs.run({ name }) {
        await gate.passIgnoringCancellation()
        log.append("lost")
      }
    }
    try await gate.waitForArrivals(1)
    lost?.cancel()
  }

  private func run(_ name: String, in runs: SerialRuns) -> Task<Void, Never>? {
    scope.launch { [log] in try await runs.run({ name }) { log.append(name) } }
  }

  @Test func `newer work gives cancelled work ten seconds, and then begins`() async throws {
    let runs = SerialRuns(clock: clock)
    try await lose("the first lost call", in: runs)
    let next = run("next", in: runs)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(9))
    await mainActorQueueDrained()
    #expect(log.all == [])
    #expect(diagnostics.of(.abandonedWork, about: "the first lost call") == [])
    clock.advance(by: .seconds(1))
    await next?.value
    #expect(log.all == ["next"])
    #expect(
      diagnostics.of(.abandonedWork, about: "the first lost call")
        == [
          "cancelled work does not end, and is not waited for after 10.0 seconds: the first lost call. "
            + "End it when it is cancelled, such as in onCancel of withCallback."
        ]
    )
    // The lost work ends after all, and disturbs nothing.
    let waiting = run("waiting", in: runs)
    gate.open()
    await waiting?.value
    await scope.waitUntilEmpty()
    await run("last", in: runs)?.value
    #expect(log.all.sorted() == ["last", "lost", "next", "waiting"])
  }

  /// A user who tries again every few seconds would otherwise never get a result.
  @Test func `the ten seconds begin with the first newer work`() async throws {
    let runs = SerialRuns(clock: clock)
    try await lose("the second lost call", in: runs)
    let first = run("first", in: runs)
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(6))
    first?.cancel()
    let second = run("second", in: runs)
    await mainActorQueueDrained()
    clock.advance(by: .seconds(4))
    await second?.value
    #expect(log.all == ["second"])
    gate.open()
    await scope.waitUntilEmpty()
  }

  @Test func `work that ends in time is not abandoned, and leaves no sleeper`() async throws {
    let runs = SerialRuns(clock: clock)
    try await lose("the call that ends", in: runs)
    let next = run("next", in: runs)
    try await clock.waitForSleepers(1)
    gate.open()
    await next?.value
    await until(clock.deadlines == [])
    #expect(log.all == ["lost", "next"])
    #expect(diagnostics.of(.abandonedWork, about: "the call that ends") == [])
  }

  @Test func `a reload recovers from a request that never ends, whose late result is dropped`()
    async throws
  {
    var attempts = 0
    let input = InitializedObservable(wrappedValue: 0)
    let runner = LoadRunner<Int>(
      input,
      name: nil,
      workName: { "the request" },
      runs: SerialRuns(clock: clock)
    ) { [gate] _ in
      {
        attempts += 1
        let attempt = attempts
        if attempt == 1 { await gate.passIgnoringCancellation() }
        return attempt
      }
    }
    let loader = Loader(runner)
    runner.begin(in: scope)
    try await gate.waitForArrivals(1)
    loader.reload()
    try await clock.waitForSleepers(1)
    clock.advance(by: .seconds(10))
    await until(loader.current == .loaded(2))
    #expect(diagnostics.of(.abandonedWork, about: "the request").count == 1)
    gate.open()
    await scope.waitUntilEmpty()
    #expect(loader.current == .loaded(2))
  }
}
