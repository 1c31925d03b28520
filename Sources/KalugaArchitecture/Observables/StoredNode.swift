import Synchronization

/// A node that holds its value: what subjects and constants are made of.
final class StoredNode<Value>: ObservableNode<Value> {
  private var stored: Value
  private var changes: UInt64 = 0

  /// Posts from other isolations that wait for the main actor.
  nonisolated let inbox = AtomicLazyReference<PostInbox>()

  private nonisolated let isShared = Atomic(false)

  init(_ value: Value, conflation: Conflation<Value>) {
    stored = value
    super.init(conflation: conflation)
  }

  override var value: Value { stored }
  override var version: UInt64 { changes }

  /// Applies what was posted before, then stores the value and tells the observers.
  func write(_ value: Value) {
    inbox.load()?.applyAll()
    store(value)
  }

  /// Stores the value and tells the observers, unless it is equal to the current one.
  func store(_ value: Value) {
    let previous = stored
    guard !conflation.areEqual(previous, value) else { return }
    stored = value
    changes &+= 1
    // `previous` lives on: its release may run a user's `deinit` that reads this very node.
    withExtendedLifetime(previous) {
      hub?.valueDidChange(of: self, from: previous)
    }
  }

  override func share() {
    isShared.store(true, ordering: .releasing)
  }

  /// Called when the handle that could write is gone, on any thread.
  nonisolated func writerDidEnd() {
    // Not shared: the node ends together with its subject, and needs nobody to tell it.
    guard isShared.load(ordering: .acquiring) else { return }
    MainActorQueue.shared.enqueue(MainActorJob { self.complete() })
  }
}

extension StoredNode where Value: Sendable {
  /// Writes from any isolation: at once on the main actor, in turn elsewhere.
  nonisolated func post(_ value: Value, from isolation: (any Actor)?) {
    if isolation === MainActor.shared {
      MainActor.assumeIsolated { write(value) }
    } else {
      let inbox = inbox.load() ?? inbox.storeIfNil(PostInbox())
      inbox.post { self.store(value) }
    }
  }
}
