/// One task of a scope, from its launch to its end.
struct TaskScopeRun: Sendable {
  let core: TaskScopeCore
  let id: Int
  let listener: (any ArchitectureListener)?

  /// Where the listener wants the task to run.
  var executor: (any TaskExecutor)? { listener?.executor }

  /// The executor with which the work of the current task was launched.
  @TaskLocal static var launchExecutor: (any TaskExecutor)?

  /// The executor for tasks that belong to the current one but are not its children.
  static var preferredExecutor: (any TaskExecutor)? {
    launchExecutor ?? ArchitectureEvents.listener?.executor
  }

  private func context(_ listener: any ArchitectureListener) -> ArchitectureEvents.Context {
    listener.workDidBegin(id)
    return ArchitectureEvents.Context(listener: listener, work: id)
  }

  private func finish() {
    core.finish(id)
    listener?.workDidEnd(id, wasCancelled: Task.isCancelled)
  }

  /// Reports an error, unless the work has been cancelled: work may throw any error then.
  private func report(_ error: any Error) {
    if !Task.isCancelled { core.report(error, of: core.workName(of: id)) }
  }

  // The two functions below repeat code instead of sharing an asynchronous function: each
  // asynchronous call looks up its executor, and every task would pay for that.

  /// Runs the work off the main actor, unless it was cancelled before it began.
  ///
  /// The task calls this once and does nothing else.
  @concurrent
  func perform(
    evenIfCancelled: Bool = false,
    _ operation: @concurrent () async throws -> Void
  ) async {
    if evenIfCancelled || !Task.isCancelled {
      do {
        if let listener {
          try await ArchitectureEvents.$context.withValue(context(listener)) {
            try await operation()
          }
        } else {
          try await operation()
        }
      } catch {
        report(error)
      }
    }
    finish()
  }

  /// Runs the work on the main actor, unless it was cancelled before it began.
  ///
  /// The task does not leave the main actor before the work begins, so work begins in launch order.
  @MainActor
  func performOnMainActor(
    evenIfCancelled: Bool,
    _ operation: @MainActor () async throws -> Void
  ) async {
    if evenIfCancelled || !Task.isCancelled {
      do {
        if let listener {
          try await ArchitectureEvents.$context.withValue(context(listener)) { @MainActor in
            try await operation()
          }
        } else {
          try await operation()
        }
      } catch {
        report(error)
      }
    }
    finish()
  }
}
