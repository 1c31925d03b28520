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
/// A seed orders the tasks that run on no actor: the test itself, child tasks (groups and `async let`), and
/// tasks that are started with the executor that the test is given. It does not order what runs on the main
/// actor (``exploreMainActorSchedules(seeds:fileID:line:_:)`` does) or another actor, unstructured tasks
/// (`Task { }`), threads and real clocks. A test that waits for those still runs, but its seed does not
/// always give the same order.
///
/// - Parameters:
///   - seeds: The orders to try, from first to last.
///   - fileID: The file of the call.
///   - line: The line of the call.
///   - test: The test, from its beginning to its end; throws if it fails. `#expect` reports a failure too,
///     but does not name the seed.
/// - Throws: The seed of the first order that failed, with the error of the test.
public func exploreSchedules(
  seeds: ClosedRange<UInt64> = 1...1000,
  fileID: StaticString = #fileID,
  line: UInt = #line,
  _ test: @escaping @Sendable @concurrent () async throws -> Void
) async throws {
  try await explore("exploreSchedules", seeds, CallLocation(fileID: fileID, line: line)) { seed in
    Task(executorPreference: SeededExecutor(seed: seed), operation: test)
  }
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
/// - the start of work that is launched in a ``TaskScope``, and of collections;
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
///   - fileID: The file of the call.
///   - line: The line of the call.
///   - test: The test, from its beginning to its end; throws if it fails. `#expect` reports a failure too,
///     but does not name the seed.
/// - Throws: The seed of the first order that failed, with the error of the test.
public func exploreMainActorSchedules(
  seeds: ClosedRange<UInt64> = 1...1000,
  fileID: StaticString = #fileID,
  line: UInt = #line,
  _ test: @escaping @MainActor () async throws -> Void
) async throws {
  try await explore("exploreMainActorSchedules", seeds, CallLocation(fileID: fileID, line: line)) {
    seed in
    let executor = MainActorSeededExecutor(seed: seed)
    return TaskScopeProbe.$current.withValue(TaskScopeProbe(executor: executor)) {
      Task(executorPreference: executor) { @concurrent in try await test() }
    }
  }
}

private func explore(
  _ name: String,
  _ seeds: ClosedRange<UInt64>,
  _ location: CallLocation,
  _ start: (UInt64) -> Task<Void, any Error>
) async throws {
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
    throw TestUtilsError(
      "\(name): seed \(seed) of \(seeds.lowerBound)...\(seeds.upperBound) fails: \(error); "
        + "run it again with seeds: \(seed)...\(seed)",
      location
    )
  }
}
