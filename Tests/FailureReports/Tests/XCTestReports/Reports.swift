import KalugaArchitecture
import KalugaArchitectureTestUtils
import XCTest

// Each line that ends with the mark must be reported, and each test must fail.

enum Home: NavigationAction, Equatable {
  case details(Int)
}

final class Model: BaseLifecycleViewModel {}

struct Offline: Error {}

@MainActor
final class Reports: XCTestCase {
  func testCheck() async {
    expectEqual(1, 2)  // REPORTED
  }

  func testValue() async throws {
    let recorder = ValueRecorder(InitializedSubject(wrappedValue: 0), limit: .zero)
    await recorder.expect(0, 1)  // REPORTED
    _ = try await recorder.next()  // REPORTED
    XCTFail("not reached")
  }

  func testMock() async throws {
    let load = MockFunction<Int, Int>("load")
    // The failure is reported even if the caller ignores the error.
    _ = try? load.call(7)  // REPORTED
    load.verify(.equal(7), times: 2)  // REPORTED
  }

  func testUnseenNavigation() async throws {
    try await withExhaustiveChecks {
      let navigator = RecordingNavigator<Home>()  // REPORTED
      try navigator.navigate(.details(7))
    }
  }

  func testErrorOfWork() async throws {
    try await withViewModel(Model()) { harness in  // REPORTED
      harness.viewModel.scope.launch { throw Offline() }
      await harness.resume()
    }
  }

  func testHarnessOutsideOfChecks() async {
    _ = ViewModelHarness(Model())  // REPORTED
  }

  func testDetachedTask() async {
    await Task.detached {
      expectEqual(1, 2)  // REPORTED
      await MainActor.run {
        ValueRecorder(InitializedSubject(wrappedValue: 0)).expectNothing()  // REPORTED
      }
    }.value
  }

  func testSchedules() async throws {
    try await exploreSchedules(seeds: 1...3) { throw CancellationError() }  // REPORTED
  }
}
