public import Synchronization

/// What a node needs only if it has a source, trackers, a state flow, posts or a name.
///
/// Allocated on first use. A node that computes its value has a ``Derivation`` instead, which knows
/// the type of the value.
@MainActor
@usableFromInline
class NodeParts {
  enum Trackers {
    case none
    /// A tracker is going to read the value, once the node follows its source.
    case beginning
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

  /// The same point, made now if necessary.
  final var trackingPoint: TrackingPoint { tracking.load() ?? tracking.storeIfNil(TrackingPoint()) }

  /// Reports an access to Swift Observation, and returns whether a tracker has to be told about the
  /// source of the node.
  ///
  /// The caller keeps `path`, which is made at its first access to a node that has a source.
  @usableFromInline
  final func isAccessTracked(_ path: inout TrackingPoint.Path?) -> Bool {
    let point = trackingPoint
    guard source != nil else {
      point.access()
      return false
    }
    if path == nil { path = TrackingPoint.makePath() }
    if let path { point.access(path) }
    return TrackingPoint.isStored(&path)
  }

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

  // MARK: The source

  // Unchecked: no user code runs during an access. The check for overlapping accesses would take a
  // good part of a derived write.

  /// The last check of the source.
  @safe @exclusivity(unchecked) @usableFromInline final var check = SourceState()
  /// The epoch in which the value was computed, while the node was not used.
  @safe @exclusivity(unchecked) @usableFromInline final var computedEpoch: UInt64 = 0
  /// Whether the value is being computed.
  @safe @exclusivity(unchecked) @usableFromInline final var isComputing = false
  /// Whether a round has visited the node while its value was being computed.
  @safe @exclusivity(unchecked) @usableFromInline final var wasVisited = false

  /// Whether the value has to be checked before it can be read.
  @inlinable final var isOutdated: Bool {
    check.epoch != SourceState.final && check.epoch != Delivery.epoch
  }

  /// Checks the source, and returns its version; nil if only the value can tell.
  @usableFromInline
  final func checkSource() -> UInt64? {
    let epoch = Delivery.epoch
    let result = source?.check()
    // A change that was made during the check may have come too late for it.
    let isFinal = result?.isFinal == true && epoch == Delivery.epoch
    check = SourceState(epoch: isFinal ? SourceState.final : epoch, version: result?.version)
    return result?.version
  }

  /// The version of the value that has just been read, after a check that found this version.
  @usableFromInline
  final func readVersion(after checked: UInt64?) -> UInt64? {
    guard let version = source?.versionOfLastRead else { return checked }
    check.version = version
    return version
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

/// What a node found when it last checked its source.
@usableFromInline
struct SourceState {
  /// The epoch of a check that never has to be repeated, unless the node is marked.
  @inlinable static var final: UInt64 { .max }
  /// The epoch of no check.
  @inlinable static var none: UInt64 { 0 }

  /// When the check took place.
  @usableFromInline var epoch = SourceState.none
  /// The version of the source that the value of the node belongs to; nil if it is unknown.
  @usableFromInline var version: UInt64?
}
