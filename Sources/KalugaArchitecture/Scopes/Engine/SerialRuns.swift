/// Runs pieces of work one at a time, each after the run in progress.
@MainActor
final class SerialRuns {
  /// Settled at the end of the run in progress; nil while nothing runs.
  private var runInProgress: Promise<Void>?

  /// Runs the work when no other run is in progress.
  ///
  /// - Throws: What the work throws, or `CancellationError` if the task is cancelled before the work begins.
  func run(_ operation: @MainActor () async throws -> Void) async throws {
    while let runInProgress, !Task.isCancelled { _ = await runInProgress.wait() }
    try Task.checkCancellation()
    let end = Promise<Void>()
    runInProgress = end
    defer {
      runInProgress = nil
      end.settle(())
    }
    try await operation()
  }
}
