import Synchronization

/// A node whose value is that of a state flow.
///
/// Reads go through to the flow. Observers follow on the main actor, conflated: however many writes
/// come from elsewhere, there is one catch-up waiting at a time.
///
/// While it is observed the flow keeps the node; when nobody is left who could write the flow, the
/// node completes.
final class StateFlowNode<Value: Sendable>: FollowingNode<Value> {
  let storage: StateFlowStorage<Value>
  /// Kept by the node of a subject: a subject is one of those who can write.
  private var writer: MutableStateFlow<Value>?
  private var listener: Int?
  /// The change that those who track know of; nil if nobody has tracked.
  private var trackedVersion: UInt64?
  private nonisolated let isCatchUpQueued = Atomic(false)

  init(_ storage: StateFlowStorage<Value>, writer: MutableStateFlow<Value>? = nil) {
    self.storage = storage
    self.writer = writer
    super.init(conflation: .by(storage.areEqual))
    if storage.isFinished { complete() }
  }

  override var sourceVersion: UInt64 { storage.version }

  override func read() -> Value {
    storage.value
  }

  override nonisolated var isVolatile: Bool { true }

  override func store(_ value: Value) {
    storage.update { _ in value }
    // Main-actor writes reach observers before they return.
    followFlow()
  }

  /// The flow takes the value at once: else a later write to the flow would be overwritten.
  override nonisolated func takeAtOnce(_ value: Value) -> Bool {
    storage.update { _ in value }
    return true
  }

  override func beginFollowing() {
    listen()
  }

  override func endFollowing() {
    // Somebody who tracks must be told all the same.
    if trackedVersion == nil { unlisten() }
  }

  override func trackAccess() {
    // Later readers must not hide a change from earlier ones.
    if trackedVersion == nil { trackedVersion = sourceVersion }
    listen()
    super.trackAccess()
  }

  override func writerDidEndOnMainActor() {
    writer = nil
  }

  private func listen() {
    guard listener == nil, !isComplete else { return }
    // The flow keeps this node from now on, and this node the flow if it may write it: the end of the
    // subject must cut that.
    share()
    listener = storage.addListener { event in self.flow(event) }
  }

  private func unlisten() {
    if let listener = listener.take() { storage.removeListener(listener) }
  }

  private nonisolated func flow(_ event: StateFlowEvent) {
    switch event {
    case .changed:
      guard !isCatchUpQueued.exchange(true, ordering: .acquiringAndReleasing) else { return }
      MainActorQueue.shared.enqueue(
        MainActorJob {
          self.isCatchUpQueued.store(false, ordering: .releasing)
          self.followFlow()
        }
      )
    case .finished:
      MainActorQueue.shared.enqueue(
        MainActorJob {
          self.followFlow()
          self.complete()
          self.unlisten()
        }
      )
    }
  }

  private func followFlow() {
    let version = sourceVersion
    if let tracking, version != trackedVersion {
      trackedVersion = version
      // The flow has changed already: who tracks reads the new value, now or later.
      tracking.willChange()
      tracking.didChange()
    }
    sourceDidChange()
  }
}
