import Testing

/// The number of rounds for the tests in `Time`; the stress package's `Effort` has larger numbers.
enum Effort {
  static let isFull = false
  static let rounds = 5

  /// The time after which a test counts as hung.
  static let limit = TimeLimitTrait.Duration.minutes(5)
}
