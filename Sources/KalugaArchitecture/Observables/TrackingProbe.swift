import Observation
import Synchronization

/// Finds out, for a few nanoseconds, whether reads are being tracked.
///
/// Observation has no such question in its public interface. But while it tracks it must store the key
/// path of each access, and so must hash it, and with it the arguments of the key path's subscript:
/// one that notes being hashed tells. Should that ever change, `isReliable` is false and every read
/// counts as tracked, which is slower and just as right.
@MainActor
@usableFromInline
enum TrackingProbe {
  // Nil at first, and so known to the compiler: a static property with another first value is asked, at each
  // access, whether it has been made. Unmanaged and unchecked: to retain it at each read or to check that
  // nobody writes it meanwhile would take longer than the question. Nobody does: only the main actor uses it.
  @exclusivity(unchecked)
  private static var madeQuestion: Unmanaged<TrackingQuestion>?

  private static var question: Unmanaged<TrackingQuestion> {
    if let made = unsafe madeQuestion { return unsafe made }
    let made = unsafe Unmanaged.passRetained(TrackingQuestion())
    unsafe madeQuestion = unsafe made
    return unsafe made
  }

  /// Whether somebody tracks the running read.
  @usableFromInline
  static func isReadTracked() -> Bool { unsafe ask(question) }

  /// Not isolated: a closure that is would ask for the running executor.
  private nonisolated static func ask(_ question: Unmanaged<TrackingQuestion>) -> Bool {
    unsafe question._withUnsafeGuaranteedRef { $0.isReadTracked }
  }

  /// A point that is part of the tracking of the running read; nil if nobody tracks.
  ///
  /// The caller keeps the point: what tracks is kept by it until it is told, and must be released
  /// together with what was read.
  static func pointOfRunningRead() -> TrackingPoint? {
    isReadTracked() ? unsafe question.takeUnretainedValue().takeSpare() : nil
  }

  /// Whether the running read is tracked; if so, the point is part of the tracking.
  static func isTracked(_ point: TrackingPoint) -> Bool {
    let question = unsafe question.takeUnretainedValue()
    // Asked second: a tracked read must not be the one that runs the check.
    return point.probe(question) || !question.isReliable
  }

  /// Whether reads that somebody tracks are noticed.
  static var isReliable: Bool { unsafe question.takeUnretainedValue().isReliable }
}

/// What is asked at each read; there is one of it.
final class TrackingQuestion {
  /// Whether the key path has been hashed.
  ///
  /// Atomic, as tracking that ends hashes what it had stored, on whichever thread ends it. Should that
  /// happen while a read is probed, the read counts as tracked: slower, and just as right.
  final class Note: Sendable {
    private let hashed = Atomic(false)

    var wasHashed: Bool {
      get { hashed.load(ordering: .relaxed) }
      set { hashed.store(newValue, ordering: .relaxed) }
    }
  }

  /// The argument of the key path.
  struct Detector: Hashable {
    fileprivate let note: Note

    static func == (left: Detector, right: Detector) -> Bool { left.note === right.note }

    func hash(into hasher: inout Hasher) {
      note.wasHashed = true
    }
  }

  let note: Note
  let path: KeyPath<TrackingPoint, Bool>

  /// The point that is asked by nodes which have none.
  ///
  /// Unmanaged and unchecked as the question itself is.
  @exclusivity(unchecked)
  private var spare = unsafe Unmanaged.passRetained(TrackingPoint())

  /// What the check has found; nil until it has been made.
  private var finding: Bool?

  init() {
    let note = Note()
    self.note = note
    path = \TrackingPoint.[Detector(note: note)]
  }

  deinit {
    unsafe spare.release()
  }

  /// Whether somebody tracks the running read.
  var isReadTracked: Bool {
    // Asked second: a tracked read must not be the one that runs the check.
    unsafe spare._withUnsafeGuaranteedRef { $0.probe(self) } || !isReliable
  }

  /// The point that was asked, which is replaced.
  func takeSpare() -> TrackingPoint {
    let point = unsafe spare.takeRetainedValue()
    unsafe spare = unsafe .passRetained(TrackingPoint())
    return point
  }

  /// Whether reads that somebody tracks are noticed.
  var isReliable: Bool {
    if let finding { return finding }
    let found = check()
    finding = found
    return found
  }

  private func check() -> Bool {
    let point = TrackingPoint()
    return withExtendedLifetime(point) {
      withObservationTracking {
        point.probe(self)
      } onChange: {
      }
    }
  }
}
