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
}

/// Finds out, for a few nanoseconds, whether reads are being tracked.
///
/// Observation has no such question in its public interface. But while it tracks it must store the key
/// path of each access, and so must hash it, and with it the arguments of the key path's subscript:
/// one that notes being hashed tells. Should that ever change, `isReliable` is false and every read
/// counts as tracked, which is slower and just as right.
@MainActor
enum TrackingProbe {
  /// Whether the running read is tracked by somebody.
  static var isTracking: Bool {
    guard isReliable else { return true }
    Detector.wasHashed = false
    probe()
    return Detector.wasHashed
  }

  private static let isReliable: Bool = {
    Detector.wasHashed = false
    probe()
    let outside = Detector.wasHashed
    withObservationTracking {
      probe()
    } onChange: {
    }
    return !outside && Detector.wasHashed
  }()

  private static let target = Target()
  private static let keyPath = \Target.[Detector()]

  private static func probe() {
    target.registrar.access(target, keyPath: keyPath)
  }

  private final class Target: Observable {
    let registrar = ObservationRegistrar()

    subscript(detector: Detector) -> Bool { true }
  }

  private struct Detector: Hashable, Sendable {
    // Only ever touched on the main actor: by the probe, which is isolated to it and hashes in its
    // own call.
    nonisolated(unsafe) static var wasHashed = false

    func hash(into hasher: inout Hasher) {
      Self.wasHashed = true
    }
  }
}
