import KalugaArchitecture

/// Runs a test under many orders of its tasks, and reports the seed of the first order that fails.
///
///     try await exploreSchedules {
///       let counter = Counter()
///       await withTaskGroup { group in
///         for _ in 0..<4 { group.addTask { await counter.increment() } }
///       }
///       let value = await counter.value
///       guard value == 4 else { throw Failure("found \(value)") }
///     }
///
/// Whenever tasks of the test suspend, the seed decides which of the ready tasks continues. The
/// same seed always gives the same order. To investigate a failure, pass only its seed:
/// `seeds: 17...17`.
///
/// A seed orders the tasks that run on no actor: the test itself and its child tasks (groups and
/// `async let`). It does not order work on the main actor, which
/// ``exploreMainActorSchedules(seeds:file:line:_:)`` does. Nor does it order work
/// on other actors, unstructured tasks (`Task { }`), threads and real clocks. A test can wait for
/// those, but its seed then does not always give the same order.
///
/// - Parameters:
///   - seeds: The orders to try, from first to last.
///   - file: Where a failure is reported.
///   - line: Where a failure is reported.
///   - test: The whole test, which throws if it fails. `#expect` reports a failure too, but does
///     not name the seed: use `#require`.
/// - Throws: `CancellationError` if the task is cancelled. An error of the test is reported with
///   its seed.
public func exploreSchedules(
  seeds: ClosedRange<UInt64> = 1...1000,
  file: StaticString = #filePath,
  line: UInt = #line,
  _ test: @escaping @Sendable @concurrent () async throws -> Void
) async throws {
  try await explore("exploreSchedules", seeds, CallLocation(file, line)) { seed in
    Task(executorPreference: SeededExecutor(seed: seed), operation: test)
  }
}

/// Runs a test on the main actor under many orders of its tasks, and reports the seed of the first
/// order that fails.
///
///     try await exploreMainActorSchedules {
///       let model = SearchViewModel(clock: clock)
///       model.didResume()
///       …
///     }
///
/// A seed orders the following tasks of the test:
/// - work that is launched in a `TaskScope`, and collections, when they start;
/// - tasks that are resumed together, such as sleepers of a ``ManualClock``, tasks at a ``Gate``,
///   consumers of a flow, and all other waiters inside the toolkit;
/// - child tasks (groups and `async let`).
///
/// A task runs until it suspends, as in an app. Ordered tasks never run in parallel, but take turns
/// on the main actor. ``ManualClock/run(for:file:line:)`` moves the clock when no
/// task is ready, and wakes all sleepers with the same deadline together. The same seed always
/// gives the same order. To investigate a failure, pass only its seed: `seeds: 17...17`.
///
/// Inside ``withExhaustiveChecks(except:allowing:limit:file:line:_:)`` and similar
/// checks, an order also fails with a problem that these would report, such as an error of scope work.
///
/// Create everything that the test uses inside the closure, because the work of scopes that were
/// created earlier is not ordered. A seed does not order unstructured tasks (`Task { }`), other
/// threads and real clocks either. A test can wait for those, but its seed then does not always
/// give the same order.
///
/// - Parameters:
///   - seeds: The orders to try, from first to last.
///   - file: Where a failure is reported.
///   - line: Where a failure is reported.
///   - test: The whole test, which throws if it fails. `#expect` reports a failure too, but does
///     not name the seed: use `#require`.
/// - Throws: `CancellationError` if the task is cancelled. An error of the test is reported with
///   its seed.
public func exploreMainActorSchedules(
  seeds: ClosedRange<UInt64> = 1...1000,
  file: StaticString = #filePath,
  line: UInt = #line,
  _ test: @escaping @MainActor () async throws -> Void
) async throws {
  try await explore("exploreMainActorSchedules", seeds, CallLocation(file, line)) { seed in
    let executor = MainActorSeededExecutor(seed: seed)
    return Task(executorPreference: executor) { @concurrent in
      let work = WorkWatch(executor: executor)
      try await ArchitectureEvents.withListener(work) { @MainActor in
        try await test()
        try await TestWatch.current?.throwProblem(of: work)
      }
    }
  }
}

/// Reports the first order that fails.
private func explore(
  _ name: String,
  _ seeds: ClosedRange<UInt64>,
  _ location: CallLocation,
  _ start: (UInt64) -> Task<Void, any Error>
) async throws {
  for seed in seeds {
    let run = start(seed)
    // Cancelling the test must cancel the task of the current seed.
    let result = await withTaskCancellationHandler {
      await run.result
    } onCancel: {
      run.cancel()
    }
    try Task.checkCancellation()
    guard case .failure(let error) = result else { continue }
    let tried = "\(seeds.lowerBound)...\(seeds.upperBound)"
    return FailureReporter().report(
      "\(name): seed \(seed) of \(tried) fails: \(error); "
        + "run it again with seeds: \(seed)...\(seed)",
      at: location
    )
  }
}
