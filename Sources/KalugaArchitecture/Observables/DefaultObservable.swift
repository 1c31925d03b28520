/// An observable that replaces missing values with a default.
///
/// Readers and observers receive the value or the default; ``raw`` is the value without the
/// default. The default is never written back to the source of the value.
///
/// Kaluga: `DefaultObservable`.
@propertyWrapper
@MainActor
public class DefaultObservable<Value>: InitializedObservable<Value> {
  let rawNode: Node<Value?>

  /// The value that replaces nil.
  public let defaultValue: Value

  init(raw: Node<Value?>, default defaultValue: Value, changePolicy: ChangePolicy<Value>) {
    rawNode = raw
    self.defaultValue = defaultValue
    super.init(
      node: Node(derivedFrom: [raw], changePolicy) { raw.inputValue ?? defaultValue }
    )
  }

  fileprivate init(sharing other: DefaultObservable) {
    rawNode = other.rawNode
    defaultValue = other.defaultValue
    super.init(node: other.sharedNode)
  }

  /// The value without the default.
  public var raw: Value? { rawNode.trackedValue }

  /// The current value, or the default.
  public override var wrappedValue: Value { current }

  /// The observable itself.
  public nonisolated override var projectedValue: DefaultObservable<Value> { self }

  /// Returns a read-only observable of the same value, which cannot be cast to a subject.
  public override func asObservable() -> DefaultObservable<Value> {
    DefaultObservable(sharing: self)
  }
}

extension UninitializedObservable {
  /// Derives an observable that has a default while there is no value.
  public func withDefault(_ defaultValue: Value) -> DefaultObservable<Value>
  where Value: Equatable {
    withDefault(defaultValue, changePolicy: .equatable)
  }

  /// Derives an observable that has a default while there is no value; the policy decides what
  /// counts as a change.
  public func withDefault(
    _ defaultValue: Value,
    changePolicy: ChangePolicy<Value>
  ) -> DefaultObservable<Value> {
    let raw = combine(self, changePolicy: changePolicy.lifted) { $0.valueOrNil }
    return DefaultObservable(raw: raw.sharedNode, default: defaultValue, changePolicy: changePolicy)
  }
}

extension InitializedObservable {
  /// Derives an observable that replaces nil with a default.
  ///
  /// Kaluga: `toDefaultObservable`.
  public func withDefault<Wrapped: Equatable>(
    _ defaultValue: Wrapped
  ) -> DefaultObservable<Wrapped> where Value == Wrapped? {
    withDefault(defaultValue, changePolicy: .equatable)
  }

  /// Derives an observable that replaces nil with a default; the policy decides what counts as a
  /// change.
  public func withDefault<Wrapped>(
    _ defaultValue: Wrapped,
    changePolicy: ChangePolicy<Wrapped>
  ) -> DefaultObservable<Wrapped> where Value == Wrapped? {
    DefaultObservable<Wrapped>(raw: sharedNode, default: defaultValue, changePolicy: changePolicy)
  }
}
