import Testing

/// The number of rounds for the linked tests in `Time`; the root package's `Effort` has smaller
/// numbers.
enum Effort {
  static let isFull = true
  static let rounds = 200

  /// The time after which a test counts as hung.
  static let limit = TimeLimitTrait.Duration.minutes(20)
}
