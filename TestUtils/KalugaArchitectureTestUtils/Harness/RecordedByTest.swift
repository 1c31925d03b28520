/// What was recorded in a test, and how much of it the test has looked at.
@MainActor
protocol RecordedByTest: AnyObject {
  /// The kind of check that is about it.
  var kind: ExhaustiveChecks { get }

  /// How much there is.
  var count: Int { get }

  /// What the test has not looked at, as text; nil if it has looked at everything.
  var unseen: String? { get }

  /// Where the recorder was made.
  var location: CallLocation { get }
}
