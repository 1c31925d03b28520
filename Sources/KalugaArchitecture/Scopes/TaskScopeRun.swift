/// One running task, as it sees its scope.
///
/// It does not count a reference to the scope, which keeps itself until the last of its tasks has finished: who
/// launches and those who run would take turns at one count, several times for each task.
@safe
struct TaskScopeRun: Sendable {
  private let core: Unmanaged<TaskScopeCore>
  let place: TaskScopeTable.Place
  /// Set if a test looks at it.
  private let probed: ProbedWork?

  init(_ core: TaskScopeCore, _ place: TaskScopeTable.Place, _ probe: TaskScopeProbe?) {
    unsafe self.core = unsafe .passUnretained(core)
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
      report(error)
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
      report(error)
    }
    finish()
  }

  private func report(_ error: any Error) {
    unsafe core._withUnsafeGuaranteedRef { $0.report(error) }
  }

  private func finish() {
    unsafe core._withUnsafeGuaranteedRef { $0.finish(place) }
    probed?.end()
  }
}
