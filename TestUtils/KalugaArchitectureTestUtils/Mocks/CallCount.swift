/// The number of calls that a verification expects.
///
///     load.verify(.any, times: 2)
///     load.verify(.any, times: .atLeast(1))
///
/// Kaluga: `VerificationRule`.
public struct CallCount: Sendable {
  let range: ClosedRange<Int>

  /// Expects no call.
  public static var never: Self { 0 }

  /// Expects exactly this many calls, like an integer literal.
  ///
  /// Kaluga: `times`.
  public static func exactly(_ count: Int) -> Self { Self(range: count...count) }

  /// Expects a number of calls in this range, bounds included.
  public static func between(_ counts: ClosedRange<Int>) -> Self { Self(range: counts) }

  /// Expects at least this many calls.
  public static func atLeast(_ count: Int) -> Self { Self(range: count...Int.max) }

  /// Expects at most this many calls.
  public static func atMost(_ count: Int) -> Self { Self(range: 0...count) }

  /// The count in words, for failures.
  var text: String {
    switch (range.lowerBound, range.upperBound) {
    case (0, 0): "no call"
    case (1, 1): "1 call"
    case (1, .max): "at least 1 call"
    case (0, 1): "at most 1 call"
    case (let least, .max): "at least \(least) calls"
    case (let least, let most) where least == most: "\(most) calls"
    case (0, let most): "at most \(most) calls"
    case (let least, let most): "\(least) to \(most) calls"
    }
  }
}

extension CallCount: ExpressibleByIntegerLiteral {
  /// Expects exactly this many calls.
  public init(integerLiteral count: Int) { self = .exactly(count) }
}
