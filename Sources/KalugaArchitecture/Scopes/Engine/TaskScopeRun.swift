/// One task of a scope, from its launch to its end.
struct TaskScopeRun: Sendable {
  let core: TaskScopeCore
  let place: TaskScopeTable.Place
  let listener: (any ArchitectureListener)?

  /// Where the listener wants the task to run.
  var executor: (any TaskExecutor)? { listener?.executor }

  private func context(_ listener: any ArchitectureListener) -> ArchitectureEvents.Context {
    listener.workDidBegin(place.id)
    return ArchitectureEvents.Context(listener: listener, work: place.id)
  }

  private func finish() {
    core.finish(place)
    listener?.workDidEnd(place.id)
  }

  // The two functions below share no asynchronous one: each asynchronous call looks for its executor, in
  // every task.

  /// Does the work off the main actor, unless it was cancelled before; the task calls this once and does
  /// nothing else.
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
        core.report(error)
      }
    }
    finish()
  }

  /// Does the same on the main actor.
  ///
  /// The task does not leave the main actor on the way, so that work begins in the order of the launches.
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
        core.report(error)
      }
    }
    finish()
  }
}
