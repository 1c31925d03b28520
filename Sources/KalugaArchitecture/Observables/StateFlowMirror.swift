/// Keeps a state flow equal to a node, for as long as somebody uses the flow.
///
///     flow ──▶ mirror ──▶ node
///
/// The mirror is told of a change before the observers are: whatever they compare with the flow
/// agrees. It counts as a handle on the node, which goes on for it.
@MainActor
final class StateFlowMirror<Value: Sendable>: ObserverHubMirror {
  private let node: ObservableNode<Value>
  private weak var storage: StateFlowStorage<Value>?
  private var version: UInt64

  /// The flow of a node: the same one for as long as somebody uses it.
  static func flow(of node: ObservableNode<Value>) -> StateFlowStorage<Value> {
    let hub = node.makeHub()
    if let mirror = hub.mirror as? StateFlowMirror, let storage = mirror.storage {
      mirror.catchUp()
      return storage
    }
    let storage = StateFlowStorage(
      node.value,
      // What counts as a change is decided by the node. But a consumer that was too slow for all
      // values in between must not get the same one twice.
      areEqual: node.conflation.kind == .equality ? areEqualAnywhere : { _, _ in false }
    )
    let mirror = StateFlowMirror(node, storage)
    hub.mirror = mirror
    storage.keep(MirrorFeed(mirror, node.observe { _ in mirror.nodeDidChange() }))
    return storage
  }

  private init(_ node: ObservableNode<Value>, _ storage: StateFlowStorage<Value>) {
    self.node = node
    self.storage = storage
    version = node.version
    node.share()
    node.handleDidBegin()
  }

  deinit {
    node.handleDidEnd()
  }

  /// Takes a change of which nobody has told yet.
  ///
  /// Should it be taken back before anybody tells, nobody will: looks again after that.
  private func catchUp() {
    let before = version
    nodeDidChange()
    guard version != before else { return }
    MainActorQueue.shared.enqueue(MainActorJob { [weak self] in self?.nodeDidChange() })
  }

  func nodeDidChange() {
    let newest = node.version
    guard newest != version, let storage else { return }
    version = newest
    let value = node.value
    // The comparison is the user's, and may have led to a newer value: that one stays.
    guard !node.areEqual(storage.value, value), version == newest else { return }
    // Nobody else writes there.
    _ = storage.commit(value, ifVersion: storage.version)
  }
}

/// What a flow keeps of its mirror; ends with the flow, on any thread.
private final class MirrorFeed: Disposable {
  private let mirror: any ObserverHubMirror
  private let token: any Disposable

  init(_ mirror: any ObserverHubMirror, _ token: any Disposable) {
    self.mirror = mirror
    self.token = token
  }

  func dispose() {
    token.dispose()
  }
}
