/// What is checked at the end of a test; all of it unless a test leaves something out.
///
///     try await withViewModel(model, except: .values) { harness in … }
///     @Test(.exhaustive(except: [.values, .labels])) func saves() async throws { … }
public struct ExhaustiveChecks: OptionSet, Hashable, Sendable {
  /// No task of a view model runs any longer after it was paused (what it launched while it was shown)
  /// or cleared.
  public static let tasks = ExhaustiveChecks(rawValue: 1 << 0)

  /// No view model of a harness, no scope of one and no watched observer is alive any longer.
  public static let life = ExhaustiveChecks(rawValue: 1 << 1)

  /// The test has looked at all values that a ``ValueRecorder`` recorded.
  public static let values = ExhaustiveChecks(rawValue: 1 << 2)

  /// The test has looked at all actions that a ``RecordingNavigator`` recorded.
  public static let navigations = ExhaustiveChecks(rawValue: 1 << 3)

  /// The test has looked at all labels and other events that a ``ValueRecorder`` of an event channel
  /// recorded.
  public static let labels = ExhaustiveChecks(rawValue: 1 << 4)

  /// Everything.
  public static let all: ExhaustiveChecks = [.tasks, .life, .values, .navigations, .labels]

  /// The checks as bits.
  public let rawValue: Int

  /// Creates checks from bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}
