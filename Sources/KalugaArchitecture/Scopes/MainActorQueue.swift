/// Something to be done on the main actor, in its turn.
@usableFromInline
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
/// makes "queued posts arrive in one order across subjects" true. A job does what waits when it begins;
/// what arrives meanwhile is done by a job of its own, so that others get the main actor in between.
@usableFromInline
final class MainActorQueue: Sendable {
  @usableFromInline
  static let shared = MainActorQueue()

  @usableFromInline
  struct State {
    var items: [any MainActorQueueItem] = []
    var isScheduled = false
    /// The last item, if it is a run of posts: more of them may join it.
    @usableFromInline var openRun: PostRun?

    /// Appends an item; says whether a drain must be scheduled.
    mutating func append(_ item: any MainActorQueueItem) -> Bool {
      items.append(item)
      defer { isScheduled = true }
      return !isScheduled
    }

    @usableFromInline
    mutating func append(_ run: PostRun) -> Bool {
      openRun = run
      return append(run as any MainActorQueueItem)
    }
  }

  @usableFromInline let state = Lock(State())

  func enqueue(_ item: any MainActorQueueItem) {
    let mustSchedule = state.withLock { state in
      state.openRun = nil
      return state.append(item)
    }
    if mustSchedule { scheduleDrain() }
  }

  @usableFromInline
  func scheduleDrain() {
    // Detached: what is drained is not the work of whoever came first, nor are its task-local values.
    Task.detached { @MainActor in self.drain() }
  }

  @MainActor
  private func drain() {
    let batch = state.withLock { state in
      let batch = state.items
      state.items = []
      state.openRun = nil
      return batch
    }
    for item in batch {
      item.runInTurn()
    }
    let mustGoOn = state.withLock { state in
      state.isScheduled = !state.items.isEmpty
      return state.isScheduled
    }
    if mustGoOn { scheduleDrain() }
  }
}
