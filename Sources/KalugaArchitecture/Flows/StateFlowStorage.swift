/// What a state flow tells its listeners.
@usableFromInline
enum StateFlowEvent {
  case changed
  /// Nobody is left who could write.
  case finished
}

/// The value of a state flow, and those who wait for the next one.
///
/// Comparing, transforming and releasing values is foreign code and happens outside the lock: a
/// writer reads a version, decides, and commits only if the version is still the same.
@usableFromInline
final class StateFlowStorage<Value: Sendable>: Sendable {
  @usableFromInline
  struct State {
    @usableFromInline
    var value: Value
    /// Set when nobody is left who could write.
    @usableFromInline
    var isFinished = false
    /// Counts the changes, from 1 on.
    @usableFromInline
    var version: UInt64 = 1
    @usableFromInline
    var lastID = 0
    @usableFromInline
    var waiters: [Int: OneShot<Void>] = [:]
    @usableFromInline
    var listeners: [Int: @Sendable (StateFlowEvent) -> Void] = [:]
    @usableFromInline
    var consumers = SubscriptionCounter()
  }

  /// What a write took out, to be told and released outside the lock.
  @usableFromInline
  @frozen
  struct Replaced: Sendable {
    @usableFromInline
    let value: Value
    @usableFromInline
    let waiters: [Int: OneShot<Void>]?
    @usableFromInline
    let listeners: [Int: @Sendable (StateFlowEvent) -> Void]?

    @inlinable
    init(_ state: State) {
      value = state.value
      // Asked, as an empty dictionary is not free either.
      waiters = state.waiters.isEmpty ? nil : state.waiters
      listeners = state.listeners.isEmpty ? nil : state.listeners
    }
  }

  @usableFromInline
  let areEqual: @Sendable (Value, Value) -> Bool
  @usableFromInline
  let state: Lock<State>
  @usableFromInline
  let source = Lock<(any Disposable)?>(nil)

  init(_ value: Value, areEqual: @escaping @Sendable (Value, Value) -> Bool) {
    self.areEqual = areEqual
    state = Lock(State(value: value))
  }

  deinit {
    source.withLock { $0.take() }?.dispose()
  }

  /// Keeps what feeds the flow, and ends it with the flow.
  @inlinable
  func keep(_ feed: any Disposable) {
    source.withLock { $0 = feed }
  }

  // MARK: Reading and writing

  @inlinable
  var value: Value { state.withLock { $0.value } }

  @inlinable
  var version: UInt64 { state.withLock { $0.version } }

  @inlinable
  var snapshot: (value: Value, version: UInt64) {
    state.withLock { ($0.value, $0.version) }
  }

  /// Replaces the value by what the closure makes of it; equal values change nothing.
  ///
  /// - Returns: The value before and the value after; the same one if an equal value was dropped.
  @discardableResult
  @inlinable
  func update<Failure: Error>(
    _ transform: (Value) throws(Failure) -> Value
  ) throws(Failure) -> (old: Value, new: Value) {
    while true {
      let (old, version) = snapshot
      let new = try transform(old)
      if areEqual(old, new) { return (old, old) }
      if commit(new, ifVersion: version) { return (old, new) }
      // Somebody else was faster: decide again with what is there now.
    }
  }

  /// Stores the value if nobody has written since the version was read; wakes who waits.
  @inlinable
  func commit(_ value: Value, ifVersion version: UInt64) -> Bool {
    let replaced = state.withLock { state -> Replaced? in
      guard state.version == version else { return nil }
      let replaced = Replaced(state)
      state.value = value
      state.version &+= 1
      if replaced.waiters != nil { state.waiters = [:] }
      return replaced
    }
    guard let replaced else { return false }
    replaced.waiters?.forEachInOrder { $0.settle() }
    replaced.listeners?.forEachInOrder { $0(.changed) }
    return true
  }

  // MARK: Following

  /// Calls the closure after each change, on the isolation of the writer, until it is removed.
  ///
  /// One that comes after the end is told so at once.
  @inlinable
  func addListener(_ listener: @escaping @Sendable (StateFlowEvent) -> Void) -> Int {
    let (id, isFinished) = state.withLock { state in
      state.lastID += 1
      state.listeners[state.lastID] = listener
      return (state.lastID, state.isFinished)
    }
    if isFinished { listener(.finished) }
    return id
  }

  @inlinable
  func removeListener(_ id: Int) {
    let removed = state.withLock { $0.listeners.removeValue(forKey: id) }
    withExtendedLifetime(removed) {}
  }

  @inlinable
  var isFinished: Bool { state.withLock { $0.isFinished } }

  /// Called when nobody is left who could write.
  @inlinable
  func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      return state.listeners
    }
    listeners.forEachInOrder { $0(.finished) }
  }

  /// Waits until the version is another one, or the task is cancelled.
  @inlinable
  func waitForChange(
    since version: UInt64,
    isolation: isolated (any Actor)?
  ) async {
    let handOff = OneShot<Void>.inFlow()
    let id = state.withLock { state -> Int? in
      guard state.version == version else { return nil }
      state.lastID += 1
      state.waiters[state.lastID] = handOff
      return state.lastID
    }
    guard let id else { return }
    await withTaskCancellationHandler {
      await handOff.waitInFlow(isolation: isolation)
    } onCancel: {
      state.withLock { $0.waiters[id] = nil }
      handOff.settle()
    }
  }

  @inlinable
  func consumersChanged(by difference: Int) {
    let flow = state.withLock { $0.consumers.add(difference) }
    flow?.update { $0 + difference }
  }

  var subscriptionCount: StateFlow<Int> {
    StateFlow(state.withLock { $0.consumers.flow() })
  }
}
