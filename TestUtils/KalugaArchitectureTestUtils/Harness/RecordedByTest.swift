/// Values that a test has recorded, and how many of them it has inspected.
@MainActor
protocol RecordedByTest: AnyObject {
  /// The check that applies to these values.
  var kind: ExhaustiveChecks { get }

  /// The number of values.
  var count: Int { get }

  /// A description of the values that the test has not inspected; nil if it has inspected all.
  var unseen: String? { get }

  /// Where the recorder was created.
  var location: CallLocation { get }
}
