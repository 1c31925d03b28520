/// Something to be done on the main actor, in its turn.
protocol MainActorQueueItem: AnyObject, Sendable {
  @MainActor func runInTurn()
}

/// Several things of one owner, to be done one after the other.
///
/// Extended only while it is the last item of the queue, under the lock of the queue.
protocol MainActorQueueRun: MainActorQueueItem {
  var owner: AnyObject { get }
  func extend(to last: Int)
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
    /// The last item, if it is a run.
    var openRun: (any MainActorQueueRun)?

    /// Says whether a drain must be scheduled.
    mutating func append(_ item: any MainActorQueueItem) -> Bool {
      items.append(item)
      defer { isScheduled = true }
      return !isScheduled
    }
  }

  private static let itemsPerTurn = 4096
  private let state = Lock(State())

  func enqueue(_ item: any MainActorQueueItem) {
    let mustSchedule = state.withLock { state in
      state.openRun = nil
      return state.append(item)
    }
    if mustSchedule { scheduleDrain() }
  }

  /// Enqueues one more thing of an owner: in its run, if that is the last item, else in a new one.
  ///
  /// - Parameters:
  ///   - owner: What the run belongs to.
  ///   - record: Records the thing with its owner, in the very order of this queue, and returns its
  ///     number there. It runs while the queue is locked and must only move data.
  ///   - make: Makes a run of one thing.
  func enqueueRun(
    of owner: AnyObject,
    record: () -> Int,
    make: (Int) -> any MainActorQueueRun
  ) {
    let mustSchedule = state.withLock { state in
      let number = record()
      if let run = state.openRun, run.owner === owner {
        run.extend(to: number)
        return false
      }
      let run = make(number)
      state.openRun = run
      return state.append(run)
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
        state.openRun = nil
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
