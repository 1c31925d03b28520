public import Synchronization

/// The value of a state flow, with its consumers and listeners.
///
/// User code does not run under the lock: comparing, transforming and releasing values happens
/// outside. A writer reads the value with its version, decides, and commits if the version is still
/// the same.
@usableFromInline
final class StateFlowStorage<Value: Sendable>: Sendable {
  @usableFromInline
  struct State {
    @usableFromInline var value: Value
    var isFinished = false
    @usableFromInline var followers = StateFlowFollowers()
    var consumers = SubscriptionCounter()
  }

  @usableFromInline let areEqual: @Sendable (Value, Value) -> Bool
  @usableFromInline let state: Lock<State>
  /// The number of values that the flow has had; changed only under the lock.
  @usableFromInline let versions = Atomic<UInt64>(1)
  private let feed = Lock<(any Disposable)?>(nil)

  init(_ value: Value, areEqual: @escaping @Sendable (Value, Value) -> Bool) {
    self.areEqual = areEqual
    state = Lock(State(value: value))
  }

  deinit {
    feed.withLock { $0.take() }?.dispose()
    state.withLock { $0.consumers }.finish()
  }

  /// Retains an object that writes to the flow, and disposes it when the flow is released.
  func keep(_ feed: any Disposable) {
    self.feed.withLock { $0 = feed }
  }

  // MARK: Reading and writing

  @inlinable var value: Value { state.withLock { $0.value } }

  @inlinable var version: UInt64 { versions.load(ordering: .acquiring) }

  @inlinable var snapshot: (value: Value, version: UInt64) {
    state.withLock { ($0.value, version) }
  }

  /// Replaces the value with the result of a transform, unless they are equal.
  ///
  /// - Returns: The values before and after the call.
  @discardableResult
  @inlinable
  func update<Failure: Error>(
    _ transform: (Value) throws(Failure) -> Value
  ) throws(Failure) -> (old: Value, new: Value) {
    let change = try mutate { value throws(Failure) in value = try transform(value) }
    return (change.old, change.new)
  }

  /// Changes a copy of the value and stores it, unless it is equal; again, if another write was
  /// faster.
  ///
  /// - Returns: The values before and after the call, and the result of the closure's last run.
  @discardableResult
  @inlinable
  func mutate<Result, Failure: Error>(
    _ change: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> (old: Value, new: Value, result: Result) {
    while true {
      let (old, version) = snapshot
      var new = old
      let result = try change(&new)
      if areEqual(old, new) { return (old, old, result) }
      if commit(new, ifVersion: version) { return (old, new, result) }
    }
  }

  /// Stores a value, wakes the waiting consumers and calls the listeners on the caller's isolation.
  ///
  /// - Returns: False if another write has happened since the version was read; then nothing
  ///   changes.
  @inlinable
  func commit(_ value: Value, ifVersion version: UInt64) -> Bool {
    let replaced = state.withLock { state -> (value: Value, followers: StateFlowFollowers?)? in
      guard versions.load(ordering: .relaxed) == version else { return nil }
      let old = state.value
      state.value = value
      versions.store(version &+ 1, ordering: .releasing)
      return (old, state.followers.takeForChange())
    }
    // The old value is released with `replaced`, outside the lock.
    replaced?.followers?.notify(.changed)
    return replaced != nil
  }

  // MARK: Listening

  /// Adds a closure to call after each change, on the isolation of the writer.
  ///
  /// Listeners are called in the order of their registration. One that is removed during a call may
  /// still receive that event. One that is added to a finished flow is called before this returns.
  ///
  /// - Returns: The token for ``removeListener(_:)``.
  func addListener(_ listener: @escaping @Sendable (StateFlowEvent) -> Void) -> Int {
    let (token, isFinished) = state.withLock { state in
      (state.followers.listeners.add(listener), state.isFinished)
    }
    if isFinished { listener(.finished) }
    return token
  }

  /// Removes a listener; does nothing if it was removed before.
  func removeListener(_ token: Int) {
    let listener = state.withLock { $0.followers.listeners.remove(token) }
    withExtendedLifetime(listener) {}
  }

  /// Whether the flow has lost its last writer.
  @usableFromInline var isFinished: Bool { state.withLock { $0.isFinished } }

  /// Tells the listeners that the flow has lost its last writer.
  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      return state.followers.listeners
    }
    StateFlowFollowers(listeners: listeners).notify(.finished)
  }

  // MARK: Consumers

  var subscriptionCount: StateFlow<Int> {
    StateFlow(state.withLock { $0.consumers.flow() })
  }

  /// Called when somebody begins or ends to follow the flow.
  func consumersDidChange(by difference: Int) {
    let flow = state.withLock { $0.consumers.add(difference) }
    flow?.update { $0 + difference }
  }
}

extension StateFlowStorage: FlowStorage {
  /// The value that the consumer received last, and the version that it has checked last.
  @usableFromInline typealias Cursor = (value: Value, version: UInt64)?

  @usableFromInline
  func join() -> Cursor {
    consumersDidChange(by: 1)
    return nil
  }

  @usableFromInline
  func leave(_ cursor: Cursor) {
    consumersDidChange(by: -1)
  }

  @inlinable
  func take(_ cursor: inout Cursor) -> FlowTaking<Value> {
    let newest = snapshot
    if let seen = cursor {
      if seen.version == newest.version { return .nothing }
      // Compares with the value received last, not with the one checked last. A closure's equality
      // need not be transitive: small steps would add up unnoticed.
      if areEqual(seen.value, newest.value) {
        cursor?.version = newest.version
        return .nothing
      }
    }
    cursor = newest
    return .value(newest.value)
  }

  @usableFromInline
  func addWaiter(_ waiter: OneShot<Void>, _ cursor: Cursor) -> Int? {
    state.withLock { state in
      version == cursor?.version ? state.followers.waiters.add(waiter) : nil
    }
  }

  @usableFromInline
  func removeWaiter(_ id: Int) {
    state.withLock { _ = $0.followers.waiters.remove(id) }
  }

  @usableFromInline
  func consumerWasCancelled() {}
}
