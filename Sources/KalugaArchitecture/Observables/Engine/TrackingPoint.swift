public import Observation
import Synchronization

/// The object through which Swift Observation tracks a node.
///
/// Made at the first tracked read. After it has notified its trackers, writes have no extra cost
/// until the next tracked read.
@usableFromInline
final class TrackingPoint: Observable, Sendable {
  private let registrar = ObservationRegistrar()
  private let armed = Atomic(false)
  /// The tracking points of the nodes at the start of every chain that leads to a derived node.
  private let roots = Lock<[TrackingPoint]>([])
  /// The point at which the last change found a tracker that was still reading.
  ///
  /// Observation keeps a tracker until it is notified or a point that it has read is released.
  @MainActor private var probed: TrackingPoint?

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
    let lastProbed = probed
    probed = TrackingProbe.takeSpareIfTracked()
    armed.store(probed != nil, ordering: .releasing)
    registrar.willSet(self, keyPath: TrackingProbe.path)
    extendLifetime(lastProbed)
  }

  @usableFromInline
  @MainActor
  func didChange() {
    registrar.didSet(self, keyPath: TrackingProbe.path)
  }

  /// Makes the next change notify trackers.
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

  /// Makes the running tracker follow the nodes that the value is derived from.
  ///
  /// Called when the last handle on the derived node is released. That may happen while the node is
  /// being tracked, because the observable in `$name.map { … }.current` is temporary.
  func trackRoots() {
    for root in roots.withLock({ $0 }) where root.isRead(TrackingProbe.path, TrackingProbe.note) {
      root.arm()
    }
  }

  // MARK: The probe

  subscript(probe: TrackingProbe.Key) -> Bool { true }

  /// Returns whether a tracker is reading now; if so, the tracker is notified of the next change.
  fileprivate func isRead(_ path: KeyPath<TrackingPoint, Bool>, _ note: TrackingProbe.Note) -> Bool
  {
    note.wasHashed.store(false, ordering: .relaxed)
    registrar.access(self, keyPath: path)
    return note.wasHashed.load(ordering: .relaxed)
  }
}

/// Finds out within a few nanoseconds whether a tracker of Swift Observation is reading.
///
/// The public interface of Observation cannot answer this. But a tracker stores the key path of
/// each access, and hashes it together with the arguments of the key path's subscript. An argument
/// that notes being hashed therefore answers the question. If a toolchain changes that,
/// `isReliable` is false and every read counts as tracked, which is slower but still correct.
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
  /// Atomic, because a tracker that ends hashes its stored key paths, on any thread. A read that is
  /// being probed at that moment counts as tracked.
  fileprivate final class Note: Sendable {
    let wasHashed = Atomic(false)
  }

  nonisolated static let path: any KeyPath<TrackingPoint, Bool> & Sendable = \TrackingPoint.[Key()]
  fileprivate nonisolated static let note = Note()

  // Nil at first, because reading a lazily initialized static property takes longer than the whole
  // probe.
  private static var current: TrackingProbe?

  private static var shared: TrackingProbe {
    if let current { return current }
    let probe = TrackingProbe()
    current = probe
    return probe
  }

  private let path = TrackingProbe.path
  private let note = TrackingProbe.note

  /// Whether the probe detects tracked reads.
  private let isReliable: Bool

  /// The tracking point that is probed for nodes without one.
  ///
  /// The points that a tracker has read retain the tracker. The node of a tracked read therefore
  /// takes this point over, and a new probe replaces this one.
  private let spare: TrackingPoint

  /// Creates a probe, and checks its reliability unless that is known.
  private init(isReliable: Bool? = nil) {
    let spare = TrackingPoint()
    self.spare = spare
    // Checked with the spare, which outlives the check: Observation adds the reads of the check to
    // those of a tracker that surrounds it, and would keep that tracker if the point were released.
    self.isReliable =
      isReliable
      ?? withObservationTracking { [path, note] in
        spare.isRead(path, note)
      } onChange: {
      }
  }

  static var isReliable: Bool { shared.isReliable }

  /// Returns whether a tracker is reading a node now.
  @usableFromInline
  static func isReadTracked(at parts: NodeParts?) -> Bool {
    let probe = shared
    let point = parts?.tracking.load() ?? probe.spare
    return point.isRead(probe.path, probe.note) || !probe.isReliable
  }

  /// Returns the point that has just been probed, and replaces the probe.
  static func takeSpare() -> TrackingPoint {
    let probe = shared
    current = TrackingProbe(isReliable: probe.isReliable)
    return probe.spare
  }

  /// Returns the point at which a tracker is reading now, and replaces the probe; nil if none is.
  static func takeSpareIfTracked() -> TrackingPoint? {
    isReadTracked(at: nil) ? takeSpare() : nil
  }
}
