/// A value, or nothing yet.
///
/// Unlike `Optional`, which it may hold, it says whether anything has arrived: `.value(nil)` is a
/// value. This is what uninitialized observables hold.
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

  /// Converts the value and leaves nothing as it is.
  public func map<Output, Failure: Error>(
    _ transform: (Wrapped) throws(Failure) -> Output
  ) throws(Failure) -> ObservableOptional<Output> {
    switch self {
    case .nothing: .nothing
    case .value(let value): .value(try transform(value))
    }
  }
}

extension ObservableOptional: Sendable where Wrapped: Sendable {}
extension ObservableOptional: Equatable where Wrapped: Equatable {}
extension ObservableOptional: Hashable where Wrapped: Hashable {}
