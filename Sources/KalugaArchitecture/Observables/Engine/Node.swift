public import Synchronization

/// A value that may change, with its observers; observables and subjects are handles on nodes.
///
/// A node stores its value, or derives it from a source. Several handles may share a node.
///
///     handle ──▶ node ◀── source ── derived node ◀── handle
///                  └──▶ observer ──────▲       (only while the derived node is used)
@MainActor
@usableFromInline
final class Node<Value> {
  /// What the node does with a change.
  @usableFromInline
  enum Phase {
    case idle
    /// A round is running.
    case delivering
    /// A round is running, and the value has changed since it began.
    case outdated
    /// The same, and the value counts as a change without a comparison.
    case outdatedInPlace
    /// The value can never change again.
    case complete
  }

  @usableFromInline
  struct State {
    @usableFromInline var observers: [Observer<Value>] = []
    /// The value; nil in a derived node that is not used.
    @usableFromInline var value: Value?
    /// The number of observers, dependents and other users.
    @usableFromInline var uses: UInt32 = 0

    @usableFromInline
    init(value: Value?) {
      self.value = value
    }
  }

  // The fields are few and small: an app may have many thousands of nodes.

  @usableFromInline nonisolated let lazyParts = AtomicLazy<NodeParts>()

  /// Whether an object other than the handle that made the node refers to it.
  nonisolated let isShared = Atomic(false)

  /// The derivation of the value from a source; nil if the node only stores the value.
  @usableFromInline let derivation: Derivation<Value>?

  /// Whether values are compared by `==`, which unlike other comparisons may run on any thread.
  @usableFromInline let comparison: ChangePolicyKind

  // Unchecked: each access reads or writes a field as a whole, and none calls user code. The check
  // for overlapping accesses would take longer than a write. The re-entrancy tests and the thread
  // sanitizer verify this.

  @safe @exclusivity(unchecked) @usableFromInline var phase = Phase.idle
  /// Whether other nodes may be derived from this one.
  @safe @exclusivity(unchecked) @usableFromInline var hasDependents = false
  @safe @exclusivity(unchecked) @usableFromInline var changes: UInt32 = 0
  @usableFromInline let areEqual: (Value, Value) -> Bool
  @safe @exclusivity(unchecked) @usableFromInline var state: State

  /// Creates a node that stores its value.
  @usableFromInline
  convenience init(_ value: Value, _ policy: ChangePolicy<Value>) {
    self.init(value, policy, parts: nil)
  }

  /// Creates a node that gets its value from a source.
  @usableFromInline
  convenience init(_ derivation: Derivation<Value>, _ policy: ChangePolicy<Value>) {
    self.init(nil, policy, parts: derivation, derivation)
  }

  init(
    _ value: Value?,
    _ policy: ChangePolicy<Value>,
    parts: NodeParts?,
    _ derivation: Derivation<Value>? = nil
  ) {
    self.derivation = derivation
    areEqual = policy.areEqual
    comparison = policy.kind
    state = State(value: value)
    if let parts { _ = lazyParts.storeIfNil(parts) }
  }

  /// Whether the node gets its value from a source, and not from the last write.
  @inlinable var isDerived: Bool { derivation != nil }

  // MARK: Reading

  /// The value that the node stores, without a check of its source.
  @inlinable var storedValue: Value {
    if let value = state.value { return value }
    guard let derivation else {
      // Only an in-place change takes the value out. Reading the value there is a programming
      // error, just like an overlapping access to a variable, and there is no value to return.
      fatalError("the value of an observable was read or written inside its own mutate")
    }
    return computedValue(derivation)
  }

  /// The current value.
  @inlinable var value: Value {
    guard let derivation else { return storedValue }
    if derivation.check.epoch == SourceState.final, let value = state.value { return value }
    return derivation.isSimple && !isUsed ? derivation.read() : checkedValue(derivation)
  }

  /// The value for a node that is derived from this one.
  @inlinable var inputValue: Value {
    if isDerived { updateValue() }
    return storedValue
  }

  // MARK: Writing

  /// Applies what was posted before, then stores the value and calls the observers.
  @inlinable
  func write(_ value: Value) {
    applyPosts()
    store(value)
  }

  /// Applies the posts that are waiting.
  @inlinable
  func applyPosts() {
    if let parts, parts.hasPosts.load(ordering: .acquiring) { parts.applyPosts() }
  }

  /// Stores the value and calls the observers, unless it is equal to the current one.
  @inlinable
  func store(_ value: Value) {
    if let derivation {
      if derivation.change({ $0 = value }) { sourceDidChange() }
    } else {
      let old = storedValue
      if !areEqual(old, value) { replace(old, by: value) }
    }
  }

  /// Applies what was posted before, then reads, changes and stores the value in one step.
  ///
  /// If other threads can write the storage, the closure may run again. An equal value is dropped. If
  /// every write counts, the value is changed in place.
  @inlinable
  func update(_ change: (inout Value) -> Void) {
    if !isDerived, comparison == .everyWrite { return mutate(change) }
    applyPosts()
    if let derivation {
      if derivation.change(change) { sourceDidChange() }
    } else {
      var value = storedValue
      change(&value)
      store(value)
    }
  }

  /// Writes the value and returns when it is stored and every observer has been called.
  func set(_ value: Value) async {
    write(value)
    await source?.waitForWrites()
    await Delivery.waitForEnd()
  }

  /// Changes the value in place, without a copy if it has no other owner; always counts as a
  /// change.
  @inlinable
  func mutate<Result, Failure: Error>(
    _ change: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard !isDerived else {
      var outcome: Swift.Result<Result, Failure>?
      update { value in
        do throws(Failure) { outcome = .success(try change(&value)) } catch {
          outcome = .failure(error)
        }
      }
      // Every source of a subject calls the closure at least once.
      // swift-format-ignore: NeverForceUnwrap
      return try outcome!.get()
    }
    applyPosts()
    Delivery.prepare()
    let point = parts?.tracking.load()
    point?.willChange()
    // Taken out, because a second reference would make the change copy the value.
    var value = storedValue
    state.value = nil
    defer {
      state.value = value
      valueDidChange(from: nil, point)
    }
    return try change(&value)
  }

  /// Stores a value that is not equal to the old one.
  @inlinable
  func replace(_ old: Value, by value: Value) {
    var old = old
    let before = changes
    Delivery.prepare()
    let point = parts?.tracking.load()
    point?.willChange()
    if changes != before {
      // A released observer or a tracker has written to the node, perhaps the same value.
      let previous = old
      old = storedValue
      extendLifetime(previous)
      if areEqual(old, value) {
        point?.didChange()
        return
      }
    }
    state.value = value
    valueDidChange(from: old, point)
    // Lives until the change is complete: its release may run a `deinit` that uses the node.
    extendLifetime(old)
  }

  /// Reports a change to Swift Observation, to the state flow, and to observers.
  @inlinable
  func valueDidChange(from old: Value?, _ point: TrackingPoint?) {
    changes &+= 1
    let version = changes
    // Before anything else, because the rest may run user code that reads derived values.
    markDerivedNodes()
    // Once more: what was read since `prepare` was the old value.
    Delivery.beginEpoch()
    if let point {
      point.didChange()
      trackersWereNotified()
    }
    parts?.updateMirror()
    // If the mirror's release of the old value has led to another write, that write has been
    // delivered.
    guard changes == version, !state.observers.isEmpty else { return }
    deliver(after: old)
  }
}

extension Node: AnyNode {
  @usableFromInline var version: UInt32 { changes }
  @usableFromInline var isComplete: Bool { phase == .complete }
  @inlinable var isUsed: Bool { state.uses > 0 }
  @inlinable nonisolated var parts: NodeParts? { lazyParts.load() }

  /// The rarely used state, allocated now if necessary.
  @inlinable
  nonisolated func makeParts() -> NodeParts { parts ?? makeFirstParts() }

  @usableFromInline
  nonisolated func makeFirstParts() -> NodeParts { lazyParts.storeIfNil(NodeParts()) }

  // MARK: Inputs

  @usableFromInline
  func visit() {
    sourceMayHaveChanged(isTracked: false)
  }

  @usableFromInline
  func inputDidComplete() {
    if inputs.allSatisfy(\.isComplete) { complete() }
  }

  // MARK: The end

  /// Called when the value can never change again.
  @usableFromInline
  func complete() {
    guard !isComplete else { return }
    guard phase == .idle else {
      // The running round uses the observers.
      return MainActorQueue.shared.enqueue { self.complete() }
    }
    phase = .complete
    let ended = state.observers
    state.observers = []
    for observer in ended { observer.nodeDidComplete() }
    state.uses = 0
    updateDemand()
    endTracking()
    parts?.mirror?.nodeDidComplete()
  }

  /// Called on any thread when the subject that could write is released.
  nonisolated func writerDidEnd() {
    // An unshared node ends together with its subject.
    guard isShared.load(ordering: .acquiring) else { return }
    // After the last post.
    MainActorQueue.shared.enqueue {
      if self.isDerived { self.source?.writerDidEnd() } else { self.complete() }
    }
  }
}

extension Node {
  /// Called when an object other than the handle that made the node begins to refer to it.
  @usableFromInline
  nonisolated func share() {
    isShared.store(true, ordering: .releasing)
  }
}

extension Node where Value: Sendable {
  /// Writes from any isolation: immediately on the main actor, queued from elsewhere.
  @inlinable
  nonisolated func post(_ value: Value, from isolation: (any Actor)?) {
    if isolation === MainActor.shared {
      MainActor.assumeIsolated { write(value) }
    } else if !writeToFlow(value) {
      makeParts().append { self.store(value) }
    }
  }

  /// Stores the value immediately if the storage is a state flow, which any thread can write.
  @usableFromInline
  nonisolated func writeToFlow(_ value: Value) -> Bool {
    guard let flow = source as? FlowSource<Value> else { return false }
    flow.storage.update { _ in value }
    return true
  }
}
