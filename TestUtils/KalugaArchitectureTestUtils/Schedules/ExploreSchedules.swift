import KalugaArchitecture

/// Runs a test under many orders of its tasks, and names the seed of the first order under which it fails.
///
///     try await exploreSchedules {
///       let counter = Counter()
///       await withTaskGroup { group in
///         for _ in 0..<4 { group.addTask { await counter.increment() } }
///       }
///       guard counter.value == 4 else { throw Failure("found \(counter.value)") }
///     }
///
/// Wherever tasks of the test suspend, the seed decides which of those that are ready goes on. The same
/// seed gives the same order again: to look into a failure, give its seed alone, `seeds: 17...17`.
///
/// A seed orders the tasks that run on no actor: the test itself, child tasks (groups and `async let`),
/// and tasks that are started with the executor that the test is given. It does not order what runs on
/// the main actor (``exploreMainActorSchedules(seeds:fileID:filePath:line:column:_:)`` does) or another
/// actor, unstructured tasks (`Task { }`), threads and real clocks. A test that waits for those still
/// runs, but its seed does not always give the same order.
///
/// - Parameters:
///   - seeds: The orders to try, from first to last.
///   - fileID: Where a failure is reported.
///   - filePath: Where a failure is reported.
///   - line: Where a failure is reported.
///   - column: Where a failure is reported.
///   - test: The test, from its beginning to its end; throws if it fails. `#expect` reports a failure too,
///     but does not name the seed: use `#require`.
/// - Throws: `CancellationError` if the task is cancelled. What the test throws is reported with its seed.
public func exploreSchedules(
  seeds: ClosedRange<UInt64> = 1...1000,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ test: @escaping @Sendable @concurrent () async throws -> Void
) async throws {
  guard let failure = try await firstFailure(seeds: seeds, of: test) else { return }
  FailureReporter().report(failure, at: CallLocation(fileID, filePath, line, column))
}

/// Runs a test on the main actor under many orders of its tasks, and names the seed of the first order under
/// which it fails.
///
///     try await exploreMainActorSchedules {
///       let model = SearchViewModel(clock: clock)
///       model.didResume()
///       …
///     }
///
/// A seed orders what the toolkit starts and wakes in the test:
/// - the start of work that is launched in a `TaskScope`, and of collections;
/// - who goes on first of those who are woken together: sleepers of a ``ManualClock``, tasks at a ``Gate``,
///   consumers of a flow, and all others who wait for something inside the toolkit;
/// - child tasks (groups and `async let`).
///
/// A task goes on until it suspends, as in an app. Make everything that the test uses inside it: a scope that
/// was made before is not ordered. ``ManualClock/run(for:)`` moves the clock when nobody can go on, and wakes
/// all sleepers of one moment together. The same seed gives the same order again, in this run of the tests
/// and in any other: to look into a failure, give its seed alone, `seeds: 17...17`.
///
/// A seed does not order unstructured tasks (`Task { }`), other threads, real clocks, and those parts of the
/// test that do not suspend. A test that waits for those still runs, but its seed does not always give the
/// same order. Off the main actor nothing runs in parallel: all work of the test takes turns on the main
/// actor's thread.
///
/// - Parameters:
///   - seeds: The orders to try, from first to last.
///   - fileID: Where a failure is reported.
///   - filePath: Where a failure is reported.
///   - line: Where a failure is reported.
///   - column: Where a failure is reported.
///   - test: The test, from its beginning to its end; throws if it fails. `#expect` reports a failure too,
///     but does not name the seed: use `#require`.
/// - Throws: `CancellationError` if the task is cancelled. What the test throws is reported with its seed.
public func exploreMainActorSchedules(
  seeds: ClosedRange<UInt64> = 1...1000,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column,
  _ test: @escaping @MainActor () async throws -> Void
) async throws {
  guard let failure = try await firstMainActorFailure(seeds: seeds, of: test) else { return }
  FailureReporter().report(failure, at: CallLocation(fileID, filePath, line, column))
}

/// The first order under which a test fails, as text; nil if there is none.
package func firstFailure(
  seeds: ClosedRange<UInt64>,
  of test: @escaping @Sendable @concurrent () async throws -> Void
) async throws -> String? {
  try await explore("exploreSchedules", seeds) { seed in
    Task(executorPreference: SeededExecutor(seed: seed), operation: test)
  }
}

/// The first order under which a test on the main actor fails, as text; nil if there is none.
package func firstMainActorFailure(
  seeds: ClosedRange<UInt64>,
  of test: @escaping @MainActor () async throws -> Void
) async throws -> String? {
  try await explore("exploreMainActorSchedules", seeds) { seed in
    let executor = MainActorSeededExecutor(seed: seed)
    return Task(executorPreference: executor) { @concurrent in
      try await ArchitectureEvents.withListener(WorkWatch(executor: executor), test)
    }
  }
}

private func explore(
  _ name: String,
  _ seeds: ClosedRange<UInt64>,
  _ start: (UInt64) -> Task<Void, any Error>
) async throws -> String? {
  for seed in seeds {
    let run = start(seed)
    // A test that is cancelled does not leave its task behind.
    let result = await withTaskCancellationHandler {
      await run.result
    } onCancel: {
      run.cancel()
    }
    try Task.checkCancellation()
    guard case .failure(let error) = result else { continue }
    let tried = "\(seeds.lowerBound)...\(seeds.upperBound)"
    return "\(name): seed \(seed) of \(tried) fails: \(error); "
      + "run it again with seeds: \(seed)...\(seed)"
  }
  return nil
}
