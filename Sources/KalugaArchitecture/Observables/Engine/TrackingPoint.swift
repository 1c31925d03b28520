public import Observation
import Synchronization

/// Where Swift Observation tracks one node.
///
/// Made at the first tracked read. After it has notified its trackers, writes cost nothing more until the next
/// tracked read.
@usableFromInline
final class TrackingPoint: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let armed = Atomic(false)
  /// The points of the nodes that a derived node gets its value from in the end.
  private let roots = Lock<[TrackingPoint]>([])

  /// Whether a tracker has read since trackers were last notified.
  var isArmed: Bool { armed.load(ordering: .acquiring) }

  /// Notifies the running tracker, if there is one, of the next change.
  func access() {
    arm()
    registrar.access(self, keyPath: TrackingProbe.path)
  }

  @usableFromInline
  @MainActor
  func willChange() {
    // A tracker that is still reading is notified again: it has not been installed yet.
    armed.store(TrackingProbe.isTracking, ordering: .releasing)
    registrar.willSet(self, keyPath: TrackingProbe.path)
  }

  @usableFromInline
  @MainActor
  func didChange() {
    registrar.didSet(self, keyPath: TrackingProbe.path)
  }

  /// Has the next change notify trackers.
  func arm() {
    armed.store(true, ordering: .releasing)
  }

  func disarm() {
    armed.store(false, ordering: .releasing)
  }

  // MARK: Derived values

  func setRoots(_ make: () -> [TrackingPoint]) {
    guard roots.withLock(\.isEmpty) else { return }
    let made = make()
    roots.withLock { $0 = made }
  }

  /// Has the running tracker follow what the value is derived from.
  ///
  /// Called when the derived observable is released, which may happen while it is being tracked: the
  /// observable in `$name.map { … }.current` is temporary.
  func trackRoots() {
    for root in roots.withLock({ $0 }) where root.isRead(TrackingProbe.path, TrackingProbe.note) {
      root.arm()
    }
  }

  // MARK: The probe

  subscript(probe: TrackingProbe.Key) -> Bool { true }

  /// Whether a tracker is reading now, which then is notified of the next change.
  fileprivate func isRead(_ path: KeyPath<TrackingPoint, Bool>, _ note: TrackingProbe.Note) -> Bool
  {
    note.wasHashed.store(false, ordering: .relaxed)
    registrar.access(self, keyPath: path)
    return note.wasHashed.load(ordering: .relaxed)
  }
}

/// Finds out within a few nanoseconds whether a tracker of Swift Observation is reading.
///
/// The public interface of Observation cannot answer this. But a tracker stores the key path of each access,
/// and hashes it together with the arguments of the key path's subscript. An argument that notes being hashed
/// therefore answers the question. Should that change, `isReliable` is false, and every read counts as tracked,
/// which is slower and just as right.
@MainActor
@usableFromInline
final class TrackingProbe {
  /// The argument of the key path.
  struct Key: Hashable, Sendable {
    static func == (left: Key, right: Key) -> Bool { true }

    func hash(into hasher: inout Hasher) {
      TrackingProbe.note.wasHashed.store(true, ordering: .relaxed)
    }
  }

  /// Notes that a key has been hashed.
  ///
  /// Atomic, because a tracker that ends hashes what it has stored, on any thread. A read that is being probed
  /// at that moment counts as tracked.
  fileprivate final class Note: Sendable {
    let wasHashed = Atomic(false)
  }

  nonisolated static let path: any KeyPath<TrackingPoint, Bool> & Sendable = \TrackingPoint.[Key()]
  fileprivate nonisolated static let note = Note()

  // Nil at first: a static property that is initialized lazily takes longer to read than the whole question.
  private static var current: TrackingProbe?

  private static var shared: TrackingProbe {
    if let current { return current }
    let probe = TrackingProbe(isReliable: checkIsReliable())
    current = probe
    return probe
  }

  private let path = TrackingProbe.path
  private let note = TrackingProbe.note

  /// Whether tracked reads are noticed.
  private let isReliable: Bool

  /// The point that is asked for nodes that have none.
  ///
  /// A tracker is kept by the points that it has read. So the node of a tracked read takes this point over, and
  /// another probe replaces this one.
  private let spare = TrackingPoint()

  private init(isReliable: Bool) {
    self.isReliable = isReliable
  }

  private static func checkIsReliable() -> Bool {
    let point = TrackingPoint()
    return withObservationTracking {
      point.isRead(path, note)
    } onChange: {
    }
  }

  static var isReliable: Bool { shared.isReliable }

  /// Whether a tracker is reading a node now.
  @usableFromInline
  static func isReadTracked(at parts: NodeParts?) -> Bool {
    let probe = shared
    let point = parts?.tracking.load() ?? probe.spare
    return point.isRead(probe.path, probe.note) || !probe.isReliable
  }

  /// The point that has just been asked.
  static func takeSpare() -> TrackingPoint {
    let probe = shared
    current = TrackingProbe(isReliable: probe.isReliable)
    return probe.spare
  }

  /// Whether a tracker is reading now.
  static var isTracking: Bool {
    guard isReadTracked(at: nil) else { return false }
    _ = takeSpare()
    return true
  }
}
