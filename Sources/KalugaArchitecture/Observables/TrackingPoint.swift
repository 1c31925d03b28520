import Observation
import Synchronization

/// Where Swift Observation follows one node.
///
/// Made at the first read that somebody tracks: until then a node pays nothing for it but the
/// question whether somebody does.
@MainActor
final class TrackingPoint: Observable {
  private nonisolated let registrar = ObservationRegistrar()
  private var revision: Int { 0 }

  func access() {
    registrar.access(self, keyPath: \.revision)
  }

  func willChange() {
    registrar.willSet(self, keyPath: \.revision)
  }

  func didChange() {
    registrar.didSet(self, keyPath: \.revision)
  }

  // MARK: The probe

  /// A key path that is made once and never changes, and whether it has been hashed.
  private final class Question {
    let path: KeyPath<TrackingPoint, Bool> = \TrackingPoint.[Detector()]
    // Atomic, as tracking that ends hashes what it had stored, on whichever thread ends it. Should that
    // happen while a read is probed, the read counts as tracked: slower, and just as right.
    let wasHashed = Atomic(false)
  }

  // Unmanaged, and so neither retained nor released at each read; unsafe only because key paths are not
  // sendable by type.
  private nonisolated(unsafe) static let question = unsafe Unmanaged.passRetained(Question())

  private nonisolated subscript(detector: Detector) -> Bool { true }

  /// Whether the running read is tracked by somebody; if so, this point is part of the tracking.
  ///
  /// To be asked on the main actor.
  nonisolated func probe() -> Bool {
    unsafe Self.question._withUnsafeGuaranteedRef { question in
      question.wasHashed.store(false, ordering: .relaxed)
      registrar.access(self, keyPath: question.path)
      return question.wasHashed.load(ordering: .relaxed)
    }
  }

  private struct Detector: Hashable, Sendable {
    func hash(into hasher: inout Hasher) {
      unsafe TrackingPoint.question._withUnsafeGuaranteedRef {
        $0.wasHashed.store(true, ordering: .relaxed)
      }
    }
  }
}

/// Finds out, for a few nanoseconds, whether reads are being tracked.
///
/// Observation has no such question in its public interface. But while it tracks it must store the key
/// path of each access, and so must hash it, and with it the arguments of the key path's subscript:
/// one that notes being hashed tells. Should that ever change, `isReliable` is false and every read
/// counts as tracked, which is slower and just as right.
@MainActor
@usableFromInline
enum TrackingProbe {
  // Unmanaged and unchecked: this is asked at each read, and retaining it or checking that nobody
  // writes it meanwhile would take longer than the question. Nobody does: only the main actor uses it.
  @exclusivity(unchecked)
  private static var spare = unsafe Unmanaged.passRetained(TrackingPoint())

  /// Whether somebody tracks the running read.
  @usableFromInline
  static func isReadTracked() -> Bool { unsafe probe(spare) || !isReliable }

  /// Not isolated: a closure that is would ask for the running executor.
  private nonisolated static func probe(_ point: Unmanaged<TrackingPoint>) -> Bool {
    unsafe point._withUnsafeGuaranteedRef { $0.probe() }
  }

  /// A point that is part of the tracking of the running read; nil if nobody tracks.
  ///
  /// The caller keeps the point: what tracks is kept by it until it is told, and must be released
  /// together with what was read.
  static func pointOfRunningRead() -> TrackingPoint? {
    guard isReadTracked() else { return nil }
    let point = unsafe spare.takeRetainedValue()
    unsafe spare = unsafe .passRetained(TrackingPoint())
    return point
  }

  /// Whether the running read is tracked; if so, the point is part of the tracking.
  static func isTracked(_ point: TrackingPoint) -> Bool {
    // Asked second: a tracked read must not be the one that runs the check.
    point.probe() || !isReliable
  }

  /// Whether reads that somebody tracks are noticed.
  static let isReliable: Bool = {
    let point = TrackingPoint()
    return withExtendedLifetime(point) {
      withObservationTracking {
        point.probe()
      } onChange: {
      }
    }
  }()
}
