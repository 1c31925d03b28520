/// A value that can be read and followed; what all observables and subjects have in common.
///
/// Lives on the main actor. Observers are called on the main actor, in the order of registration,
/// and only if what they see changes. A write made inside an observer is stored at once and
/// delivered after the running round, as one further round with the newest value: all observers see
/// the same order and end on the newest value. An observer added during a round gets the newest
/// value once; one disposed during a round is not called again.
///
/// An observable stays readable for as long as somebody holds it, also when what it follows has
/// ended: it keeps the last value.
///
/// Kaluga: `BasicObservable`.
@MainActor
public class BasicObservable<Value> {
  let node: ObservableNode<Value>

  init(node: ObservableNode<Value>) {
    self.node = node
    node.handleDidBegin()
  }

  deinit {
    node.handleDidEnd()
  }

  /// The current value.
  ///
  /// Reading has no side effect. A derived value is computed from the current inputs.
  public var current: Value { node.trackedValue }

  /// What the source of the value is doing; `running` for a value that has no source of its own.
  ///
  /// What is derived from one observable has the source of that one.
  /// A source that ends or fails never ends the observable: the last value stays.
  public var sourceState: ObservableSourceState {
    node.sourceState?.trackedValue ?? .running
  }

  /// The name that diagnostics show for this observable.
  public var label: String? {
    get { node.hub?.label }
    set { node.makeHub().label = newValue }
  }

  /// Makes observers follow a value that nobody tells of: what a getter returns.
  ///
  /// Does nothing for other observables, and nothing if observers have seen this value.
  public func refresh() {
    node.refresh()
    // Told only of what observers have not seen; the state flow may have seen more.
    node.hub?.mirror?.nodeDidChange()
  }

  /// How many follow the value now, derived observables that are followed included; for test-utils.
  package var observerCount: Int { node.hub?.observerCount ?? 0 }

  /// Follows the value from now on.
  ///
  /// Calls back before it returns, with the current value, and then on each change. The
  /// observation ends with `dispose()` on what is returned, or when the observable is released;
  /// dropping the token does not end it, so keep it in a bag or scope, or discard it explicitly.
  /// The closure is kept until the observation ends: capture its owner weakly. It is released on
  /// the main actor.
  ///
  /// Kaluga: `observe`.
  public func observe(_ onNext: @escaping @MainActor (Value) -> Void) -> any Disposable {
    node.observe(onNext)
  }

  /// Whether a change from one value to the other is none, for whoever keeps a value until it is wanted.
  package func isSame(_ old: Value, _ new: Value) -> Bool {
    node.conflation.areEqual(old, new)
  }
}
