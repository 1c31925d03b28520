/// Says which writes count as a change, and so reach observers.
///
/// Values that are `Equatable` need none: equal values are dropped. For others it is to be said:
///
///     @InitializedSubject(conflation: .by { $0.id == $1.id }) var user = guest
///     @InitializedSubject(conflation: .never) var frame = Frame()
public struct Conflation<Value> {
  let kind: ConflationKind
  let areEqual: (Value, Value) -> Bool

  private init(_ kind: ConflationKind, areEqual: @escaping (Value, Value) -> Bool) {
    self.kind = kind
    self.areEqual = areEqual
  }

  /// Drops a value for which the closure returns true; its arguments are the old and the new value.
  ///
  /// The closure runs on the main actor for each write and must not write to observables.
  public static func by(_ areEqual: @escaping (Value, Value) -> Bool) -> Conflation {
    Conflation(.closure, areEqual: areEqual)
  }

  /// Drops nothing: every write counts, also one of the same value.
  public static var never: Conflation {
    Conflation(.never) { _, _ in false }
  }

  /// A rule made from another one: what drops nothing goes on dropping nothing.
  private init(lifting kind: ConflationKind, areEqual: @escaping (Value, Value) -> Bool) {
    if kind == .never { self = .never } else { self.init(kind, areEqual: areEqual) }
  }

  /// The same rule for values that may be missing; two missing ones are the same.
  var lifted: Conflation<Value?> {
    Conflation<Value?>(lifting: kind) { [areEqual] old, new in
      switch (old, new) {
      case (nil, nil): true
      case (let old?, let new?): areEqual(old, new)
      default: false
      }
    }
  }

  /// The same rule for values that may not have come yet; nothing and nothing are the same.
  var liftedToObservableOptional: Conflation<ObservableOptional<Value>> {
    Conflation<ObservableOptional<Value>>(lifting: kind) { [areEqual] old, new in
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
    Conflation(.equality) { $0 == $1 }
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

/// What is known of a rule.
enum ConflationKind {
  /// It compares by `==`, which unlike other comparisons may run on any thread.
  case equality
  case closure
  /// It drops nothing.
  case never
}
