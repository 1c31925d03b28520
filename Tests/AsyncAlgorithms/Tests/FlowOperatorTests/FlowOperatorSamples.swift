// The Swift blocks of the article on bridging, word for word. The tests of the documentation in the root
// package compare them.
import AsyncAlgorithms
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

nonisolated struct Library: Sendable {
  let titles = ["Emma", "Persuasion", "Swift in Depth"]
  func titles(with text: String) -> [String] { titles.filter { $0.contains(text) } }
}

final class LibraryViewModel: BaseLifecycleViewModel {
  @InitializedSubject var query = ""
  @InitializedSubject var titles: [String] = []

  init(library: Library, clock: some Clock<Duration>) {
    super.init()
    let settled = $query.stateFlow.debounce(for: .milliseconds(300), clock: clock)
    collectWhileResumed(settled) { [weak self] query in
      self?.titles = library.titles(with: query)
    }
  }
}

@MainActor
struct FlowOperatorSampleTests {
  @Test func `a search waits until the query has stayed for the interval`() async throws {
    let clock = ManualClock()
    try await withViewModel(LibraryViewModel(library: Library(), clock: clock)) { harness in
      harness.viewModel.query = "Emm"
      await harness.resume()
      let titles = ValueRecorder(harness.viewModel.$titles)
      await titles.expect([])
      try await clock.waitForSleepers(1)
      clock.advance(by: .milliseconds(300))
      await titles.expect(["Emma"])
    }
  }
}
