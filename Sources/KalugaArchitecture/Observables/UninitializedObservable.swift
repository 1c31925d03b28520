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
