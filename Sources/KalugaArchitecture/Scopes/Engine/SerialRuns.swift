/// Runs pieces of work one at a time.
@MainActor
final class SerialRuns {
  /// Settled at the end of the run in progress; nil while nothing runs.
  private var runInProgress: Promise<Void>?

  /// Waits until no other run is in progress, and then runs the work.
  ///
  /// - Throws: What the work throws, or `CancellationError` if the task is cancelled before the
  ///   work begins.
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
