/// An observable whose missing values are replaced by a default.
///
/// It reads and is observed as the value; ``raw`` tells whether there really is one. The default is
/// never written back to where the value comes from.
///
/// Kaluga: `DefaultObservable`.
@propertyWrapper
@MainActor
public class DefaultObservable<Value>: InitializedObservable<Value> {
  let rawNode: Node<Value?>

  /// What is read in place of nil.
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
    super.init(node: other.node)
  }

  /// The value without the default.
  public var raw: Value? { rawNode.trackedValue }

  /// The current value, or the default.
  public override var wrappedValue: Value { current }

  /// The observable itself.
  public nonisolated override var projectedValue: DefaultObservable<Value> { self }

  /// The same value behind an object that only reads, also if this one is a subject.
  public override func asObservable() -> DefaultObservable<Value> {
    DefaultObservable(sharing: self)
  }
}

extension UninitializedObservable {
  /// Derives an observable that reads as a default while there is nothing yet.
  public func withDefault(_ defaultValue: Value) -> DefaultObservable<Value>
  where Value: Equatable {
    withDefault(defaultValue, changePolicy: .equatable)
  }

  /// Derives an observable that reads as a default while there is nothing yet; the policy decides
  /// what counts as a change.
  public func withDefault(
    _ defaultValue: Value,
    changePolicy: ChangePolicy<Value>
  ) -> DefaultObservable<Value> {
    let raw = combine(self, changePolicy: changePolicy.lifted) { $0.valueOrNil }
    return DefaultObservable(raw: raw.node, default: defaultValue, changePolicy: changePolicy)
  }
}

extension InitializedObservable {
  /// Derives an observable that replaces nil by a default.
  ///
  /// Kaluga: `toDefaultObservable`.
  public func withDefault<Wrapped: Equatable>(
    _ defaultValue: Wrapped
  ) -> DefaultObservable<Wrapped> where Value == Wrapped? {
    withDefault(defaultValue, changePolicy: .equatable)
  }

  /// Derives an observable that replaces nil by a default; the policy decides what counts as a change.
  public func withDefault<Wrapped>(
    _ defaultValue: Wrapped,
    changePolicy: ChangePolicy<Wrapped>
  ) -> DefaultObservable<Wrapped> where Value == Wrapped? {
    DefaultObservable<Wrapped>(raw: node, default: defaultValue, changePolicy: changePolicy)
  }
}
