/// Something to be done on the main actor, in its turn.
@usableFromInline
protocol MainActorQueueItem: AnyObject, Sendable {
  @MainActor func runInTurn()
}

/// Several things of one owner that follow each other; more may join while it is the last item.
@usableFromInline
protocol MainActorQueueRun: MainActorQueueItem {
  var owner: ObjectIdentifier { get }

  /// No more things join; called under the lock of the queue.
  func close()
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
    private var items: [any MainActorQueueItem] = []
    private var isScheduled = false
    /// The last item, if it is a run.
    private var openRun: (any MainActorQueueRun)?
    /// Whose run that is; apart from it, so that nobody has to retain the run to know.
    ///
    /// Nobody else can have the same address meanwhile: the run keeps its owner.
    @usableFromInline private(set) var openOwner: ObjectIdentifier?

    /// Appends an item; says whether a drain must be scheduled.
    mutating func append(_ item: any MainActorQueueItem) -> Bool {
      closeRun()
      items.append(item)
      defer { isScheduled = true }
      return !isScheduled
    }

    @usableFromInline
    mutating func append(run: any MainActorQueueRun) -> Bool {
      let mustSchedule = append(run)
      openRun = run
      openOwner = run.owner
      return mustSchedule
    }

    private mutating func closeRun() {
      openRun?.close()
      openRun = nil
      openOwner = nil
    }

    mutating func takeItems() -> [any MainActorQueueItem] {
      closeRun()
      defer { items = [] }
      return items
    }

    /// Called when what was taken is done; says whether another drain must be scheduled.
    mutating func didDrain() -> Bool {
      isScheduled = !items.isEmpty
      return isScheduled
    }
  }

  @usableFromInline let state = Lock(State())

  func enqueue(_ item: any MainActorQueueItem) {
    if state.withLock({ $0.append(item) }) { scheduleDrain() }
  }

  @usableFromInline
  func scheduleDrain() {
    // Detached: what is drained is not the work of whoever came first, nor are its task-local values.
    Task.detached { @MainActor in self.drain() }
  }

  @MainActor
  private func drain() {
    for item in state.withLock({ $0.takeItems() }) {
      item.runInTurn()
    }
    if state.withLock({ $0.didDrain() }) { scheduleDrain() }
  }
}
