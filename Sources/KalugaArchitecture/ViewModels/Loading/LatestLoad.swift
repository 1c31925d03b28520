/// Runs one load at a time, and reports the end of the latest one only.
@MainActor
final class LatestLoad {
  private let runs = SerialRuns()
  private var task: Task<Void, Never>?
  /// Identifies the latest load; the end of any other is ignored.
  private var number = 0

  deinit {
    task?.cancel()
  }

  /// Cancels the previous load, and starts a new one when that has ended.
  ///
  /// `onEnd` receives the result of this load, or nil if it was cancelled. It is not called if a
  /// newer load was started, or if this one was cancelled by `cancel()`.
  ///
  /// - Returns: The task, or nil if the scope has ended and the load does not run.
  func start<Value>(
    in scope: TaskScope,
    name: String?,
    _ load: @escaping @MainActor () async throws -> Value,
    onEnd: @escaping @MainActor (Result<Value, any Error>?) -> Void
  ) -> Task<Void, Never>? {
    number += 1
    let number = number
    let previous = task
    // Even if it is cancelled before it begins: its end must be reported.
    let started = scope.launch(name: name, evenIfCancelled: true) { [weak self, runs] in
      let result = await runs.result(of: load)
      if self?.number == number { onEnd(result) }
    }
    task = started
    // Last, because a handler of the cancellation may start a newer load.
    previous?.cancel()
    return started
  }

  /// Cancels the running load, whose end is not reported.
  func cancel() {
    number += 1
    task.take()?.cancel()
  }
}

extension SerialRuns {
  /// Returns the result of the work, or nil if the work or its task was cancelled.
  ///
  /// A cancelled task has no other result: work may throw any error when it is cancelled, or ignore
  /// the cancellation.
  fileprivate func result<Value>(
    of work: @MainActor () async throws -> Value
  ) async -> Result<Value, any Error>? {
    do {
      let value = try await run(work)
      return Task.isCancelled ? nil : .success(value)
    } catch {
      return error is CancellationError || Task.isCancelled ? nil : .failure(error)
    }
  }
}
