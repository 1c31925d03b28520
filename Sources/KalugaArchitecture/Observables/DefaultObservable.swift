/// An observable whose missing values are replaced by a default.
///
/// It reads and is observed as the value; ``raw`` tells whether there really is one. The default is
/// never written back to where the value comes from.
///
/// Kaluga: `DefaultObservable`.
@propertyWrapper
@MainActor
public class DefaultObservable<Value>: InitializedObservable<Value> {
  let rawNode: ObservableNode<Value?>

  /// What is read in place of nil.
  public let defaultValue: Value

  init(raw: ObservableNode<Value?>, default defaultValue: Value, conflation: Conflation<Value>) {
    rawNode = raw
    self.defaultValue = defaultValue
    super.init(
      node: DerivedNode(inputs: [raw], conflation: conflation) { raw.value ?? defaultValue }
    )
  }

  fileprivate init(sharing other: DefaultObservable) {
    rawNode = other.rawNode
    defaultValue = other.defaultValue
    super.init(node: other.node)
  }

  /// The value without the default.
  public var raw: Value? { rawNode.trackedValue }

  /// The current value, or the default.
  public override var wrappedValue: Value { current }

  /// The observable itself.
  public override var projectedValue: DefaultObservable<Value> { self }

  /// The same value behind an object that only reads, also if this one is a subject.
  public override func asObservable() -> DefaultObservable<Value> {
    DefaultObservable(sharing: self)
  }
}

extension UninitializedObservable {
  /// Derives an observable that reads as a default while there is nothing yet.
  public func withDefault(_ defaultValue: Value) -> DefaultObservable<Value>
  where Value: Equatable {
    withDefault(defaultValue, conflation: .equal)
  }

  /// Derives an observable that reads as a default while there is nothing yet; the rule says what
  /// counts as a change.
  public func withDefault(
    _ defaultValue: Value,
    conflation: Conflation<Value>
  ) -> DefaultObservable<Value> {
    let raw = combine(self, conflation: conflation.lifted) { $0.valueOrNil }
    return DefaultObservable(raw: raw.node, default: defaultValue, conflation: conflation)
  }
}

extension InitializedObservable {
  /// Derives an observable that replaces nil by a default.
  ///
  /// Kaluga: `toDefaultObservable`.
  public func withDefault<Wrapped: Equatable>(
    _ defaultValue: Wrapped
  ) -> DefaultObservable<Wrapped> where Value == Wrapped? {
    withDefault(defaultValue, conflation: .equal)
  }

  /// Derives an observable that replaces nil by a default; the rule says what counts as a change.
  public func withDefault<Wrapped>(
    _ defaultValue: Wrapped,
    conflation: Conflation<Wrapped>
  ) -> DefaultObservable<Wrapped> where Value == Wrapped? {
    node.share()
    return DefaultObservable<Wrapped>(raw: node, default: defaultValue, conflation: conflation)
  }
}
