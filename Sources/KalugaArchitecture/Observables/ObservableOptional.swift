/// A value, or nothing yet.
///
/// Uninitialized observables hold this type. Unlike `Optional`, it distinguishes a missing value
/// from a value that is nil: the latter is `.value(nil)`.
///
/// Kaluga: `ObservableOptional`.
public enum ObservableOptional<Wrapped> {
  /// No value has arrived yet.
  case nothing
  /// The latest value.
  case value(Wrapped)

  /// The value, or nil if there is nothing yet.
  public var valueOrNil: Wrapped? {
    switch self {
    case .nothing: nil
    case .value(let value): value
    }
  }

  /// The value, or the given one if there is nothing yet.
  ///
  /// Kaluga: `resultValueOrDefault`.
  public func valueOr(_ defaultValue: @autoclosure () -> Wrapped) -> Wrapped {
    valueOrNil ?? defaultValue()
  }

  /// Returns the transformed value, or nothing if there is none.
  public func map<Output, Failure: Error>(
    _ transform: (Wrapped) throws(Failure) -> Output
  ) throws(Failure) -> ObservableOptional<Output> {
    switch self {
    case .nothing: .nothing
    case .value(let value): .value(try transform(value))
    }
  }
}

extension ObservableOptional {
  /// Changes the value in place; returns nil if there is none.
  mutating func mutate<Result, Failure: Error>(
    _ change: (inout Wrapped) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    guard case .value(var value) = self else { return nil }
    // The only reference, so that the change need not copy the value.
    self = .nothing
    defer { self = .value(value) }
    return try change(&value)
  }
}

extension ObservableOptional: Sendable where Wrapped: Sendable {}
extension ObservableOptional: Equatable where Wrapped: Equatable {}
extension ObservableOptional: Hashable where Wrapped: Hashable {}
