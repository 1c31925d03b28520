/// Stores the elements of an asynchronous sequence in a node.
///
/// The sequence is run once for all observers, by a task of the scope. Its iterator is made synchronously, so
/// that no element is lost that is emitted after the start.
final class SequenceSource<Value>: Source {
  // Weak: a scope without owners ends, and the run with it. An observed node would otherwise keep it alive.
  private weak let scope: TaskScope?
  private weak var node: Node<Value>?
  private let policy: FlowStart
  /// Makes the iterator, and returns the run.
  private let collect: @MainActor (Node<Value>) -> (@MainActor () async throws -> Void)
  private let stateNode = Node(ObservableSourceState.idle, .bySourceState)

  private var collection: Task<Void, Never>?
  /// The last run that was cancelled: the next one waits for its end.
  private var cancelled: Task<Void, Never>?
  /// Whether the run is being made, by the user's code, which may observe the node.
  private var isStarting = false
  private var graceTimer: Task<Void, Never>?
  /// Identifies the run: one that was cancelled may end late.
  private var run = 0

  private init(
    in scope: TaskScope,
    start policy: FlowStart,
    collect: @escaping @MainActor (Node<Value>) -> (@MainActor () async throws -> Void)
  ) {
    self.scope = scope
    self.policy = policy
    self.collect = collect
  }

  deinit {
    collection?.cancel()
    graceTimer?.cancel()
  }

  nonisolated var isVolatile: Bool { false }
  var state: Node<ObservableSourceState>? { stateNode }

  func follow(_ demand: Demand, for node: any AnyNode) {
    guard !node.isComplete else { return }
    if demand == .allChanges { observersDidBegin() } else { observersDidEnd() }
  }

  private func observersDidBegin() {
    graceTimer.take()?.cancel()
    startCollection()
  }

  private func observersDidEnd() {
    guard case .whileSubscribed(let grace, let clock) = policy else { return }
    guard grace > .zero else { return stopCollection() }
    graceTimer = scope?.launch { [weak self] in
      try await clock.sleep(for: grace)
      self?.graceDidEnd()
    }
  }

  private func graceDidEnd() {
    if node?.isUsed == false { stopCollection() }
  }

  private func startCollection() {
    guard collection == nil, !isStarting, let node else { return }
    isStarting = true
    defer { isStarting = false }
    guard let scope, scope.isActive else { return end(.ended) }
    run += 1
    let run = run
    let operation = collect(node)
    stateNode.store(.running)
    let task = scope.launch(
      ifCancelled: { [weak self] in self?.collectionDidEnd(.ended, run) }
    ) { [weak self, cancelled] in
      await cancelled?.value
      do {
        try await operation()
        self?.collectionDidEnd(.ended, run)
      } catch {
        // A run that was cancelled with its scope, and says so, has ended and not failed.
        self?.collectionDidEnd(error is CancellationError ? .ended : .failed(error), run)
        throw error
      }
    }
    cancelled = nil
    // Making the iterator may have ended the scope.
    guard let task else { return end(.ended) }
    collection = task
  }

  private func stopCollection() {
    cancelled = collection.take()
    cancelled?.cancel()
    stateNode.store(.idle)
  }

  private func collectionDidEnd(_ state: ObservableSourceState, _ run: Int) {
    if run == self.run, collection != nil { end(state) }
  }

  /// Completes the node: the sequence has no more elements, and the last value stays.
  private func end(_ state: ObservableSourceState) {
    collection = nil
    stateNode.store(state)
    stateNode.complete()
    node?.complete()
  }
}

extension SequenceSource {
  /// Makes a node that stores what the closure makes of the elements of a sequence.
  static func makeNode<Sequence: AsyncSequence>(
    _ initial: Value,
    _ policy: ChangePolicy<Value>,
    following sequence: Sequence,
    in scope: TaskScope,
    start: FlowStart,
    _ transform: @escaping @MainActor (Sequence.Element) -> Value
  ) -> Node<Value> {
    let source = SequenceSource(in: scope, start: start) { node in
      var iterator = sequence.makeAsyncIterator()
      return { [weak node] in
        while let element = try await iterator.next(isolation: MainActor.shared) {
          // An element that arrives after the end of the scope or of the observation is too late.
          try Task.checkCancellation()
          node?.store(transform(element))
        }
      }
    }
    let node = Node(initial, policy, parts: NodeParts(source: source), isDerived: false)
    source.node = node
    if case .eagerly = start { source.startCollection() }
    return node
  }
}
