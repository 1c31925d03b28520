/// Decides which writes count as a change and reach observers.
///
/// Values that are `Equatable` need no policy: equal values are dropped. Other values need one:
///
///     @InitializedSubject(changePolicy: .by { $0.id == $1.id }) var user = guest
///     @InitializedSubject(changePolicy: .everyWrite) var frame = Frame()
@frozen
public struct ChangePolicy<Value> {
  @usableFromInline let kind: ChangePolicyKind
  @usableFromInline let areEqual: (Value, Value) -> Bool

  @inlinable
  init(_ kind: ChangePolicyKind, areEqual: @escaping (Value, Value) -> Bool) {
    self.kind = kind
    self.areEqual = areEqual
  }

  /// Drops a value for which the closure returns true; its arguments are the old and the new value.
  ///
  /// The closure runs on the main actor whenever two values are compared. It must not write to
  /// observables.
  @inlinable
  public static func by(_ areEqual: @escaping (Value, Value) -> Bool) -> ChangePolicy {
    ChangePolicy(.closure, areEqual: areEqual)
  }

  /// Drops nothing: every write counts, even one of an equal value.
  @inlinable
  public static var everyWrite: ChangePolicy {
    ChangePolicy(.everyWrite) { _, _ in false }
  }

  /// The same policy for values that may be missing; two missing ones are equal.
  @inlinable
  var lifted: ChangePolicy<Value?> {
    if kind == .everyWrite { return .everyWrite }
    return ChangePolicy<Value?>(kind) { [areEqual] old, new in
      switch (old, new) {
      case (nil, nil): true
      case (let old?, let new?): areEqual(old, new)
      default: false
      }
    }
  }

  /// The same policy for values that may not have arrived yet; two that have not arrived are equal.
  @inlinable
  var liftedToObservableOptional: ChangePolicy<ObservableOptional<Value>> {
    if kind == .everyWrite { return .everyWrite }
    return ChangePolicy<ObservableOptional<Value>>(kind) { [areEqual] old, new in
      switch (old, new) {
      case (.nothing, .nothing): true
      case (.value(let old), .value(let new)): areEqual(old, new)
      default: false
      }
    }
  }
}

extension ChangePolicy where Value: Equatable {
  /// Drops equal values.
  @inlinable
  public static var equatable: ChangePolicy {
    // A closure, because the operator itself would have to be Sendable.
    ChangePolicy(.equality) { $0 == $1 }
  }
}

/// How a policy compares values.
@usableFromInline
enum ChangePolicyKind {
  /// By `==`, which unlike other comparisons may run on any thread.
  case equality
  case closure
  case everyWrite
}

/// Returns whether two values are equal by `==`; can be called on any thread.
///
/// Values of a type that is not `Equatable` are never equal.
func areEqualNonisolated<Value: Sendable>(_ old: Value, _ new: Value) -> Bool {
  guard let type = Value.self as? any Equatable.Type else { return false }
  return areEqual(old, new, as: type)
}

private func areEqual<Value, Compared: Equatable>(
  _ old: Value,
  _ new: Value,
  as type: Compared.Type
) -> Bool {
  guard let old = old as? Compared, let new = new as? Compared else { return false }
  return old == new
}
