/// A piece of work that runs on the main actor in queue order.
@usableFromInline
protocol MainActorQueueItem: AnyObject, Sendable {
  @MainActor func runInTurn()
}

/// Runs work from any thread on the main actor, in one global order and with one job for many
/// items.
///
/// All posts, deferred clean-ups and removals of the process use `shared`, so that queued posts
/// arrive in one order across subjects. A job runs the items that are waiting when it begins. Later
/// items get a job of their own, so that other main-actor jobs can run in between.
@usableFromInline
final class MainActorQueue: Sendable {
  @usableFromInline static let shared = MainActorQueue()

  private struct State {
    var items: [any MainActorQueueItem] = []
    var isScheduled = false
  }

  /// A queued closure.
  private final class Job: MainActorQueueItem {
    let body: @MainActor @Sendable () -> Void

    init(_ body: @escaping @MainActor @Sendable () -> Void) {
      self.body = body
    }

    func runInTurn() {
      body()
    }
  }

  private let state = Lock(State())

  /// Appends a closure.
  @usableFromInline
  func enqueue(_ body: @escaping @MainActor @Sendable () -> Void) {
    enqueue(Job(body))
  }

  /// Appends an item, and runs the closure under the lock of the queue.
  @usableFromInline
  func enqueue(_ item: any MainActorQueueItem, underLock body: () -> Void = {}) {
    let mustSchedule = state.withLock { state in
      state.items.append(item)
      body()
      defer { state.isScheduled = true }
      return !state.isScheduled
    }
    if mustSchedule { scheduleDrain() }
  }

  private func scheduleDrain() {
    // Detached: the items do not belong to the task that queued the first one.
    Task.detached { @MainActor in self.drain() }
  }

  @MainActor
  private func drain() {
    let items = state.withLock { state in
      defer { state.items = [] }
      return state.items
    }
    for item in items { item.runInTurn() }
    let mustSchedule = state.withLock { state in
      state.isScheduled = !state.items.isEmpty
      return state.isScheduled
    }
    if mustSchedule { scheduleDrain() }
  }
}
