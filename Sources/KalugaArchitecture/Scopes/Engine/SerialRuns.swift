/// Runs pieces of work one at a time.
@MainActor
final class SerialRuns {
  /// Settled at the end of the run in progress; nil while nothing runs.
  private var runInProgress: Promise<Void>?

  /// Waits until no other run is in progress, and then runs the work.
  ///
  /// - Throws: What the work throws, or `CancellationError` if the task is cancelled: work may throw
  ///   any error then.
  func run<Value>(_ operation: @MainActor () async throws -> Value) async throws -> Value {
    while let runInProgress, !Task.isCancelled { _ = await runInProgress.wait() }
    try Task.checkCancellation()
    let end = Promise<Void>()
    runInProgress = end
    defer {
      runInProgress = nil
      end.settle(())
    }
    do {
      return try await operation()
    } catch {
      throw Task.isCancelled ? CancellationError() : error
    }
  }
}
