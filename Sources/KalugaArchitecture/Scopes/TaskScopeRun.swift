/// One running task, as it sees its scope.
struct TaskScopeRun: Sendable {
  private let core: TaskScopeCore
  let place: TaskScopeTable.Place
  /// Set if a test looks at it.
  private let probed: ProbedWork?

  init(_ core: TaskScopeCore, _ place: TaskScopeTable.Place, _ probe: TaskScopeProbe?) {
    self.core = core
    self.place = place
    probed = probe.map { ProbedWork($0, id: place.id) }
  }

  /// Where a test wants it to run.
  var executor: (any TaskExecutor)? { probed?.probe.executor }

  // No function of its own for what both ways of each have in common: each costs an asynchronous call, and
  // with it a look for the executor, in every task.

  /// Does work off the main actor; to be called once, as all that the task does.
  @concurrent
  func perform(_ operation: @concurrent () async throws -> Void) async {
    do {
      if let probed {
        probed.begin()
        try await ProbedWork.$current.withValue(probed) { try await operation() }
      } else {
        try await operation()
      }
    } catch {
      core.report(error)
    }
    finish()
  }

  /// The same on the main actor, which the task never leaves on the way: the order of launches is the
  /// order in which the work begins.
  @MainActor
  func performOnMainActor(_ operation: @MainActor () async throws -> Void) async {
    do {
      if let probed {
        probed.begin()
        try await ProbedWork.$current.withValue(probed) { @MainActor in try await operation() }
      } else {
        try await operation()
      }
    } catch {
      core.report(error)
    }
    finish()
  }

  private func finish() {
    core.finish(place)
    probed?.end()
  }
}
