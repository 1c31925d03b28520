/// Says which writes count as a change, and so reach observers.
///
/// Values that are `Equatable` need none: equal values are dropped. For others it is to be said:
///
///     @InitializedSubject(conflation: .by { $0.id == $1.id }) var user = guest
///     @InitializedSubject(conflation: .never) var frame = Frame()
public struct Conflation<Value> {
  let areEqual: (Value, Value) -> Bool
  private var dropsNothing = false

  private init(areEqual: @escaping (Value, Value) -> Bool) {
    self.areEqual = areEqual
  }

  /// Drops a value for which the closure returns true; its arguments are the old and the new value.
  ///
  /// The closure runs on the main actor for each write and must not write to observables.
  public static func by(_ areEqual: @escaping (Value, Value) -> Bool) -> Conflation {
    Conflation(areEqual: areEqual)
  }

  /// Drops nothing: every write counts, also one of the same value.
  public static var never: Conflation {
    var rule = Conflation { _, _ in false }
    rule.dropsNothing = true
    return rule
  }

  /// The same rule for values that may be missing; two missing ones are the same.
  var lifted: Conflation<Value?> {
    if dropsNothing { return .never }
    return .by { [areEqual] old, new in
      switch (old, new) {
      case (nil, nil): true
      case (let old?, let new?): areEqual(old, new)
      default: false
      }
    }
  }

  /// The same rule for values that may not have come yet; nothing and nothing are the same.
  var liftedToObservableOptional: Conflation<ObservableOptional<Value>> {
    if dropsNothing { return .never }
    return .by { [areEqual] old, new in
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
    Conflation { $0 == $1 }
  }
}
