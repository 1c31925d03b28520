/// Something to be done on the main actor, in its turn.
protocol MainActorQueueItem: AnyObject, Sendable {
  @MainActor func runInTurn()
}

/// A queued closure.
final class MainActorJob: MainActorQueueItem {
  private let body: @MainActor @Sendable () -> Void

  init(_ body: @escaping @MainActor @Sendable () -> Void) {
    self.body = body
  }

  func runInTurn() {
    body()
  }
}

/// Brings work from any thread to the main actor in one global order, with one job for many items.
///
/// All posts, deferred clean-ups and removals of the process go through `shared`: that is what
/// makes "queued posts arrive in one order across subjects" true. Items that arrive while a drain
/// runs are taken by the same drain in rounds, and after a bounded number of items the drain gives
/// the main actor to others and continues in a new job.
final class MainActorQueue: Sendable {
  static let shared = MainActorQueue()

  private struct State {
    var items: [any MainActorQueueItem] = []
    var isScheduled = false
  }

  private static let itemsPerTurn = 4096
  private let state = Lock(State())

  func enqueue(_ item: any MainActorQueueItem) {
    enqueue { item }
  }

  /// Enqueues what `makeItem` returns while the queue is locked.
  ///
  /// For items whose content must be recorded elsewhere in the very order of this queue; the
  /// closure must only move data.
  func enqueue(_ makeItem: () -> any MainActorQueueItem) {
    let mustSchedule = state.withLock { state in
      state.items.append(makeItem())
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if mustSchedule { scheduleDrain() }
  }

  private func scheduleDrain() {
    // Detached: what is drained is not the work of whoever came first, nor are its task-local values.
    Task.detached { @MainActor in self.drain() }
  }

  @MainActor
  private func drain() {
    var budget = Self.itemsPerTurn
    while budget > 0 {
      let batch = state.withLock { state in
        let batch = state.items
        state.items = []
        if batch.isEmpty { state.isScheduled = false }
        return batch
      }
      if batch.isEmpty { return }
      budget -= batch.count
      for item in batch {
        item.runInTurn()
      }
    }
    scheduleDrain()
  }
}
