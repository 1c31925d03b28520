import Observation
import Synchronization

/// A node whose value is whatever a closure returns.
///
/// Reads always call the closure. While the node has observers, the closure's reads of
/// Observation-tracked state are tracked, and a change of that state makes the observers follow in
/// the next main-actor turn. Of any other change nobody tells: `refresh()` does.
///
/// Nothing but handles keeps such a node going: what it reads must not keep it, or a closure that
/// captures its model would make a cycle. When the last handle on it or on what is derived from it is
/// gone, it completes.
final class GetterNode<Value>: WritableNode<Value> {
  private let rule: Conflation<Value>
  private let getter: @MainActor () -> Value
  private let setter: (@MainActor (Value) -> Void)?
  private var delivered: Value?
  private var reads: UInt64 = 0
  /// Whether a change of the tracked state will be told.
  private nonisolated let isArmed = Atomic(false)
  /// Whether whoever causes a change now looks at the value himself.
  private nonisolated let isExpectingChange = Atomic(false)
  /// Read by each tracking: its change ends the tracking, and with it what it left in the models.
  private var trackingEnd: TrackingPoint?

  /// What those who track have read; an old one if they have read at different times.
  private var trackedRead: Value?
  private nonisolated let handles = Atomic(0)

  init(
    conflation: Conflation<Value>,
    get getter: @escaping @MainActor () -> Value,
    set setter: (@MainActor (Value) -> Void)? = nil
  ) {
    self.getter = getter
    self.setter = setter
    rule = conflation
    super.init()
  }

  override var conflation: Conflation<Value> { rule }

  override var value: Value { getter() }

  /// Another one each time: nobody knows whether the closure would return the same.
  override var version: UInt64 {
    reads &+= 1
    return reads
  }

  override nonisolated var isVolatile: Bool { true }

  override func store(_ value: Value) {
    guard !areEqual(getter(), value) else { return }
    expectingChange { setter?(value) }
    refresh()
  }

  override func refresh() {
    tellTrackers()
    follow()
  }

  override func catchUp() {
    follow()
  }

  /// Tells the observers, if the value differs from what they saw.
  private func follow() {
    guard let last = delivered else { return }
    hub?.valueDidChange(of: self, from: last)
  }

  override func valueForRound() -> Value {
    let value = track()
    let last = delivered
    delivered = value
    // Released only now: that may run a user's `deinit`, which may read this very node.
    withExtendedLifetime(last) {}
    return value
  }

  override func valueForFirstCall() -> Value { delivered ?? value }

  // MARK: Following tracked state

  /// Calls the closure, and asks to be told of changes unless that has been asked already.
  ///
  /// A value that is another one although nobody told depends on other state, too: then the closure
  /// may have read something else than before, and it is asked anew.
  private func track() -> Value {
    if isArmed.load(ordering: .acquiring) {
      let value = getter()
      guard let delivered, !areEqual(delivered, value) else { return value }
    }
    let end = TrackingPoint()
    let lastEnd = trackingEnd
    trackingEnd = end
    expectingChange { lastEnd?.willChange() }
    isArmed.store(true, ordering: .releasing)
    return withObservationTracking {
      end.access()
      return getter()
    } onChange: { [weak self] in
      self?.stateWillChange()
    }
  }

  private func expectingChange(_ body: () -> Void) {
    let isNested = isExpectingChange.exchange(true, ordering: .acquiringAndReleasing)
    body()
    isExpectingChange.store(isNested, ordering: .releasing)
  }

  /// Called before the state changes: the new value can be read one turn later.
  private nonisolated func stateWillChange() {
    isArmed.store(false, ordering: .releasing)
    if isExpectingChange.load(ordering: .acquiring) { return }
    MainActorQueue.shared.enqueue(MainActorJob { [weak self] in self?.follow() })
  }

  // MARK: Being tracked

  /// Of tracked state the models tell; of any other `refresh()` and writes do.
  override func trackAccess() {
    if trackedRead == nil { trackedRead = getter() }
    super.trackAccess()
  }

  private func tellTrackers() {
    guard let tracking, let read = trackedRead, !areEqual(read, getter()) else { return }
    trackedRead = nil
    tracking.willChange()
    tracking.didChange()
  }

  override func start() {
    _ = valueForRound()
  }

  override func stop() {
    let last = delivered.take()
    withExtendedLifetime(last) {}
  }

  override nonisolated func handleDidBegin() {
    handles.add(1, ordering: .acquiringAndReleasing)
  }

  override nonisolated func handleDidEnd() {
    let left = handles.subtract(1, ordering: .acquiringAndReleasing).newValue
    guard left == 0 else { return }
    MainActorQueue.shared.enqueue(MainActorJob { self.completeWithoutHandles() })
  }

  /// A handle may have come meanwhile, on something that is derived from this node.
  private func completeWithoutHandles() {
    if handles.load(ordering: .acquiring) == 0 { complete() }
  }

  override func writerDidEndOnMainActor() {}
}
