/// An observable that always has a value.
///
/// As a property wrapper it is a constant: `@InitializedObservable var title = "Home"`.
///
/// Kaluga: `InitializedObservable`.
@propertyWrapper
@MainActor
public class InitializedObservable<Value>: BasicObservable<Value> {
  override init(node: ObservableNode<Value>) {
    super.init(node: node)
  }

  /// Creates an observable whose value never changes.
  ///
  /// Kaluga: `observableOf`.
  public convenience init(wrappedValue: Value) {
    let node = StoredNode(wrappedValue, conflation: .never)
    node.complete()
    self.init(node: node)
  }

  /// The current value.
  public var wrappedValue: Value { current }

  /// The observable itself.
  public var projectedValue: InitializedObservable<Value> { self }

  /// The same value behind an object that only reads, also if this one is a subject.
  public func asObservable() -> InitializedObservable<Value> {
    node.share()
    return InitializedObservable(node: node)
  }

  /// Derives an observable; equal results are dropped.
  ///
  /// The transform runs on the main actor whenever the result is read, and once per change while
  /// it is observed: keep it cheap and free of side effects.
  public func map<Output: Equatable>(
    _ transform: @escaping @MainActor (Value) -> Output
  ) -> InitializedObservable<Output> {
    map(conflation: .equal, transform)
  }

  /// Derives an observable; the rule says which results count as a change.
  public func map<Output>(
    conflation: Conflation<Output>,
    _ transform: @escaping @MainActor (Value) -> Output
  ) -> InitializedObservable<Output> {
    combine(self, conflation: conflation, transform)
  }
}
