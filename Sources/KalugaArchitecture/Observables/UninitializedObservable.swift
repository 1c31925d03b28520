/// An observable that may have no value yet.
///
/// Readers and observers get an ``ObservableOptional``: "nothing yet" and "nil" are different.
///
/// Kaluga: `UninitializedObservable`.
@propertyWrapper
@MainActor
public class UninitializedObservable<Value>: BasicObservable<ObservableOptional<Value>> {
  @usableFromInline
  override init(node: Node<ObservableOptional<Value>>) {
    super.init(node: node)
  }

  /// Creates an observable of an asynchronous sequence; equal elements are dropped.
  ///
  /// The observable has no value until the first element arrives. Otherwise it works like
  /// ``InitializedObservable/init(_:following:in:start:)``.
  ///
  /// Kaluga: `toUninitializedObservable`.
  public convenience init<Source: AsyncSequence>(
    following sequence: Source,
    in scope: TaskScope,
    start: FlowStart = .lazily
  ) where Source.Element == Value, Value: Equatable {
    self.init(following: sequence, in: scope, start: start, changePolicy: .equatable)
  }

  /// Creates an observable of an asynchronous sequence; the policy decides what counts as a change.
  public convenience init<Source: AsyncSequence>(
    following sequence: Source,
    in scope: TaskScope,
    start: FlowStart = .lazily,
    changePolicy: ChangePolicy<Value>
  ) where Source.Element == Value {
    self.init(
      node: SequenceSource.makeNode(
        .nothing,
        changePolicy.liftedToObservableOptional,
        following: sequence,
        in: scope,
        start: start
      ) { .value($0) }
    )
  }

  /// The current value, or nil if there is nothing yet.
  ///
  /// Kaluga: `currentOrNull`.
  public final var currentOrNil: Value? { current.valueOrNil }

  /// The current value, or nothing yet.
  public var wrappedValue: ObservableOptional<Value> { current }

  /// The observable itself.
  public nonisolated var projectedValue: UninitializedObservable<Value> { self }

  /// Returns a read-only observable of the same value, which cannot be cast to a subject.
  public func asObservable() -> UninitializedObservable<Value> {
    UninitializedObservable(node: sharedNode)
  }

  /// Derives an observable that has a value while this one has; equal results are dropped.
  ///
  /// The transform runs on the main actor: once for each change of the input while the result is
  /// observed, otherwise at each read. Keep it cheap and free of side effects.
  @inlinable
  public final func map<Output: Equatable>(
    _ transform: @escaping @MainActor (Value) -> Output
  ) -> UninitializedObservable<Output> {
    map(changePolicy: .equatable, transform)
  }

  /// Derives an observable that has a value while this one has; the policy decides which results
  /// count.
  @inlinable
  public final func map<Output>(
    changePolicy: ChangePolicy<Output>,
    _ transform: @escaping @MainActor (Value) -> Output
  ) -> UninitializedObservable<Output> {
    let node = sharedNode
    return UninitializedObservable<Output>(
      node: Node(derivedFrom: [node], changePolicy.liftedToObservableOptional) {
        node.inputValue.map { transform($0) }
      }
    )
  }
}
