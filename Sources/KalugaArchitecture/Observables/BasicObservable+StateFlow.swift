extension BasicObservable where Value: Sendable {
  /// The value as a state flow, to be read and iterated from anywhere.
  ///
  ///     for await name in $name.stateFlow { … }       // starts with the current name
  ///
  /// A view and no second storage: it has the new value before the write on the main actor returns. It
  /// follows for as long as somebody holds the flow or iterates. For an observable of a state flow it
  /// is that flow.
  ///
  /// Kaluga: `WithState.stateFlow`.
  public var stateFlow: StateFlow<Value> {
    if let node = node as? StateFlowNode<Value> { return StateFlow(node.storage) }
    return StateFlow(StateFlowMirror.of(node))
  }
}

/// Keeps a state flow equal to a node, for as long as somebody uses the flow.
private enum StateFlowMirror {
  @MainActor
  static func of<Value: Sendable>(_ node: ObservableNode<Value>) -> StateFlowStorage<Value> {
    let hub = node.makeHub()
    if let storage = hub.mirror as? StateFlowStorage<Value> { return storage }
    // The node has decided already what counts as a change: the flow drops nothing more.
    let storage = StateFlowStorage(node.value, areEqual: { _, _ in false })
    hub.mirror = storage
    let token = node.observe { [weak storage] value in
      storage?.update { _ in value }
    }
    storage.keep(token)
    return storage
  }
}
