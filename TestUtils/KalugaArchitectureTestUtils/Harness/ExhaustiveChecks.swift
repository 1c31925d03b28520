/// The checks at the end of a test; a test can leave some of them out.
///
///     try await withViewModel(model, except: .values) { harness in … }
///     @Test(.exhaustive(except: [.values, .labels])) func saves() async throws { … }
public struct ExhaustiveChecks: OptionSet, Hashable, Sendable {
  /// Checks that no task of a view model runs after `clear()`, and no task of its resumed scope after a pause.
  public static let tasks = ExhaustiveChecks(rawValue: 1 << 0)

  /// Checks that no view model of a harness, none of its scopes and no watched observer is alive.
  public static let life = ExhaustiveChecks(rawValue: 1 << 1)

  /// Checks that the test has inspected all values that a ``ValueRecorder`` recorded.
  public static let values = ExhaustiveChecks(rawValue: 1 << 2)

  /// Checks that the test has inspected all actions that a ``RecordingNavigator`` recorded.
  public static let navigations = ExhaustiveChecks(rawValue: 1 << 3)

  /// Checks that the test has inspected all events that a ``ValueRecorder`` of an event channel recorded.
  public static let labels = ExhaustiveChecks(rawValue: 1 << 4)

  /// All checks.
  public static let all: ExhaustiveChecks = [.tasks, .life, .values, .navigations, .labels]

  /// The bits of the checks.
  public let rawValue: Int

  /// Creates checks from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}
