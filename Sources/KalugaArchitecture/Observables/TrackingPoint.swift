import Observation

/// Where Swift Observation follows one node.
///
/// Made at the first read that somebody tracks: until then a node pays nothing for it but the
/// question whether somebody does.
@MainActor
final class TrackingPoint: Observable {
  private let registrar = ObservationRegistrar()
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

  private static let probePath = \TrackingPoint.[Detector()]

  private subscript(detector: Detector) -> Bool { true }

  /// Whether the running read is tracked by somebody; if so, this point is part of the tracking.
  func probe() -> Bool {
    Detector.wasHashed = false
    registrar.access(self, keyPath: Self.probePath)
    return Detector.wasHashed
  }

  private struct Detector: Hashable, Sendable {
    // Only ever touched on the main actor: by the probe, which is isolated to it and hashes in its
    // own call.
    @exclusivity(unchecked) nonisolated(unsafe) static var wasHashed = false

    func hash(into hasher: inout Hasher) {
      Self.wasHashed = true
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
  // Unchecked, as it is only read and written as a whole: this is asked at each read.
  @exclusivity(unchecked) private static var spare = TrackingPoint()

  /// Whether somebody tracks the running read.
  @usableFromInline
  static func isReadTracked() -> Bool { isTracked(spare) }

  /// A point that is part of the tracking of the running read; nil if nobody tracks.
  ///
  /// The caller keeps the point: what tracks is kept by it until it is told, and must be released
  /// together with what was read.
  static func pointOfRunningRead() -> TrackingPoint? {
    let point = spare
    guard isTracked(point) else { return nil }
    spare = TrackingPoint()
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
