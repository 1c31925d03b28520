import KalugaArchitecture
import Observation

/// What has happened to a subject before it is measured.
enum Touch: String, CaseIterable {
  case none = "untouched"
  case tracked = "tracked once"
  case posted = "posted to once"

  /// Creates a subject to which this has happened.
  @MainActor
  func subject(_ value: Int = 0) async -> InitializedSubject<Int> {
    let subject = InitializedSubject(wrappedValue: value)
    await apply(to: subject)
    return subject
  }

  /// Leaves the value of the subject as it is.
  @MainActor
  func apply(to subject: InitializedSubject<Int>) async {
    let value = subject.current
    switch self {
    case .none: break
    case .tracked:
      withObservationTracking {
        _ = subject.current
      } onChange: {
      }
      // The change ends the one registration that there is.
      subject.current = value &- 1
      subject.current = value
    case .posted:
      await Task.detached { subject.post(value &- 1) }.value
      while subject.current == value { await Task.yield() }
      subject.current = value
    }
  }
}
