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
    return StateFlow(StateFlowMirror.flow(of: node))
  }
}
