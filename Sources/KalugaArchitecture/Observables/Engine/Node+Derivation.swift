/// The state and closures of a node that gets its value from a source.
@usableFromInline
final class Derivation<Value>: NodeParts {
  /// Whether the node stores no values, because it must not keep the objects in them alive.
  @usableFromInline let isForgetful: Bool
  /// Whether the value can be read without a check while the node is not used: nothing that it
  /// depends on is computed.
  @usableFromInline let isSimple: Bool
  /// Whether the value is derived in so many steps that its inputs must not be computed recursively.
  @usableFromInline let isDeep: Bool

  /// Computes the value, or reads it where it is stored.
  @usableFromInline let read: @MainActor () -> Value
  /// Changes the value in the source; returns whether the source may have another value.
  ///
  /// The source calls the closure once. One that other threads can write calls it again if another
  /// write was faster.
  @usableFromInline let change: @MainActor ((inout Value) -> Void) -> Bool

  @usableFromInline let steps: Steps

  /// Steps of a node, as closures that are made where the type of the value is known, so that they
  /// look up no metadata.
  @frozen @usableFromInline
  struct Steps: Sendable {
    /// Brings the node up to date.
    @usableFromInline let update: @MainActor (Node<Value>) -> Void
    /// Brings the node up to date and delivers a change.
    @usableFromInline let deliverChange: @MainActor (Node<Value>) -> Void
    /// Marks the dependents of the node.
    @usableFromInline let markDependents: @MainActor (Node<Value>) -> Void

    @inlinable
    init() {
      update = { $0.updateValue() }
      deliverChange = { $0.deliverChange() }
      markDependents = { $0.markObservers() }
    }
  }

  /// The value that observers saw last.
  @usableFromInline
  struct Delivered {
    @usableFromInline let value: Value
    @usableFromInline let version: UInt32

    @usableFromInline
    init(_ value: Value, version: UInt32) {
      self.value = value
      self.version = version
    }
  }

  /// Nil if the node is not used.
  @usableFromInline var delivered: Delivered?

  /// The value that was computed in `computedEpoch`, while the node was not used; forgotten when the
  /// read ends.
  @usableFromInline var computed: Value?

  /// The value that trackers of Swift Observation have read, until they are notified.
  var tracked: Value?

  init(
    from source: any Source,
    isForgetful: Bool = false,
    read: @escaping @MainActor () -> Value,
    change: @escaping @MainActor ((inout Value) -> Void) -> Bool = { _ in false },
    _ steps: Steps = Steps()
  ) {
    self.isForgetful = isForgetful
    let isSimple = source.depth == 1 && source.inputs.allSatisfy { $0.source == nil }
    self.isSimple = source.depth == 0 || isSimple
    isDeep = source.depth > Delivery.maximumDepth
    self.read = read
    self.change = change
    self.steps = steps
    super.init(source: source)
  }

  /// Creates a derivation from other nodes.
  @usableFromInline
  convenience init(
    of inputs: [any AnyNode],
    read: @escaping @MainActor () -> Value,
    _ steps: Steps
  ) {
    self.init(from: DerivedSource(inputs), read: read, steps)
  }

  /// Creates a derivation from a state flow.
  @usableFromInline
  convenience init(
    of flow: FlowSource<Value>,
    read: @escaping @MainActor () -> Value,
    change: @escaping @MainActor ((inout Value) -> Void) -> Bool,
    _ steps: Steps
  ) where Value: Sendable {
    self.init(from: flow, read: read, change: change, steps)
  }

  @usableFromInline
  func nodeDidStore() {
    source?.nodeDidStore()
    updateMirror()
  }
}

extension Node {
  /// Creates a node whose value is computed from other nodes.
  @inlinable
  convenience init(
    derivedFrom inputs: [any AnyNode],
    _ policy: ChangePolicy<Value>,
    compute: @escaping @MainActor () -> Value
  ) {
    self.init(Derivation(of: inputs, read: compute, Derivation.Steps()), policy)
  }

  // MARK: Reading

  /// The value of a node that is in use or derived in several steps.
  @usableFromInline
  func checkedValue(_ derivation: Derivation<Value>) -> Value {
    guard let source, source.depth > 0 else {
      // A flow and a getter are asked each time.
      return derivation.read()
    }
    if isUsed, !isUpToDate {
      Graph.beginEpochOfRead()
      derivation.steps.update(self)
    }
    return storedValue
  }

  /// Computes the value of a node that is not used, once in each read.
  @inlinable
  func computedValue(_ derivation: Derivation<Value>) -> Value {
    if derivation.computedEpoch == Delivery.epoch, let computed = derivation.computed {
      return computed
    }
    Graph.beginRead()
    defer { Graph.endRead(of: self) }
    let epoch = Delivery.epoch
    let value =
      derivation.isDeep ? Graph.withUsedInputs(of: self, derivation.read) : derivation.read()
    if isComplete, !derivation.isForgetful {
      // It will never change, so later reads need not compute it again.
      state.value = value
      derivation.check.epoch = SourceState.final
      return value
    }
    let previous = derivation.computed
    derivation.computed = value
    derivation.computedEpoch = epoch
    extendLifetime(previous)
    return value
  }

  @usableFromInline
  func forgetComputed() {
    let forgotten = derivation?.computed.take()
    extendLifetime(forgotten)
  }

  @usableFromInline var storesValue: Bool { state.value != nil }

  @usableFromInline var isUpToDate: Bool {
    guard let derivation, !isComplete else { return true }
    return derivation.check.epoch == SourceState.final
  }

  @usableFromInline var isStale: Bool {
    guard let derivation, storesValue else { return false }
    return derivation.isOutdated
  }

  @usableFromInline
  func checkedVersion() -> UInt32 {
    derivation?.steps.update(self)
    return changes
  }

  /// Checks the value against its source; stores and counts a change, but delivers nothing.
  @inlinable
  func updateValue() {
    guard let derivation, let old = state.value, derivation.isOutdated else { return }
    Graph.beginCheck()
    defer { Graph.endCheck() }
    let lastVersion = derivation.check.version
    var version = derivation.checkSource()
    if version != nil, version == lastVersion { return }
    let isOutermost = !derivation.isComputing
    derivation.isComputing = true
    let value = derivation.read()
    version = derivation.readVersion(after: version)
    let isNews = !areEqual(old, value)
    if isOutermost { derivation.isComputing = false }
    // Both run user code, which may have brought the node up to date with a newer version.
    if isNews, derivation.check.version == version {
      state.value = value
      changes &+= 1
      markDerivedNodes()
      derivation.nodeDidStore()
    }
    // Lives until here: its release may run a `deinit` that uses the node.
    extendLifetime(old)
    if isOutermost, derivation.wasVisited {
      derivation.wasVisited = false
      derivation.steps.deliverChange(self)
    }
  }

  // MARK: Following

  @usableFromInline
  func mark() -> Bool {
    guard let derivation, derivation.check.epoch != SourceState.none else { return false }
    derivation.check.epoch = SourceState.none
    return hasDependents
  }

  @usableFromInline
  func markDependents() {
    if let derivation { derivation.steps.markDependents(self) } else { markObservers() }
  }

  /// Makes all nodes outdated that are derived from this one.
  @inlinable
  func markDerivedNodes() {
    guard hasDependents else { return }
    markObservers()
    Graph.finishMarking()
  }

  @inlinable
  func markObservers() {
    for observer in state.observers {
      if case .update(let dependent) = observer.state.action { Graph.markNext(dependent) }
    }
  }

  @usableFromInline
  func sourceDidChange(isTracked: Bool) {
    Graph.mark(self)
    Delivery.prepare()
    sourceMayHaveChanged(isTracked: isTracked)
  }

  /// Notifies trackers and delivers a change of the source, if there is one.
  func sourceMayHaveChanged(isTracked: Bool) {
    guard let derivation else { return }
    if derivation.trackers != .none { notifyTrackers(of: derivation, isTracked: isTracked) }
    derivation.steps.deliverChange(self)
  }

  // On its own, because generic code that is not specialized would prepare for the value each time.
  private func notifyTrackers(of derivation: Derivation<Value>, isTracked: Bool) {
    guard let point = derivation.tracking.load() else { return }
    if !isTracked {
      notifyTrackers(at: point)
    } else if derivation.trackers == .waiting, !derivation.isForgetful {
      let previous = derivation.tracked
      derivation.tracked = value
      extendLifetime(previous)
    }
  }

  /// Delivers a change of the source, if there is one.
  @inlinable
  func deliverChange() {
    guard let derivation, !(EndedObservers.areWaiting && isAbandoned) else { return }
    guard !derivation.isComputing else {
      derivation.wasVisited = true
      return
    }
    updateValue()
    if let delivered = derivation.delivered, delivered.version != changes {
      deliver(after: delivered.value, isNews: false)
    }
  }

  /// Whether all observers have been disposed in the running round, which removes them at its end.
  @usableFromInline var isAbandoned: Bool {
    let observers = state.observers
    guard !observers.isEmpty, parts?.mirror == nil else { return false }
    return observers.allSatisfy(\.isDisposed)
  }

  /// Returns the value of the round that begins.
  ///
  /// Sets `isNews` if the versions alone show that the value differs from that of the last round.
  @inlinable
  func valueForRound(isNews: inout Bool) -> Value {
    guard let derivation else { return storedValue }
    updateValue()
    let previous = derivation.delivered
    // The version right after the delivered one has a different value. A later one may have the
    // same value again.
    if let previous, previous.version &+ 1 == changes { isNews = true }
    let value = storedValue
    if !derivation.isForgetful {
      derivation.delivered = Derivation.Delivered(value, version: changes)
    }
    extendLifetime(previous)
    return value
  }

  @usableFromInline
  func addUse() {
    state.uses += 1
    if state.uses == 1 { updateDemand() }
    if state.value == nil { readFirstValue() }
  }

  @usableFromInline
  func removeUse() {
    guard isUsed else { return }
    state.uses -= 1
    if !isUsed { updateDemand() }
  }

  /// Makes the source report what observers and trackers need; forgets the value if the node is not
  /// used.
  @usableFromInline
  func updateDemand() {
    guard let source else { return }
    let isTracked = !isComplete && (parts?.trackers ?? .none) != .none
    let demand: Demand = isUsed ? .allChanges : isTracked ? .nextChange : .none
    if case .none = demand {
      source.setDemand(demand, for: self)
    } else {
      Graph.withUsedInputs(of: self) { source.setDemand(demand, for: self) }
    }
    guard !isUsed, let derivation else { return }
    let previous = (state.value, derivation.delivered)
    state.value = nil
    derivation.delivered = nil
    derivation.check = SourceState()
    extendLifetime(previous)
  }

  private func readFirstValue() {
    guard let derivation, !derivation.isForgetful, !isComplete else { return }
    let version = derivation.checkSource()
    let value = Graph.withUsedInputs(of: self, derivation.read)
    _ = derivation.readVersion(after: version)
    // The computation is user code, which may have observed this node.
    guard state.value == nil, isUsed else { return }
    state.value = value
    // A dependent may have computed from an earlier value, which was not stored and had no version.
    changes &+= 1
    derivation.delivered = Derivation.Delivered(value, version: changes)
  }
}
