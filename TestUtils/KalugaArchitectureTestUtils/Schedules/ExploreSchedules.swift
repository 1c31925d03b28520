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
/// actor or another actor, unstructured tasks (`Task { }`), threads and real clocks. A test that waits for
/// those still runs, but its seed does not always give the same order.
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

/// The first order under which a test fails, as text; nil if there is none.
package func firstFailure(
  seeds: ClosedRange<UInt64>,
  of test: @escaping @Sendable @concurrent () async throws -> Void
) async throws -> String? {
  for seed in seeds {
    let run = Task(executorPreference: SeededExecutor(seed: seed), operation: test)
    // A test that is cancelled does not leave its task behind.
    let result = await withTaskCancellationHandler {
      await run.result
    } onCancel: {
      run.cancel()
    }
    try Task.checkCancellation()
    guard case .failure(let error) = result else { continue }
    return "exploreSchedules: seed \(seed) of \(seeds.lowerBound)...\(seeds.upperBound) fails: \(error); "
      + "run it again with seeds: \(seed)...\(seed)"
  }
  return nil
}
