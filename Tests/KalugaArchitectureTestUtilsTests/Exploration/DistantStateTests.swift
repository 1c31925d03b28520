import KalugaArchitecture
import KalugaSessions
import Testing

@testable import KalugaArchitectureTestUtils

/// States that are many moves away from the start of the app.
@MainActor
struct DistantStateTests {
  /// Returns the number of moves that are carried out for each state, and what is found.
  private func explore(
    _ end: Int,
    isSaved: Bool = true
  ) async throws -> (movesPerState: Int, Exploration<StepsApp.Move>) {
    let counter = Counter()
    let walker = AppWalker(ignoring: []) { snapshot, _ in StepsApp(snapshot, end, counter, isSaved)
    }
    let explorer = AppExplorer(walker, maximumStates: 1000, maximumDepth: 1000)
    let exploration = try await explorer.explore()
    return (counter.count / exploration.stateCount, exploration)
  }

  @Test func `the moves that a state costs do not grow with its distance`() async throws {
    for end in [12, 24] {
      let (moves, exploration) = try await explore(end)
      #expect(exploration.stateCount == end + 1)
      #expect(exploration.findings == [])
      // Eight walks, each of at most eight moves.
      #expect(moves < 8 * 8, "\(end) states")
    }
  }

  @Test func `a state that a new process does not restore completely is reached from the start`()
    async throws
  {
    let (moves, exploration) = try await explore(20, isSaved: false)
    #expect(exploration.stateCount == 21)
    #expect(moves > 8 * 8)
  }

  @Test func `a problem of a distant state is shown from the start of the app`() async throws {
    let walker = AppWalker(ignoring: []) { snapshot, _ in
      StepsApp(snapshot, 12, Counter(), true, fault: 10)
    }
    let found = try await AppExplorer(walker, maximumStates: 1000, maximumDepth: 1000).explore()
    #expect(found.findings.map(\.kind) == [.brokenRule])
    #expect(found.findings.map(\.path) == [Array(repeating: .move(.step), count: 10)])
  }
}

@MainActor
private final class Counter {
  var count = 0
}

/// An app that counts its steps, and saves them or not.
@MainActor
private final class StepsApp: ExploredApp {
  enum Screen: NavigationDestination { case steps }

  enum Move: AppMove { case step }

  struct TooMany: Error {}

  private final class StepsViewModel: BaseLifecycleViewModel {
    @Saved("saved") var saved = 0
    @InitializedSubject var unsaved = 0
  }

  let driver: NavigationDriver<Screen>
  private let end: Int
  private let counter: Counter
  private let isSaved: Bool
  private let fault: Int?

  init(
    _ snapshot: NavigationSnapshot<Screen>?,
    _ end: Int,
    _ counter: Counter,
    _ isSaved: Bool,
    fault: Int? = nil
  ) {
    self.end = end
    self.counter = counter
    self.isSaved = isSaved
    self.fault = fault
    driver = NavigationDriver(root: .steps, restoring: snapshot) { _, _ in StepsViewModel() }
  }

  private var viewModel: StepsViewModel? { driver.topViewModel as? StepsViewModel }

  private var steps: Int { (isSaved ? viewModel?.saved : viewModel?.unsaved) ?? 0 }

  var unsavedState: String { "\(viewModel?.unsaved ?? 0)" }

  var moves: [Move] { steps < end ? [.step] : [] }

  var isFinished: Bool { true }

  func perform(_ move: Move) {
    counter.count += 1
    if isSaved { viewModel?.saved += 1 } else { viewModel?.unsaved += 1 }
  }

  func checkRules() throws {
    if let fault, steps == fault { throw TooMany() }
  }
}
