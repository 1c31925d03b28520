/// What few hubs need; made when the first of it is needed, so that the others stay small.
@MainActor
final class ObserverHubExtras<Value> {
  /// What those saw who were added since the running round began: they may differ from the rest.
  var latecomers: [(value: Value, version: UInt64)] = []

  /// Who waits for the end of the running rounds.
  var afterRounds: [OneShot<Void>] = []

  /// Shown in diagnostics.
  var label: String?

  /// What keeps a state flow equal to the node, if anybody uses one.
  weak var mirror: (any ObserverHubMirror)?

  /// Called when the last observer is gone.
  var onEmpty: (@MainActor () -> Void)?

  func takeLatecomers() -> [(value: Value, version: UInt64)] {
    defer { latecomers = [] }
    return latecomers
  }

  func takeAfterRounds() -> [OneShot<Void>] {
    defer { afterRounds = [] }
    return afterRounds
  }
}

/// Something that is equal to the node at any time, also inside a round.
@MainActor
protocol ObserverHubMirror: AnyObject, Sendable {
  /// Called before the observers are told.
  func nodeDidChange()
}
