/// An observable that may have no value yet.
///
/// Readers and observers get an ``ObservableOptional``: "nothing yet" and "nil" are different.
///
/// Kaluga: `UninitializedObservable`.
@propertyWrapper
@MainActor
public class UninitializedObservable<Value>: BasicObservable<ObservableOptional<Value>> {
  override init(node: ObservableNode<ObservableOptional<Value>>) {
    super.init(node: node)
  }

  /// Creates an observable of an asynchronous sequence; equal elements are dropped.
  ///
  /// It has nothing until the first element comes. The rest is as with
  /// ``InitializedObservable/init(_:following:in:start:)``.
  ///
  /// Kaluga: `toUninitializedObservable`.
  public convenience init<Source: AsyncSequence>(
    following sequence: Source,
    in scope: TaskScope,
    start: FlowStart = .lazily
  ) where Source.Element == Value, Value: Equatable {
    self.init(following: sequence, in: scope, start: start, conflation: .equal)
  }

  /// Creates an observable of an asynchronous sequence; the rule says what counts as a change.
  public convenience init<Source: AsyncSequence>(
    following sequence: Source,
    in scope: TaskScope,
    start: FlowStart = .lazily,
    conflation: Conflation<Value>
  ) where Source.Element == Value {
    self.init(
      node: SequenceNode(
        .nothing,
        conflation: conflation.liftedToObservableOptional,
        in: scope,
        start: start,
        collect: SequenceNode.collecting(sequence) { .value($0) }
      )
    )
  }

  /// The current value, or nil if there is nothing yet.
  ///
  /// Kaluga: `currentOrNull`.
  public var currentOrNil: Value? { current.valueOrNil }

  /// The current value, or nothing yet.
  public var wrappedValue: ObservableOptional<Value> { current }

  /// The observable itself.
  public var projectedValue: UninitializedObservable<Value> { self }

  /// The same value behind an object that only reads, also if this one is a subject.
  public func asObservable() -> UninitializedObservable<Value> {
    node.share()
    return UninitializedObservable(node: node)
  }

  /// Derives an observable of the same flavour; nothing stays nothing, equal results are dropped.
  ///
  /// The transform runs on the main actor whenever the result is read, and once per change while
  /// it is observed: keep it cheap and free of side effects.
  public func map<Output: Equatable>(
    _ transform: @escaping @MainActor (Value) -> Output
  ) -> UninitializedObservable<Output> {
    map(conflation: .equal, transform)
  }

  /// Derives an observable of the same flavour; the rule says which results count as a change.
  public func map<Output>(
    conflation: Conflation<Output>,
    _ transform: @escaping @MainActor (Value) -> Output
  ) -> UninitializedObservable<Output> {
    let derived = combine(self, conflation: conflation.liftedToObservableOptional) { value in
      switch value {
      case .nothing: ObservableOptional<Output>.nothing
      case .value(let value): .value(transform(value))
      }
    }
    return UninitializedObservable<Output>(node: derived.node)
  }
}
