/// Values that were recorded in a test, and how many of them the test has inspected.
@MainActor
protocol RecordedByTest: AnyObject {
  /// The kind of check for these values.
  var kind: ExhaustiveChecks { get }

  /// The number of values.
  var count: Int { get }

  /// Describes the values that the test has not inspected; nil if it has inspected all.
  var unseen: String? { get }

  /// Where the recorder was created.
  var location: CallLocation { get }
}
