/// Runs one load at a time, and shows the state of the latest one in a node.
@MainActor
final class LatestLoad<State> {
  /// The node of the observable that shows the state.
  private(set) weak var node: Node<State>?
  /// The state without a running load, to which a cancelled load returns.
  var settled: State {
    // An old value is released after the access, because its `deinit` may load again.
    didSet { withExtendedLifetime(oldValue) {} }
  }

  private let runs: SerialRuns
  /// Returns what a diagnostic calls the work.
  private let workName: @MainActor () -> String
  /// The task of the running load.
  private var task: Task<Void, Never>?
  /// Identifies the latest load; the end of any other is ignored.
  private var number = 0

  init(
    _ initial: State,
    _ workName: @escaping @MainActor () -> String,
    runs: SerialRuns = SerialRuns()
  ) {
    settled = initial
    self.workName = workName
    self.runs = runs
  }

  /// Makes the node that shows the state, once; it may retain this object as a part of its source.
  func makeNode(_ policy: ChangePolicy<State>, source: (any Source)? = nil) -> Node<State> {
    let parts = source.map { NodeParts(source: $0) }
    let node = Node(settled, policy, parts: parts)
    self.node = node
    return node
  }

  /// Cancels the previous load, and starts a new one when that has ended.
  ///
  /// `onEnd` receives the result, unless this load has been cancelled or replaced by then. It returns
  /// the new settled state, or nil to keep it.
  ///
  /// - Returns: The task, or nil if the scope has ended and the load does not run.
  func start<Value>(
    in scope: TaskScope,
    name: String?,
    showing loading: State,
    _ load: @escaping @MainActor () async throws -> Value,
    onEnd: @escaping @MainActor (Result<Value, any Error>) -> State?
  ) -> Task<Void, Never>? {
    number += 1
    let number = number
    let previous = task
    // Even if it is cancelled before it begins: its end must be shown.
    let started = scope.launch(name: name, evenIfCancelled: true) { [weak self, runs, workName] in
      let result = await runs.result(workName, of: load)
      guard let self, number == self.number else { return }
      task = nil
      if let result, let state = onEnd(result) { settled = state }
      // The release of the old state may have started a newer load.
      if number == self.number { node?.store(settled) }
    }
    task = started
    previous?.cancel()
    // A handler of the cancellation may have started a newer load.
    if number == self.number { node?.store(started == nil ? settled : loading) }
    return started
  }

  /// Cancels the running load, and shows a state that needs none.
  func settle(_ state: State) {
    number += 1
    let number = number
    // Taken first, because the release of the old state may start a newer load.
    let previous = task.take()
    settled = state
    previous?.cancel()
    if number == self.number { node?.store(state) }
  }

  /// Cancels the running load, if there is one, and shows the state before it.
  func endLoad() {
    if task != nil { settle(settled) }
  }

  /// Called on any thread when the observable that shows the state is released.
  nonisolated func ownerDidEnd() {
    // Observables derived from it must not show a running load for ever.
    MainActorQueue.shared.enqueue { self.endLoad() }
  }
}

extension SerialRuns {
  /// Returns the result of the work, or nil if the work or its task was cancelled.
  ///
  /// A cancelled task has no other result: work may throw any error when it is cancelled, or ignore
  /// the cancellation.
  fileprivate func result<Value>(
    _ name: @escaping @MainActor () -> String,
    of work: @MainActor () async throws -> Value
  ) async -> Result<Value, any Error>? {
    do {
      let value = try await run(name, work)
      return Task.isCancelled ? nil : .success(value)
    } catch {
      return error is CancellationError ? nil : .failure(error)
    }
  }
}
