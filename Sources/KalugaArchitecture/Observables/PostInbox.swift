/// The posts for one subject that wait for the main actor.
///
/// They stand here, so that a main-actor write can apply what waits for the same subject first; and in
/// the order of the global queue stands an item for each run of posts that nothing of another subject
/// has come between. Both orders are made under the lock of the global queue: else two posters could
/// enter here and there in different order, and one of them would be overtaken by itself.
///
/// Unchecked as its base class is: what it adds is touched under that lock, or isolated to the main actor.
@usableFromInline
final class PostInbox<Value: Sendable>: UntypedPostInbox, @unchecked Sendable {
  // Unsafe only by type, and unchecked: only ever touched under the lock of the queue.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) var waiting: [Value] = []

  /// Unsafe only by type: the node owns its inbox, and each run keeps the node.
  @usableFromInline unowned(unsafe) let node: WritableNode<Value>

  /// What stands above is written by who posts, and what stands below by the main actor, for each value: on
  /// one cache line the two processors would wait for each other.
  private let distance: (Int, Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0, 0)

  /// How many have ever been applied, or are being applied.
  @exclusivity(unchecked)
  @MainActor @usableFromInline var applied = 0

  // Taken out of the waiting ones and not yet applied; kept here, as a post that is being applied may
  // lead to a write that has to apply these first. Unchecked, as no user code runs while they are
  // accessed.
  @exclusivity(unchecked)
  @MainActor @usableFromInline var taken: [Value] = []
  @exclusivity(unchecked)
  @MainActor @usableFromInline var nextTaken = 0

  nonisolated init(of node: WritableNode<Value>) {
    unsafe self.node = node
  }

  /// Appends a post at the end of this inbox and of the global queue.
  @inlinable
  func post(_ value: Value) {
    let queue = MainActorQueue.shared
    let mustSchedule = queue.state.withLock { state in
      unsafe waiting.append(value)
      unsafe total &+= 1
      if state.openOwner == ObjectIdentifier(self) { return false }
      return state.append(
        run: PostRun(inbox: self) { [self, node = unsafe node] last in
          withExtendedLifetime(node) { apply(upTo: last) }
        }
      )
    }
    if mustSchedule { queue.scheduleDrain() }
  }

  /// Applies the posts up to a number, but for those that have been.
  @MainActor
  @inlinable
  func apply(upTo last: Int) {
    // Once, and not for each value: that retains it.
    let node = unsafe node
    while unsafe applied < last {
      if unsafe nextTaken == taken.count {
        take()
        if unsafe taken.isEmpty { return }
      }
      let value = unsafe taken[nextTaken]
      unsafe nextTaken += 1
      unsafe applied += 1
      node.storeInTurn(value)
    }
    // Not kept alive by a place that nobody looks at any more.
    if unsafe nextTaken == taken.count { clear() }
  }

  override func applyAll() {
    apply(upTo: .max)
  }

  @MainActor
  @usableFromInline
  func take() {
    let done = unsafe taken
    unsafe nextTaken = 0
    // Released only afterwards, and outside the lock: that may run a user's `deinit`, which may come back
    // to this inbox.
    defer { extendLifetime(done) }
    unsafe taken = MainActorQueue.shared.state.withLock { _ in
      let values = unsafe waiting
      unsafe waiting = []
      return values
    }
  }

  @MainActor
  @usableFromInline
  func clear() {
    let values = unsafe taken
    unsafe taken = []
    unsafe nextTaken = 0
    // Released only now: that may run a user's `deinit`, which may come back to this inbox.
    withExtendedLifetime(values) {}
  }
}

/// What does not depend on the type of the values.
///
/// Unchecked because it has a subclass, and `total` is guarded by a lock that is not its own.
@usableFromInline
class UntypedPostInbox: @unchecked Sendable {
  /// How many posts there have ever been; only ever touched under the lock of the queue.
  @exclusivity(unchecked)
  @usableFromInline nonisolated(unsafe) final var total = 0

  nonisolated init() {}

  /// Applies what waits, in order; what is left in the global queue does nothing then.
  @MainActor
  func applyAll() {
    // Only inboxes of a type are ever made.
    fatalError("\(type(of: self)) must override this")
  }
}

/// Posts for one subject that follow each other in the global queue.
@usableFromInline
final class PostRun: MainActorQueueRun {
  private let inbox: UntypedPostInbox
  /// The number of the last one.
  ///
  /// Unsafe only by type: written under the lock of the queue, and read by the main actor after it has
  /// taken the run out.
  private nonisolated(unsafe) var last = 0
  private let apply: @MainActor @Sendable (Int) -> Void

  @usableFromInline
  init(inbox: UntypedPostInbox, apply: @escaping @MainActor @Sendable (Int) -> Void) {
    self.inbox = inbox
    self.apply = apply
  }

  @usableFromInline var owner: ObjectIdentifier { ObjectIdentifier(inbox) }

  @usableFromInline
  func close() {
    unsafe last = unsafe inbox.total
  }

  @usableFromInline
  func runInTurn() {
    unsafe apply(last)
  }
}
