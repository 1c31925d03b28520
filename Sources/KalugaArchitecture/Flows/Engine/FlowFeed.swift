/// The writing end of a flow that a shared source feeds.
///
/// The flow retains the source, and the source retains the feed until there will be no more runs.
/// The feed does not retain the flow: a flow that cannot be read any more is released, which ends
/// the run. The scope ends the source only while the feed exists, so that a scope that lives for
/// long keeps nothing of flows that have ended or were released.
final class FlowFeed<Storage: FlowStorage>: Sendable {
  weak let storage: Storage?
  private let onRelease: @Sendable (Storage) -> Void
  /// Stops the source; the scope forgets it once it is disposed.
  private let stop = Lock<SimpleDisposable?>(nil)

  /// Creates a feed of a storage, and calls the closure when there will be no more runs, if the flow
  /// still exists.
  init(_ storage: Storage, onRelease: @escaping @Sendable (Storage) -> Void) {
    self.storage = storage
    self.onRelease = onRelease
  }

  deinit {
    stop.withLock { $0.take() }?.dispose()
    if let storage { onRelease(storage) }
  }

  /// Lets the scope stop the source when it ends.
  func stop(_ source: SharedRuns, with scope: TaskScope) {
    let token = SimpleDisposable { [weak source] in source?.stop() }
    stop.withLock { $0 = token }
    scope.add(token)
  }
}
