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

  /// The waiting items; a job is scheduled while there are any.
  private let items = Lock<[any MainActorQueueItem]>([])

  /// Appends a closure.
  @usableFromInline
  func enqueue(_ body: @escaping @MainActor @Sendable () -> Void) {
    enqueue(Job(body))
  }

  /// Appends an item, and runs the closure under the lock of the queue.
  @usableFromInline
  func enqueue(_ item: any MainActorQueueItem, underLock body: () -> Void = {}) {
    let mustSchedule = items.withLock { items in
      defer { items.append(item) }
      body()
      return items.isEmpty
    }
    // Detached: the items do not belong to the task that queued the first one.
    if mustSchedule { Task.detached { @MainActor in self.drain() } }
  }

  @MainActor
  private func drain() {
    let waiting = items.withLock { items in
      defer { items = [] }
      return items
    }
    for item in waiting { item.runInTurn() }
  }
}
