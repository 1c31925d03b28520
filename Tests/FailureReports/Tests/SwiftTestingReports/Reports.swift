import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

// Each line that ends with the mark must be reported, and each test must fail. FailureTexts checks
// the locations that the other utilities report.

enum Home: NavigationAction, Equatable {
  case details(Int)
}

final class Model: BaseLifecycleViewModel {}

struct Offline: Error {}

@MainActor
struct Reports {
  @Test func check() async {
    expectEqual(1, 2)  // REPORTED
  }

  @Test func value() async throws {
    let recorder = ValueRecorder(InitializedSubject(wrappedValue: 0), limit: .zero)
    await recorder.expect(0, 1)  // REPORTED
    _ = try await recorder.next()  // REPORTED
    Issue.record("not reached")
  }

  @Test(.exhaustive) func unseenNavigation() throws {
    let navigator = RecordingNavigator<Home>()  // REPORTED
    try navigator.navigate(.details(7))
  }

  @Test(.exhaustive) func errorInExhaustiveTest() async {  // REPORTED
    let scope = TaskScope()
    scope.launch { throw Offline() }
    await scope.waitUntilEmpty()
  }

  @Test func errorOfWork() async throws {
    try await withViewModel(Model()) { harness in  // REPORTED
      harness.viewModel.scope.launch { throw Offline() }
      await harness.resume()
    }
  }

  // In a detached task, the test framework is unknown.
  @Test nonisolated func detachedTask() async {
    await Task.detached {
      expectEqual(1, 2)  // REPORTED
      await MainActor.run {
        ValueRecorder(InitializedSubject(wrappedValue: 0)).expectNothing()  // REPORTED
      }
    }.value
    Issue.record("the reports above belong to no test")  // REPORTED
  }

  // The framework was known when the recorder was made.
  @Test func recorderUsedInDetachedTask() async {
    let recorder = ValueRecorder(InitializedSubject(wrappedValue: 0))
    await Task.detached { @MainActor in
      recorder.expectNothing()  // REPORTED
    }.value
    Issue.record("the report above belongs to no test")  // REPORTED
  }

  @Test func schedules() async throws {
    try await exploreSchedules(seeds: 1...3) { throw CancellationError() }  // REPORTED
  }
}
