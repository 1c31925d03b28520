/// A value that has to be loaded, and how far the load has got.
///
///     idle ──▶ loading ──▶ loaded
///                │  ▲
///                ▼  │
///               failed        (a load that is cancelled returns to the state before it)
///
/// While a load runs, and after it has failed, the previously loaded value is kept, so that a view
/// can show old content together with a spinner or an error.
public enum Loadable<Value> {
  /// Nothing has been loaded, and nothing is being loaded.
  case idle
  /// A load is running; the value of the last successful load is kept.
  case loading(previous: Value?)
  /// The last load has succeeded.
  case loaded(Value)
  /// The last load has failed; the value of the last successful load is kept.
  case failed(any Error, previous: Value?)

  /// The loaded value, or the previous one while a load runs or after it has failed.
  public var value: Value? {
    switch self {
    case .idle: nil
    case .loaded(let value): value
    case .loading(let previous), .failed(_, let previous): previous
    }
  }

  /// The error of the last load; nil unless it has failed.
  public var error: (any Error)? {
    if case .failed(let error, _) = self { error } else { nil }
  }

  /// Whether a load is running.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }

  /// Returns the same state of the transformed value; a previous value is transformed too.
  public func map<Output, Failure: Error>(
    _ transform: (Value) throws(Failure) -> Output
  ) throws(Failure) -> Loadable<Output> {
    switch self {
    case .idle: .idle
    case .loading(let previous): .loading(previous: try previous.map(transform))
    case .loaded(let value): .loaded(try transform(value))
    case .failed(let error, let previous): .failed(error, previous: try previous.map(transform))
    }
  }
}

extension Loadable: Sendable where Value: Sendable {}

extension Loadable: Equatable where Value: Equatable {
  /// Returns whether both states and their values are equal.
  ///
  /// Errors of one type are compared with `==` if the type is `Equatable`, and otherwise by their
  /// description. Errors of different types are never equal.
  public static func == (left: Loadable, right: Loadable) -> Bool {
    switch (left, right) {
    case (.idle, .idle): true
    case (.loading(let left), .loading(let right)): left == right
    case (.loaded(let left), .loaded(let right)): left == right
    case (.failed(let leftError, let left), .failed(let rightError, let right)):
      left == right && areEqualErrors(leftError, rightError)
    default: false
    }
  }
}

/// Returns whether two errors are of one type and equal: by `==` if the type is `Equatable`, and
/// otherwise by their description.
func areEqualErrors(_ left: (any Error)?, _ right: (any Error)?) -> Bool {
  guard let left, let right else { return left == nil && right == nil }
  guard type(of: left) == type(of: right) else { return false }
  return areEqualValues(left, right) ?? ("\(left)" == "\(right)")
}

/// Returns whether two values are equal by `==`, or nil if the first one is not `Equatable`.
///
/// The parameters are not errors, because Apple's compiler takes the cast of an error to
/// `any Equatable` for one that always succeeds.
private func areEqualValues(_ left: Any, _ right: Any) -> Bool? {
  func isEqual<Compared: Equatable>(_ left: Compared) -> Bool {
    left == right as? Compared
  }
  return if let left = left as? any Equatable { isEqual(left) } else { nil }
}
