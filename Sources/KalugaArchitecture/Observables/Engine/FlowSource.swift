public import Synchronization

/// Provides the value of a state flow to a node.
///
/// Reads and writes use the flow. Observers follow on the main actor: however many writes other
/// threads make, one delivery is queued at a time. When the last writer of the flow is released,
/// the node completes.
@usableFromInline
final class FlowSource<Value: Sendable>: Source {
  @usableFromInline nonisolated let storage: StateFlowStorage<Value>
  /// Retained for a subject, which is a writer of the flow.
  private var writer: MutableStateFlow<Value>?
  private var listener: Int?
  private var demand = Demand.none
  @usableFromInline var versionOfLastRead: UInt64?
  /// Whether a change need not be queued: a delivery is, or the node is writing and delivers itself.
  @usableFromInline nonisolated let isDeliveryDue = Atomic(false)

  @usableFromInline
  init(_ storage: StateFlowStorage<Value>, writer: MutableStateFlow<Value>? = nil) {
    self.storage = storage
    self.writer = writer
  }

  deinit {
    if let listener { storage.removeListener(listener) }
    if demand != .none { storage.consumersDidChange(by: -1) }
  }

  func check() -> SourceCheck { SourceCheck(version: storage.version, isFinal: false) }

  /// Reads the value and stores its version, which may be newer than one returned before.
  @inlinable
  func read() -> Value {
    let (value, version) = storage.snapshot
    versionOfLastRead = version
    return value
  }

  func setDemand(_ newDemand: Demand, for node: any AnyNode) {
    guard newDemand != demand else { return }
    let wasUsed = demand != .none
    demand = newDemand
    // Removed at the end, so that no change is missed in between.
    let previous = listener
    listener =
      switch newDemand {
      case .none: nil
      case .nextChange:
        storage.addListener { [weak self, weak node] event in
          if let self, let node { flow(event, node) }
        }
      case .allChanges:
        storage.addListener { [self, node] event in flow(event, node) }
      }
    if let previous { storage.removeListener(previous) }
    // Whoever observes the node is a consumer of the flow, and starts a shared source.
    let isUsed = newDemand != .none
    if isUsed != wasUsed { storage.consumersDidChange(by: isUsed ? 1 : -1) }
  }

  /// Changes the value of the flow; the node delivers the change.
  ///
  /// A change that another thread makes meanwhile is delivered with it.
  @inlinable
  func write(_ change: (inout Value) -> Void) {
    let wasDue = isDeliveryDue.exchange(true, ordering: .acquiringAndReleasing)
    storage.mutate(change)
    if !wasDue { isDeliveryDue.store(false, ordering: .releasing) }
  }

  /// Called on the thread that has changed the flow.
  private nonisolated func flow(_ event: StateFlowEvent, _ node: any AnyNode) {
    switch event {
    case .changed:
      guard !isDeliveryDue.exchange(true, ordering: .acquiringAndReleasing) else { return }
      MainActorQueue.shared.enqueue {
        self.isDeliveryDue.store(false, ordering: .releasing)
        node.sourceDidChange()
      }
    case .finished:
      MainActorQueue.shared.enqueue {
        node.sourceDidChange()
        node.complete()
      }
    }
  }

  func writerDidEnd() {
    writer = nil
  }
}

extension Node where Value: Sendable {
  /// Creates a node whose value is that of a state flow.
  @inlinable
  convenience init(_ storage: StateFlowStorage<Value>, writer: MutableStateFlow<Value>? = nil) {
    let source = FlowSource(storage, writer: writer)
    self.init(
      Derivation(
        of: source,
        read: { source.read() },
        change: { change in
          source.write(change)
          return true
        },
        Derivation.Steps()
      ),
      .by(storage.areEqual)
    )
    if storage.isFinished { complete() }
  }
}
