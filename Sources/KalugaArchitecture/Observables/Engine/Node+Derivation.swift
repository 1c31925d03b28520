/// The state and closures of a node that gets its value from a source.
@usableFromInline
final class Derivation<Value>: NodeParts {
  /// Whether the node stores no values, because it must not keep the objects in them alive.
  @usableFromInline let isForgetful: Bool
  /// Whether the value can be read without a check while the node is not used: nothing that it
  /// depends on is computed.
  @usableFromInline let isSimple: Bool

  /// Computes the value, or reads it where it is stored.
  @usableFromInline let read: @MainActor () -> Value
  /// Changes the value in the source; returns whether the source may have another value.
  ///
  /// The source calls the closure once. One that other threads can write calls it again if another
  /// write was faster.
  @usableFromInline let change: @MainActor ((inout Value) -> Void) -> Bool

  // These two closures are made where the type of the value is known, so that they look up no
  // metadata.

  /// Brings the node up to date.
  let update: @MainActor (Node<Value>) -> Void
  /// Brings the node up to date and delivers a change.
  let follow: @MainActor (Node<Value>) -> Void

  /// The last check of the source.
  @usableFromInline
  struct Check {
    /// The epoch of a check that never has to be repeated, unless the node is marked.
    static var final: UInt64 { .max }
    /// The epoch of no check.
    static var none: UInt64 { 0 }

    /// When it took place.
    @usableFromInline var epoch = Check.none
    /// The version of the source that the value of the node belongs to; nil if it is unknown.
    @usableFromInline var version: UInt64?
  }

  /// A value that was computed in a read, while the node was not used.
  struct Computed {
    let value: Value
    let epoch: UInt64
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

  @usableFromInline var check = Check()
  /// Whether the value is being computed.
  @usableFromInline var isComputing = false
  /// Whether a round has visited the node while its value was being computed.
  @usableFromInline var wasVisited = false
  /// Nil if the node is not used.
  @usableFromInline var delivered: Delivered?

  var computed: Computed?

  /// The value that trackers of Swift Observation have read, until they are notified.
  var tracked: Value?

  init(
    from source: any Source,
    isForgetful: Bool = false,
    read: @escaping @MainActor () -> Value,
    change: @escaping @MainActor ((inout Value) -> Void) -> Bool = { _ in false },
    update: @escaping @MainActor (Node<Value>) -> Void = { $0.updateValue() },
    follow: @escaping @MainActor (Node<Value>) -> Void = { $0.followSource() }
  ) {
    self.isForgetful = isForgetful
    let isSimple = source.depth == 1 && source.inputs.allSatisfy { $0.source == nil }
    self.isSimple = source.depth == 0 || isSimple
    self.read = read
    self.change = change
    self.update = update
    self.follow = follow
    super.init(source: source)
  }

  /// Creates a derivation from other nodes.
  @usableFromInline
  convenience init(
    of inputs: [any AnyNode],
    read: @escaping @MainActor () -> Value,
    update: @escaping @MainActor (Node<Value>) -> Void,
    follow: @escaping @MainActor (Node<Value>) -> Void
  ) {
    self.init(from: DerivedSource(inputs), read: read, update: update, follow: follow)
  }

  @usableFromInline
  func valueDidChange() {
    source?.valueDidChange()
    updateMirror()
  }

  /// Whether the value has to be checked before it can be read.
  @usableFromInline var isOutdated: Bool {
    check.epoch != Check.final && check.epoch != Delivery.epoch
  }

  /// Checks the source, and returns its version; nil if only the value can tell.
  @usableFromInline
  func checkSource() -> UInt64? {
    let epoch = Delivery.epoch
    let result = source?.check()
    // A change that was made meanwhile may have come too late for this check.
    let isFinal = result?.isFinal == true && epoch == Delivery.epoch
    check = Check(epoch: isFinal ? Check.final : epoch, version: result?.version)
    return result?.version
  }

  /// The version of the value that has just been read, after a check that found this version.
  @usableFromInline
  func readVersion(after checked: UInt64?) -> UInt64? {
    guard let version = source?.versionOfLastRead else { return checked }
    check.version = version
    return version
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
    self.init(
      Derivation(
        of: inputs,
        read: compute,
        update: { $0.updateValue() },
        follow: { $0.followSource() }
      ),
      policy
    )
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
      derivation.update(self)
    }
    return storedValue
  }

  /// Computes the value of a node that is not used, once in each read.
  @usableFromInline
  func computedValue(_ derivation: Derivation<Value>) -> Value {
    if let computed = derivation.computed, computed.epoch == Delivery.epoch {
      return computed.value
    }
    Graph.beginRead()
    defer { Graph.endRead(of: self) }
    let epoch = Delivery.epoch
    let value = Graph.withUsedInputs(of: self, derivation.read)
    if isComplete, !derivation.isForgetful {
      // It will never change, so later reads need not compute it again.
      unsafe state.value = value
      derivation.check.epoch = Derivation<Value>.Check.final
      return value
    }
    let previous = derivation.computed
    derivation.computed = Derivation.Computed(value: value, epoch: epoch)
    extendLifetime(previous)
    return value
  }

  @usableFromInline
  func forgetComputed() {
    let forgotten = derivation?.computed.take()
    extendLifetime(forgotten)
  }

  @usableFromInline var storesValue: Bool { unsafe state.value != nil }

  @usableFromInline var isUpToDate: Bool {
    guard let derivation, !isComplete else { return true }
    return derivation.check.epoch == Derivation<Value>.Check.final
  }

  @usableFromInline var isStale: Bool {
    guard let derivation, storesValue else { return false }
    return derivation.isOutdated
  }

  @usableFromInline
  func checkedVersion() -> UInt32 {
    if isDerived { derivation?.update(self) }
    return unsafe changes
  }

  /// Checks the value against its source; stores and counts a change, but delivers nothing.
  @inlinable
  func updateValue() {
    guard let derivation, let old = unsafe state.value, derivation.isOutdated else { return }
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
      unsafe state.value = value
      unsafe changes &+= 1
      Graph.markDependents(of: self)
      derivation.valueDidChange()
    }
    // Lives until here: its release may run a `deinit` that uses the node.
    extendLifetime(old)
    if isOutermost, derivation.wasVisited {
      derivation.wasVisited = false
      catchUp()
    }
  }

  // MARK: Following

  @usableFromInline
  func mark() -> (any AnyNode)? {
    guard let derivation, derivation.check.epoch != Derivation<Value>.Check.none else { return nil }
    derivation.check.epoch = Derivation<Value>.Check.none
    return self
  }

  @usableFromInline
  func markDependents() {
    for observer in unsafe state.observers {
      if case .update(let dependent) = unsafe observer.state.action {
        Graph.markDependent(dependent)
      }
    }
  }

  @usableFromInline
  func sourceDidChange(isTracked: Bool) {
    Graph.mark(self)
    Delivery.prepare()
    followChange(isTracked: isTracked)
  }

  /// Notifies trackers and delivers a change of the source, if there is one.
  func followChange(isTracked: Bool) {
    guard let derivation else { return }
    if derivation.trackers != .none, let point = derivation.tracking.load() {
      if !isTracked {
        notifyTrackers(at: point)
      } else if derivation.trackers == .waiting, !derivation.isForgetful {
        let previous = derivation.tracked
        derivation.tracked = value
        extendLifetime(previous)
      }
    }
    derivation.follow(self)
  }

  /// Delivers a change of the source that has not been reported yet.
  @usableFromInline
  func catchUp() {
    derivation?.follow(self)
  }

  /// Delivers a change of the source, if there is one.
  @inlinable
  func followSource() {
    guard let derivation, !isAbandoned else { return }
    guard !derivation.isComputing else {
      derivation.wasVisited = true
      return
    }
    updateValue()
    if let delivered = derivation.delivered, unsafe delivered.version != changes {
      deliver(after: delivered.value, isNews: false)
    }
  }

  /// Whether all observers have been disposed in the running round, which removes them at its end.
  @usableFromInline var isAbandoned: Bool {
    let observers = unsafe state.observers
    guard let first = observers.first, first.isDisposed, parts?.mirror == nil else { return false }
    return observers.allSatisfy(\.isDisposed)
  }

  /// The value that observers of a derived node saw last.
  @inlinable var deliveredValue: Value? { derivation?.delivered?.value }

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
    if let previous, unsafe previous.version &+ 1 == changes { isNews = true }
    let value = storedValue
    if !derivation.isForgetful {
      derivation.delivered = unsafe Derivation.Delivered(value, version: changes)
    }
    extendLifetime(previous)
    return value
  }

  @usableFromInline
  func addUse() {
    unsafe state.uses += 1
    if unsafe state.uses == 1 { updateDemand() }
    if unsafe state.value == nil { readFirstValue() }
  }

  @usableFromInline
  func removeUse() {
    guard isUsed else { return }
    unsafe state.uses -= 1
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
      source.follow(demand, for: self)
    } else {
      Graph.withUsedInputs(of: self) { source.follow(demand, for: self) }
    }
    guard !isUsed, let derivation else { return }
    let previous = unsafe (state.value, derivation.delivered)
    unsafe state.value = nil
    derivation.delivered = nil
    derivation.check = Derivation.Check()
    extendLifetime(previous)
  }

  private func readFirstValue() {
    guard let derivation, !derivation.isForgetful, !isComplete else { return }
    let version = derivation.checkSource()
    let value = Graph.withUsedInputs(of: self, derivation.read)
    _ = derivation.readVersion(after: version)
    // The computation is user code, which may have observed this node.
    guard unsafe state.value == nil, isUsed else { return }
    unsafe state.value = value
    // A dependent may have computed from an earlier value, which was not stored and had no version.
    unsafe changes &+= 1
    derivation.delivered = unsafe Derivation.Delivered(value, version: changes)
  }
}
