/// A node that takes its values from an asynchronous sequence.
///
/// The sequence is run once for all observers, by a task of the scope. The iterator is made
/// synchronously, so that what is emitted after the start arrives. While the node has observers the
/// running task keeps it; otherwise it only follows for whoever holds the observable.
final class SequenceNode<Value>: RuledNode<Value> {
  // Not held: a scope that nobody else holds ends, and the run with it. The node, which keeps itself while
  // it has observers, would otherwise keep both for ever.
  private weak let scope: TaskScope?
  private let policy: FlowStart
  private let collect: @MainActor (SequenceNode) -> (@MainActor () async throws -> Void)
  private let stateNode = RuledNode(ObservableSourceState.idle, conflation: .bySourceState)

  private var collection: Task<Void, Never>?
  /// Whether the run is being made: that is foreign code, which may observe this very node.
  private var isStarting = false
  private var graceTimer: Task<Void, Never>?
  /// Tells the runs of the sequence apart: one that was cancelled may end late.
  private var run = 0
  private var keepAlive: SequenceNode?

  init(
    _ initial: Value,
    conflation: Conflation<Value>,
    in scope: TaskScope,
    start policy: FlowStart,
    collect: @escaping @MainActor (SequenceNode) -> (@MainActor () async throws -> Void)
  ) {
    self.scope = scope
    self.policy = policy
    self.collect = collect
    super.init(initial, conflation: conflation)
    if case .eagerly = policy { startCollection() }
  }

  deinit {
    collection?.cancel()
    graceTimer?.cancel()
  }

  override var sourceState: ObservableNode<ObservableSourceState>? { stateNode }

  override var hasStop: Bool { true }

  override func start() {
    // No run will come whose end lets go of the node again.
    guard !isComplete else { return }
    graceTimer.take()?.cancel()
    keepAlive = self
    startCollection()
  }

  override func stop() {
    keepAlive = nil
    guard case .whileSubscribed(let grace, let clock) = policy else { return }
    guard grace > .zero else { return stopCollection() }
    graceTimer = scope?.launch { [weak self] in
      try await clock.sleep(for: grace)
      self?.graceDidEnd()
    }
  }

  private func graceDidEnd() {
    if hub?.liveCount == 0 { stopCollection() }
  }

  private func startCollection() {
    guard collection == nil, !isStarting, !isComplete else { return }
    isStarting = true
    defer { isStarting = false }
    guard let scope, scope.isActive else { return end(.ended) }
    run += 1
    let run = run
    let operation = collect(self)
    stateNode.store(.running)
    let task = scope.launch(
      ifCancelled: { [weak self] in self?.collectionDidEnd(.ended, run) }
    ) { [weak self] in
      do {
        try await operation()
        self?.collectionDidEnd(.ended, run)
      } catch {
        // Cancelled with its scope, and says so: that is an end and no failure.
        self?.collectionDidEnd(error is CancellationError ? .ended : .failed(error), run)
        throw error
      }
    }
    // The scope may have ended since, also by what the making of the iterator did.
    guard let task else { return end(.ended) }
    collection = task
  }

  private func stopCollection() {
    collection.take()?.cancel()
    stateNode.store(.idle)
  }

  private func collectionDidEnd(_ state: ObservableSourceState, _ run: Int) {
    guard run == self.run, collection != nil else { return }
    end(state)
  }

  /// The sequence has nothing more to give: the last value stays.
  private func end(_ state: ObservableSourceState) {
    collection = nil
    stateNode.store(state)
    stateNode.complete()
    complete()
    keepAlive = nil
  }
}

extension SequenceNode {
  /// Runs a sequence and stores what the closure makes of its elements.
  static func collecting<Source: AsyncSequence>(
    _ source: Source,
    _ transform: @escaping @MainActor (Source.Element) -> Value
  ) -> @MainActor (SequenceNode) -> (@MainActor () async throws -> Void) {
    { node in
      var iterator = source.makeAsyncIterator()
      return { [weak node] in
        while let element = try await iterator.next(isolation: MainActor.shared) {
          // An element that comes after the end of the scope or of the observation is late.
          try Task.checkCancellation()
          node?.store(transform(element))
        }
      }
    }
  }
}
