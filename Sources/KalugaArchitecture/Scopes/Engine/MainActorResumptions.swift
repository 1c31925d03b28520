import Synchronization

/// Tracks the main-actor tasks that have been resumed but are not yet running.
///
/// A resumed task passes through a thread of the concurrency runtime before it is queued on its
/// actor, so a job that is queued on the main actor later may run earlier. A terminal session must
/// not print before such tasks have run. Every wait of the toolkit ends in a ``OneShot``, which
/// reports here. Until ``track()`` is called, that costs one relaxed load.
package enum MainActorResumptions {
  private struct State {
    var lastNumber = 0
    var underWay: [ObjectIdentifier: Int] = [:]
  }

  private static let isTracked = Atomic(false)
  private static let state = Lock(State())

  /// Tracks resumptions from now on, for the rest of the process.
  package static func track() {
    isTracked.store(true, ordering: .relaxed)
  }

  static func willResume(_ waiter: AnyObject) {
    guard isTracked.load(ordering: .relaxed) else { return }
    state.withLock { state in
      state.lastNumber += 1
      state.underWay[ObjectIdentifier(waiter)] = state.lastNumber
    }
  }

  /// Called by the resumed task: what it does up to its next wait belongs to the same main-actor
  /// job.
  static func didResume(_ waiter: AnyObject) {
    guard isTracked.load(ordering: .relaxed) else { return }
    state.withLock { _ = $0.underWay.removeValue(forKey: ObjectIdentifier(waiter)) }
  }

  /// Suspends until every main-actor job queued, and every main-actor task resumed, before this
  /// call has run.
  @MainActor
  package static func turn() async {
    await Task { @MainActor in }.value
    let last = state.withLock { $0.lastNumber }
    while state.withLock({ state in state.underWay.values.contains { $0 <= last } }) {
      await Task { @MainActor in }.value
    }
  }
}
