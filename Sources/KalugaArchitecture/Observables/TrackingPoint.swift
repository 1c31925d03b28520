import Observation

/// Where Swift Observation follows one node.
///
/// Made at the first read that somebody tracks: until then a node pays nothing for it but the
/// question whether somebody does.
@MainActor
final class TrackingPoint: Observable {
  private nonisolated let registrar = ObservationRegistrar()
  private var revision: Int { 0 }

  nonisolated init() {}

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

  nonisolated subscript(detector: TrackingQuestion.Detector) -> Bool { true }

  /// Whether the running read is tracked by somebody; if so, this point is part of the tracking.
  ///
  /// To be asked on the main actor.
  nonisolated func probe(_ question: TrackingQuestion) -> Bool {
    question.note.wasHashed = false
    registrar.access(self, keyPath: question.path)
    return question.note.wasHashed
  }
}
