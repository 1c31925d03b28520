public import Synchronization

/// What an observable reads from: one value that may change, and those who follow it.
///
/// The public observables and subjects are handles on nodes; several handles may share one. Nodes
/// refer to each other as long as something is observed:
///
///     handle ──▶ node ◀──────── derived node ◀── handle
///                  └─▶ hub ─▶ slot ─┘   (only while the derived node has observers)
///
/// The cycle is what keeps `$name.map { … }.observe { … }` alive while `$name` lives. It is cut when
/// the last observer is disposed, or when the node *completes*: its value can never change again
/// (nobody is left who could write it), so its observers are released, and so on downstream.
@MainActor
@usableFromInline
@safe
class ObservableNode<Value> {
  /// Says which values count as a change.
  var conflation: Conflation<Value> { abstract() }

  /// Whether the second value would be no change.
  @usableFromInline
  func areEqual(_ old: Value, _ new: Value) -> Bool { conflation.areEqual(old, new) }

  /// Counts the changes; never goes back.
  ///
  /// Nodes compare it to tell whether something happened.
  var version: UInt64 { abstract() }

  /// The current value.
  var value: Value { abstract() }

  // The small fields come first, side by side: there may be many thousand nodes.

  /// Whether the value can never change again.
  private(set) final var isComplete = false

  /// Whether somebody else than the handle that made the node refers to it; see ``share()``.
  nonisolated final let isShared = Atomic(false)

  /// Whether the node is a ``StoredNode`` without extras: most are, and take the short way.
  @usableFromInline nonisolated final let isPlain: Atomic<Bool>

  /// Whether the node is a ``StoredNode``.
  @usableFromInline nonisolated final let isStored: Bool

  /// What few nodes need: tracking, and posts from other isolations.
  @usableFromInline nonisolated final let extrasReference = OnceReference<NodeExtras>()

  /// The observers; nil if there never was one.
  ///
  /// Unmanaged, and so neither retained nor released at each change: the node keeps it as long as it
  /// lives, and whoever changes the node keeps the node. Unchecked, as it is only read and written as a
  /// whole.
  @exclusivity(unchecked)
  @usableFromInline final var hubReference: Unmanaged<ObserverHub<Value>>?

  @inlinable
  final var hub: ObserverHub<Value>? { unsafe hubReference?.takeUnretainedValue() }

  init(isStored: Bool = false) {
    self.isStored = isStored
    isPlain = Atomic(isStored)
  }

  deinit {
    // Observers hold closures that may only be released on the main actor, and this is any thread.
    guard let hub = unsafe hubReference?.takeRetainedValue() else { return }
    MainActorQueue.shared.enqueue(MainActorJob { hub.complete() })
  }

  final func makeHub() -> ObserverHub<Value> {
    if let hub { return hub }
    let hub = ObserverHub<Value>()
    unsafe hubReference = unsafe .passRetained(hub)
    if hasStop { hub.onEmpty = { [weak self] in self?.stop() } }
    return hub
  }

  @inlinable
  nonisolated final var extras: NodeExtras? { extrasReference.object }

  nonisolated final func makeExtras() -> NodeExtras {
    let extras = extrasReference.object { NodeExtras() }
    isPlain.store(false, ordering: .releasing)
    return extras
  }

  /// Where Swift Observation follows this node; nil until the first read that somebody tracks.
  var tracking: TrackingPoint? {
    get { extras?.tracking }
    set { makeExtras().tracking = newValue }
  }

  /// Calls the observer with the current value, and with later ones until the token is disposed.
  final func observe(_ observer: @escaping @MainActor (Value) -> Void) -> any Disposable {
    makeHub().add(to: self, observer)
  }

  /// Tells a derived node of all later changes; nil if there can be none.
  final func link(_ downstream: any DownstreamNode) -> ObserverToken? {
    completeIfInputsDid()
    catchUp()
    return isComplete ? nil : makeHub().addLink(to: self, downstream)
  }

  /// Called when the value can never change again; the node can still be read and observed.
  final func complete() {
    guard !isComplete else { return }
    isComplete = true
    hub?.complete()
  }

  /// The current value, for a reader who may be tracked by Swift Observation.
  @inlinable
  final var trackedValue: Value {
    guard isPlain.load(ordering: .acquiring), !TrackingProbe.isReadTracked() else {
      return valueWithExtras
    }
    // Stored nodes alone are ever plain.
    return unsafe unsafeDowncast(self, to: StoredNode<Value>.self).stored
  }

  @usableFromInline
  final var valueWithExtras: Value {
    if isReadTracked { trackAccess() }
    return value
  }

  /// Stores the value and tells the observers, if the node is plain; says whether it was.
  @inlinable
  final func writeIfPlain(_ value: Value) -> Bool {
    guard isPlain.load(ordering: .acquiring) else { return false }
    // Stored nodes alone are ever plain.
    unsafe unsafeDowncast(self, to: StoredNode<Value>.self).storePlainly(value)
    return true
  }

  private var isReadTracked: Bool {
    if let tracking { return TrackingProbe.isTracked(tracking) }
    guard let point = TrackingProbe.pointOfRunningRead() else { return false }
    tracking = point
    return true
  }

  // MARK: For subclasses

  /// Called when something else than the handle that made the node begins to refer to it.
  func share() {}

  /// The value of the round that begins.
  func valueForRound() -> Value { value }

  /// The value for one who begins to observe outside a round: what the others saw last.
  ///
  /// Where other threads write, the current value may be newer already; the round that tells the others
  /// of it would tell the new one twice.
  func valueForFirstCall() -> Value { value }

  /// Called before another node is linked: completes if the value has become final unnoticed.
  func completeIfInputsDid() {}

  /// Called before an observer is added, so that it and the others have seen the same.
  func catchUp() {}

  /// Called before the first observer is added.
  func start() {}

  /// Called when the last observer is gone.
  func stop() {}

  /// Whether ``stop()`` does anything.
  var hasStop: Bool { true }

  /// Whether the value may change without a word on the main actor.
  nonisolated var isVolatile: Bool { false }

  /// Called when a public object begins to refer to the node.
  nonisolated func handleDidBegin() {}

  /// Called when a public object no longer refers to the node, on any thread.
  nonisolated func handleDidEnd() {}

  /// Looks whether the value is another one, where nobody tells.
  func refresh() {}

  /// What the source of the value is doing; nil if the node has none.
  var sourceState: ObservableNode<ObservableSourceState>? { nil }

  /// Tells Swift Observation that the value is being read.
  func trackAccess() {
    let tracking = tracking ?? TrackingPoint()
    self.tracking = tracking
    tracking.access()
  }

  final func abstract() -> Never {
    // Only subclasses are ever made; a protocol instead would cost an existential per access.
    fatalError("\(type(of: self)) must override this")
  }
}
