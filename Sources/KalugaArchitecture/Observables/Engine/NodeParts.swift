public import Synchronization

/// The rarely used state of a node, allocated on first use; a node of a source has a
/// ``Derivation``.
@MainActor
@usableFromInline
class NodeParts {
  enum Trackers {
    case none
    /// Trackers are waiting for a change.
    case waiting
    /// Trackers have been notified, and none has read since.
    case notified
  }

  /// Where the value comes from; nil for a node that only stores it.
  nonisolated final let source: (any Source)?

  /// The name shown in diagnostics.
  final var label: String?

  /// A state flow that is kept equal to the node.
  final var mirror: (any NodeMirror)?

  /// The point at which Swift Observation tracks the node, from the first read on.
  @usableFromInline nonisolated final let tracking = AtomicLazy<TrackingPoint>()

  /// What trackers of Swift Observation need from the source.
  final var trackers = Trackers.none

  /// The number of observables that trackers have read.
  nonisolated final let readers = Atomic(0)

  /// Retains the node for trackers; nil if there are none.
  final weak var keeper: TrackingPoint.Keeper?

  /// Whether posts from other isolations are waiting.
  @usableFromInline nonisolated final let hasPosts = Atomic(false)
  private nonisolated final let posts = Lock(Posts())

  nonisolated init(source: (any Source)? = nil) {
    self.source = source
  }

  /// Updates the state flow that is kept equal to the node.
  @usableFromInline
  final func updateMirror() {
    mirror?.nodeDidChange()
  }

  // MARK: Posts

  private struct Posts {
    var waiting = FIFOQueue<@MainActor @Sendable () -> Void>()
    /// The number of posts that were applied before their turn.
    var applied = 0
  }

  /// Queues a post of a subject.
  ///
  /// The queue of the main actor gets an item for each post, which keeps the order across nodes.
  /// The post itself waits here, so that a write on the main actor finds it. Both happen under the
  /// queue's lock, so that two posts cannot change places.
  @usableFromInline
  nonisolated final func append(_ post: @escaping @MainActor @Sendable () -> Void) {
    MainActorQueue.shared.enqueue(self) {
      posts.withLock { posts in
        posts.waiting.append(post)
        hasPosts.store(true, ordering: .releasing)
      }
    }
  }

  /// Applies the posts that are waiting before a write on the main actor.
  @usableFromInline
  final func applyPosts() {
    while let post = takePost(early: true) { apply(post) }
  }

  private final func apply(_ post: @MainActor @Sendable () -> Void) {
    post()
    ArchitectureEvents.send(.posted(subject: label ?? "a subject"))
  }

  private final func takePost(early isEarly: Bool) -> (@MainActor @Sendable () -> Void)? {
    posts.withLock { posts in
      if !isEarly, posts.applied > 0 {
        posts.applied -= 1
        return nil
      }
      let post = posts.waiting.popFirst()
      if isEarly, post != nil { posts.applied += 1 }
      if posts.waiting.isEmpty { hasPosts.store(false, ordering: .releasing) }
      return post
    }
  }
}

extension NodeParts: MainActorQueueItem {
  /// Applies one post in its turn.
  @usableFromInline
  final func runInTurn() {
    if let post = takePost(early: false) { apply(post) }
  }
}
