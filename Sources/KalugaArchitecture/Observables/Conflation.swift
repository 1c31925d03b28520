/// Says which writes count as a change, and so reach observers.
///
/// Values that are `Equatable` need none: equal values are dropped. For others it is to be said:
///
///     @InitializedSubject(conflation: .by { $0.id == $1.id }) var user = guest
///     @InitializedSubject(conflation: .never) var frame = Frame()
public struct Conflation<Value> {
  /// Whether the comparison is `==`: unlike others it may run on any thread.
  var isEquality = false
  let areEqual: (Value, Value) -> Bool

  /// Drops a value for which the closure returns true; its arguments are the old and the new value.
  ///
  /// The closure runs on the main actor for each write and must not write to observables.
  public static func by(_ areEqual: @escaping (Value, Value) -> Bool) -> Conflation {
    Conflation(areEqual: areEqual)
  }

  /// Drops nothing: every write counts, also one of the same value.
  public static var never: Conflation {
    Conflation { _, _ in false }
  }

  /// The same rule for values that may be missing; two missing ones are the same.
  var lifted: Conflation<Value?> {
    Conflation<Value?>(isEquality: isEquality) { old, new in
      switch (old, new) {
      case (nil, nil): true
      case (let old?, let new?): areEqual(old, new)
      default: false
      }
    }
  }

  /// The same rule for values that may not have come yet; nothing and nothing are the same.
  var liftedToObservableOptional: Conflation<ObservableOptional<Value>> {
    Conflation<ObservableOptional<Value>>(isEquality: isEquality) { old, new in
      switch (old, new) {
      case (.nothing, .nothing): true
      case (.value(let old), .value(let new)): areEqual(old, new)
      default: false
      }
    }
  }
}

extension Conflation where Value: Equatable {
  /// Drops equal values.
  public static var equal: Conflation {
    // A closure: the operator itself would have to be sendable.
    Conflation(isEquality: true) { $0 == $1 }
  }
}

/// Compares values of a type of which nothing but the name is known, on any thread.
///
/// Values that cannot be compared there are different.
func areEqualAnywhere<Value: Sendable>(_ old: Value, _ new: Value) -> Bool {
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
