/// A value that can be read and followed; the base of all observables and subjects.
///
/// Lives on the main actor. Observers are called on the main actor, in the order of registration, and
/// only if what they see changes. A write inside an observer is stored immediately. After the running
/// round it is delivered in one more round, with the newest value: all observers see the same order
/// and end on the newest value. An observer that is added during a round gets the newest value once. An
/// observer that is disposed during a round is not called again.
///
/// An observable keeps its last value, and stays readable, after its source has ended.
///
/// Kaluga: `BasicObservable`.
@MainActor
public class BasicObservable<Value> {
  @usableFromInline let node: Node<Value>

  @usableFromInline
  init(node: Node<Value>) {
    self.node = node
    node.handleDidBegin()
  }

  deinit {
    node.handleDidEnd()
  }

  /// The current value.
  ///
  /// Reading has no side effect. A derived value is computed from the current inputs.
  @inlinable public var current: Value { node.trackedValue }

  /// What the source of the value is doing; `running` for a value that has no source of its own.
  ///
  /// What is derived from one observable has the source of that one.
  /// A source that ends or fails never ends the observable: the last value stays.
  public final var sourceState: ObservableSourceState {
    node.source?.state?.trackedValue ?? .running
  }

  /// The name that diagnostics show for this observable.
  public final var label: String? {
    get { node.parts?.label }
    set { node.makeParts().label = newValue }
  }

  /// Delivers a change of a getter's result that Swift Observation does not report.
  ///
  /// Refreshes the getters that a derived observable depends on. Does nothing for other observables, or if the policy
  /// drops the value.
  public final func refresh() {
    for getter in node.source?.getters ?? [] { getter.refresh() }
  }

  /// The number of observers, derived observables that are used included; for test-utils.
  package final var observerCount: Int { node.observerCount }

  /// Follows the value from now on.
  ///
  /// Calls back with the current value before it returns, and then after each change.
  ///
  /// An observation keeps the observable alive, except for one of a getter, which you must hold. It ends with `dispose()` on the returned token,
  /// or when the value can never change again: when its subject, the last writer of its flow, or the last handle
  /// on a getter and on what is derived from it was released.
  /// Dropping the token does not end it: keep the token in a bag or scope, or discard it explicitly. The
  /// closure is kept until the observation ends, so capture its owner weakly. It is released on the main
  /// actor, in a later job.
  ///
  /// Kaluga: `observe`.
  @inlinable
  public final func observe(_ onNext: @escaping @MainActor (Value) -> Void) -> any Disposable {
    node.observe(onNext)
  }

  /// Whether the policy drops a change from one value to the other; for bridges that keep a value back.
  package final func isSame(_ old: Value, _ new: Value) -> Bool {
    node.areEqual(old, new)
  }
}

extension BasicObservable where Value: Sendable {
  /// The value as a state flow, to be read and iterated from anywhere.
  ///
  ///     for await name in $name.stateFlow { … }       // starts with the current name
  ///
  /// Read this property on the main actor; the flow itself can be used from anywhere. The flow has the new value before
  /// a write on the main actor returns. Inside an observer, flows of derived observables have it after the running
  /// round. The flow follows for as long as it is held or iterated. For an observable of a state flow it is that flow.
  ///
  /// Kaluga: `WithState.stateFlow`.
  public var stateFlow: StateFlow<Value> {
    if let source = node.source as? FlowSource<Value> { return StateFlow(source.storage) }
    return StateFlow(StateFlowMirror.flow(of: node))
  }
}
