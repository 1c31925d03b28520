import Synchronization

/// The posts for one subject that wait for the main actor.
///
/// They stand in the order of the global queue, which has an item for each run of posts that nothing of
/// another subject has come between; and they stand here, so that a main-actor write can apply what waits
/// for the same subject first.
final class PostInbox: Sendable {
  private struct Posts {
    var waiting: [@MainActor @Sendable () -> Void] = []
    /// How many there have ever been.
    var total = 0
  }

  private let posts = Lock(Posts())

  /// Taken out of the waiting ones and not yet applied; kept here, as a post that is being applied may
  /// lead to a write that has to apply these first.
  @MainActor private var taken: [@MainActor @Sendable () -> Void] = []
  @MainActor private var nextTaken = 0
  /// How many have ever been applied, or are being applied.
  @MainActor private var applied = 0

  nonisolated init() {}

  /// Appends a post at the end of this inbox and of the global queue.
  func post(_ body: @escaping @MainActor @Sendable () -> Void) {
    // Both orders are made under the lock of the global queue: else two posters could enter here
    // and there in different order, and one of them would be overtaken by itself.
    MainActorQueue.shared.enqueueRun(of: self) {
      posts.withLock { posts in
        posts.waiting.append(body)
        posts.total += 1
        return posts.total
      }
    } make: { last in
      PostRun(inbox: self, last: last)
    }
  }

  /// Applies what waits, in order; what is left in the global queue does nothing then.
  @MainActor
  func applyAll() {
    apply(upTo: .max)
  }

  @MainActor
  fileprivate func apply(upTo last: Int) {
    while applied < last {
      if taken.isEmpty { take() }
      guard nextTaken < taken.count else { return }
      let body = taken[nextTaken]
      nextTaken += 1
      if nextTaken == taken.count {
        taken = []
        nextTaken = 0
      }
      applied += 1
      body()
    }
  }

  @MainActor
  private func take() {
    taken = posts.withLock { posts in
      let waiting = posts.waiting
      posts.waiting = []
      return waiting
    }
  }
}

/// Posts for one subject that follow each other in the global queue.
private final class PostRun: MainActorQueueRun {
  private let inbox: PostInbox
  private let last: Atomic<Int>

  init(inbox: PostInbox, last: Int) {
    self.inbox = inbox
    self.last = Atomic(last)
  }

  var owner: AnyObject { inbox }

  func extend(to last: Int) {
    self.last.store(last, ordering: .relaxed)
  }

  /// Applies the posts, but for those that a main-actor write has applied.
  func runInTurn() {
    inbox.apply(upTo: last.load(ordering: .relaxed))
  }
}
