import KalugaArchitectureTestUtils
import Testing

@MainActor
struct TripAppTests {
  /// `Tests/Tools/old-defects` expects this test to fail with defects of earlier versions.
  @Test func `random sessions of an app without faults show no problem`() async throws {
    try await simulateApp(seeds: 1...10) { TripApp($0, $1) }
  }
}
