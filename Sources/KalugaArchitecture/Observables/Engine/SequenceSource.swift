/// Stores the elements of an asynchronous sequence in a node.
///
/// A task of the scope runs the sequence, once for all observers.
final class SequenceSource<Value>: Source {
  private weak var node: Node<Value>?
  private var runs: SharedRuns?
  /// Makes the iterator, and returns the closure that iterates it.
  ///
  /// The closure returns whether the sequence was empty.
  private let collect: @MainActor (Node<Value>) -> (@MainActor () async throws -> Bool)
  private let stateNode = Node(ObservableSourceState.idle, .bySourceState)

  private init(
    collect: @escaping @MainActor (Node<Value>) -> (@MainActor () async throws -> Bool)
  ) {
    self.collect = collect
  }

  deinit {
    runs?.stop()
  }

  var state: Node<ObservableSourceState>? { stateNode }

  func setDemand(_ demand: Demand, for node: any AnyNode) {
    if !node.isComplete { runs?.consumersDidChange { demand != .none } }
  }

  /// Starts a run.
  ///
  /// The iterator is made here and not in the task, so that no element emitted after the start is
  /// lost.
  private func launch(in scope: TaskScope, _ runs: SharedRuns) -> Task<Void, Never>? {
    guard let node else { return nil }
    let operation = collect(node)
    stateNode.store(.running)
    return scope.launch(name: "followed sequence", evenIfCancelled: true) {
      await runs.run(operation)
    }
  }

  private func runDidEnd(_ end: SharedRuns.End) {
    switch end {
    case .stopped: stateNode.store(.idle)
    case .finished: complete(.ended)
    case .failed(let error): complete(.failed(error))
    }
  }

  /// Completes the node: the sequence has no more elements, and the last value stays.
  private func complete(_ state: ObservableSourceState) {
    runs?.stop()
    stateNode.store(state)
    stateNode.complete()
    node?.complete()
  }
}

extension SequenceSource {
  /// Makes a node that stores the transformed elements of a sequence.
  static func makeNode<Sequence: AsyncSequence>(
    _ initial: Value,
    _ policy: ChangePolicy<Value>,
    following sequence: Sequence,
    in scope: TaskScope,
    start: FlowStart,
    _ transform: @escaping @MainActor (Sequence.Element) -> Value
  ) -> Node<Value> {
    let source = SequenceSource { node in
      var iterator = sequence.makeAsyncIterator()
      return { [weak node] in
        var isEmpty = true
        while let element = try await iterator.next(isolation: MainActor.shared) {
          try Sequence.AsyncIterator.checkCancellation()
          isEmpty = false
          node?.store(transform(element))
        }
        return isEmpty
      }
    }
    let node = Node(initial, policy, parts: NodeParts(source: source))
    source.node = node
    let expired = start.hasExpiration ? initial : nil
    // The runs are used only on the main actor, and therefore call `onEnd` and `launch` there.
    let runs = SharedRuns(
      of: Sequence.self,
      start,
      in: scope,
      onEnd: { [weak source] end in MainActor.assumeIsolated { source?.runDidEnd(end) } },
      onExpire: { @MainActor [weak node] didReset in
        if let expired { node?.store(expired) }
        didReset()
      },
      launch: { [weak source] scope, runs in
        MainActor.assumeIsolated { source?.launch(in: scope, runs) }
      }
    )
    source.runs = runs
    runs.start()
    return node
  }
}
