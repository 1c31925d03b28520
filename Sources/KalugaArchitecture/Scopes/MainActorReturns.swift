/// The main-actor tasks that have been resumed and are still on their way back.
///
/// A task that is resumed goes through the threads of the concurrency runtime before it stands in the
/// queue of its actor: a job that is queued on the main actor later may run earlier. Whoever must not
/// overtake such tasks waits here; that covers all waits of the toolkit, which go through `HandOff`.
package enum MainActorReturns {
  private struct State {
    var lastID = 0
    var underWay: Set<Int> = []
  }

  private static let state = Lock(State())

  /// Called before a task is resumed.
  static func begin() -> Int {
    state.withLock { state in
      state.lastID += 1
      state.underWay.insert(state.lastID)
      return state.lastID
    }
  }

  /// Called by the task, on the main actor: what it does up to its next wait belongs to the same job.
  static func end(_ id: Int) {
    state.withLock { _ = $0.underWay.remove(id) }
  }

  /// Lets everything run that was queued on the main actor, or resumed there, before.
  @MainActor
  package static func turn() async {
    await Task { @MainActor in }.value
    let last = state.withLock { $0.lastID }
    while state.withLock({ state in state.underWay.contains { $0 <= last } }) {
      await Task { @MainActor in }.value
    }
  }
}
