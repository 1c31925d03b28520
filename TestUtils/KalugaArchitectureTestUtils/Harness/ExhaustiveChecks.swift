/// A set of the checks at the end of a test, used to leave some of them out.
///
///     try await withViewModel(model, except: .values) { harness in … }
///     @Test(.exhaustive(except: [.values, .labels])) func saves() async throws { … }
public struct ExhaustiveChecks: OptionSet, Hashable, Sendable {
  /// Checks that no task of a view model or its children still runs after `clear()`, none of their
  /// resumed scopes after `onPause()`, and none of their visible scopes after `onHidden()`.
  public static let tasks = ExhaustiveChecks(rawValue: 1 << 0)

  /// Checks that the view models of harnesses, their children, and the scopes of all these are
  /// released.
  public static let life = ExhaustiveChecks(rawValue: 1 << 1)

  /// Checks that the test has inspected each value that a ``ValueRecorder`` recorded, and the end or
  /// the error of a sequence.
  public static let values = ExhaustiveChecks(rawValue: 1 << 2)

  /// Checks that the test has inspected each action that a ``RecordingNavigator`` recorded.
  public static let navigations = ExhaustiveChecks(rawValue: 1 << 3)

  /// Checks that the test has inspected each event that a ``ValueRecorder`` recorded from a
  /// channel.
  public static let labels = ExhaustiveChecks(rawValue: 1 << 4)

  /// Checks that the test has ended each request whose result the code under test awaits from a
  /// ``RecordingNavigator``.
  ///
  /// Not checked by ``withViewModel(_:except:allowing:limit:file:line:_:)``.
  public static let requests = ExhaustiveChecks(rawValue: 1 << 5)

  /// All checks.
  public static let all: ExhaustiveChecks = [
    .tasks, .life, .values, .navigations, .labels, .requests,
  ]

  /// The bits of the set.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }
}
