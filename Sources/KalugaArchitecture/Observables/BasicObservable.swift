public import Observation

/// A value that can be read and followed; the base of all observables and subjects.
///
/// Isolated to the main actor. Observers are called there, in the order of registration, and only
/// if the value they see changes. A write inside an observer is stored immediately, and delivered
/// after the running round in one more round with the newest value. All observers therefore see the
/// same order and end on the newest value. An observer that is added during a round gets the newest
/// value once. An observer that is disposed during a round is not called again.
///
/// An observable keeps its last value, and stays readable, after its source has ended.
///
/// Kaluga: `BasicObservable`.
@MainActor
public class BasicObservable<Value>: nonisolated Observable {
  @usableFromInline let node: Node<Value>

  @usableFromInline
  init(node: Node<Value>) {
    self.node = node
  }

  deinit {
    if isTracked { node.readerDidEnd() }
  }

  // Unchecked: no user code runs during an access. The check would take a third of a read.

  /// The key path that trackers store; made at the first read of a node that has a source.
  @safe @exclusivity(unchecked) @usableFromInline final var path: TrackingPoint.Path?
  private final var isTracked = false

  /// The current value; a running tracker follows it from now on.
  @inlinable final var trackedValue: Value {
    if node.phase == .complete { return node.value }
    return node.makeParts().isAccessTracked(&path) ? trackRead() : node.value
  }

  @usableFromInline
  final func trackRead() -> Value {
    if !isTracked { node.readerDidBegin() }
    isTracked = true
    return node.trackRead(by: self)
  }

  /// The node, for another object that refers to it.
  ///
  /// An optimized build may release a temporary subject as soon as its node has been read. The
  /// subject must live until the node is shared, because only a shared node notices its release.
  @usableFromInline
  final var sharedNode: Node<Value> {
    node.share()
    extendLifetime(self)
    return node
  }

  /// The current value.
  ///
  /// Reading changes no value. A derived value is computed from the current inputs. A read that Swift
  /// Observation tracks counts as use: it may start a lazy sequence.
  @inlinable public var current: Value { trackedValue }

  /// The state of the source that provides the value.
  ///
  /// A value derived from one observable has the source of that observable. The state is always
  /// `running` for a value without a source of its own, such as that of a subject or a combination.
  /// When a source ends or fails, the observable keeps its last value.
  public final var sourceState: ObservableSourceState {
    node.source?.state?.trackedValue ?? .running
  }

  /// The name that diagnostics show for this observable.
  public final var label: String? {
    get { node.parts?.label }
    set { node.makeParts().label = newValue }
  }

  /// Delivers a change in a getter's result that Swift Observation does not report.
  ///
  /// On a derived observable, refreshes all getters that it depends on now. Does nothing on other
  /// observables, or if the policy drops the value.
  public final func refreshGetters() {
    for getter in Graph.getters(behind: node) { getter.refresh() }
  }

  /// The observers, including derived observables in use; for the test utilities.
  package final var observers: [AnyObject] { node.liveObservers }

  /// The number of observers, including derived observables in use.
  package final var observerCount: Int { observers.count }

  /// Calls the closure with the current value, and then after each change.
  ///
  /// The first call happens before this returns. All calls happen on the main actor.
  ///
  /// The observation ends with `dispose()` on the returned token. Dropping the token does not end
  /// it: keep the token in a bag or scope, or discard it explicitly. The observation also ends when
  /// the value can never change again: after its sequence has ended or failed, or after the release
  /// of its subject or of the last writer of its flow.
  ///
  /// An observation keeps the observable alive, and with it the closure of a getter. The closure is
  /// retained until the observation ends, so capture its owner weakly. It is released on the main
  /// actor, in a later job.
  ///
  /// Kaluga: `observe`.
  @inlinable
  public final func observe(_ onNext: @escaping @MainActor (Value) -> Void) -> any Disposable {
    sharedNode.observe(onNext)
  }

  /// Returns whether the policy drops a change from one value to the other; for bridges.
  package final func isSame(_ old: Value, _ new: Value) -> Bool {
    node.areEqual(old, new)
  }
}

extension BasicObservable where Value: Sendable {
  /// The value as a state flow, which can be read and iterated from any isolation.
  ///
  ///     for await name in $name.stateFlow { … }       // starts with the current name
  ///
  /// The property itself is read on the main actor. The flow has a new value before a write on the
  /// main actor returns; for a write inside an observer, flows of derived observables have it after
  /// the running round. The flow is updated for as long as it is held or iterated. An observable of
  /// a state flow returns that flow.
  ///
  /// Kaluga: `WithState.stateFlow`.
  public var stateFlow: StateFlow<Value> {
    if let source = node.source as? FlowSource<Value> { return StateFlow(source.storage) }
    return StateFlow(StateFlowMirror.flow(of: sharedNode))
  }
}
