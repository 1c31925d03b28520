import Synchronization

/// Keeps a state flow equal to a node, for as long as the flow is used.
///
///     flow ──▶ mirror ──▶ node
///
/// The node updates its mirror before it calls observers, so observers see the same value in both.
@MainActor
final class StateFlowMirror<Value: Sendable>: NodeMirror {
  private let node: Node<Value>
  private weak var storage: StateFlowStorage<Value>?

  /// Returns the flow of a node: the same one for as long as it is used.
  static func flow(of node: Node<Value>) -> StateFlowStorage<Value> {
    node.addUse()
    // A getter may return another value by now.
    Delivery.prepare()
    _ = node.checkedVersion()
    let value = node.storedValue
    if let storage = storage(of: node) {
      node.removeUse()
      return storage
    }
    let storage = StateFlowStorage(
      value,
      // The node has already dropped equal values. With `==`, a slow consumer also skips a value
      // that changed and changed back.
      areEqual: node.comparison == .equality ? areEqualNonisolated : { _, _ in false }
    )
    let mirror = StateFlowMirror(node, storage)
    node.makeParts().mirror = mirror
    // Ends the mirror when the flow is released, on any thread.
    storage.keep(SimpleDisposable(onDisposeOnMainActor: { mirror.end() }))
    if node.isComplete { storage.finish() }
    return storage
  }

  private static func storage(of node: Node<Value>) -> StateFlowStorage<Value>? {
    (node.parts?.mirror as? StateFlowMirror)?.storage
  }

  private init(_ node: Node<Value>, _ storage: StateFlowStorage<Value>) {
    self.node = node
    self.storage = storage
  }

  func nodeDidChange() {
    guard let storage else { return }
    // No other writer exists.
    _ = storage.commit(node.storedValue, ifVersion: storage.version)
  }

  func nodeDidComplete() {
    storage?.finish()
  }

  private func end() {
    let parts = node.makeParts()
    // Another flow may have been asked for since this one was released.
    if parts.mirror === self { parts.mirror = nil }
    node.removeUse()
  }
}

/// An object that is kept equal to a node.
@MainActor
protocol NodeMirror: AnyObject, Sendable {
  /// Called after each change of the value, before the observers.
  func nodeDidChange()

  /// Called when the value can never change again.
  func nodeDidComplete()
}
