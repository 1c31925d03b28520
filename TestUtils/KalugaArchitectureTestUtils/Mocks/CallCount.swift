/// The number of calls that a verification expects.
///
///     load.verify(.any, times: 2)
///     load.verify(.any, times: .atLeast(1))
///
/// Kaluga: `VerificationRule`.
public struct CallCount: Sendable, ExpressibleByIntegerLiteral {
  private let minimum: Int
  private let maximum: Int?

  private init(_ minimum: Int, _ maximum: Int?) {
    self.minimum = minimum
    self.maximum = maximum
  }

  /// Expects exactly this many calls.
  public init(integerLiteral count: Int) {
    self.init(count, count)
  }

  /// Expects no call.
  public static var never: Self { Self(0, 0) }

  /// Expects exactly this many calls.
  ///
  /// Kaluga: `times`.
  public static func exactly(_ count: Int) -> Self { Self(count, count) }

  /// Expects a number of calls in this range, bounds included.
  public static func between(_ counts: ClosedRange<Int>) -> Self {
    Self(counts.lowerBound, counts.upperBound)
  }

  /// Expects at least this many calls.
  public static func atLeast(_ count: Int) -> Self { Self(count, nil) }

  /// Expects at most this many calls.
  public static func atMost(_ count: Int) -> Self { Self(0, count) }

  /// The count in words.
  var description: String {
    switch (minimum, maximum) {
    case (0, 0): "no call"
    case (1, 1): "1 call"
    case (1, nil): "at least 1 call"
    case (0, 1): "at most 1 call"
    case (_, nil): "at least \(minimum) calls"
    case (_, minimum): "\(minimum) calls"
    case (0, let maximum?): "at most \(maximum) calls"
    case (_, let maximum?): "\(minimum) to \(maximum) calls"
    }
  }

  func contains(_ count: Int) -> Bool {
    count >= minimum && count <= maximum ?? .max
  }

  /// Returns whether the count is already too high, so that more calls cannot make it right.
  func isExceeded(by count: Int) -> Bool {
    count > maximum ?? .max
  }
}
