// The Swift blocks of the article on exploring an app, word for word.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions
import Testing

enum QuizScreen: NavigationDestination {
  case question(Int)
}

enum QuizNavigation: NavigationAction {
  case next
}

@MainActor
func quizNavigator(_ driver: NavigationDriver<QuizScreen>) -> any Navigator<QuizNavigation> {
  StackNavigator(driver) { _ in .push(.question(2)) }
}

/// A question with two answers; the last one is the second.
final class QuizViewModel: NavigatingViewModel<QuizNavigation> {
  @Saved("answer") var answer: Int? = nil
  let isLast: Bool

  init(_ screen: QuizScreen, navigator: any Navigator<QuizNavigation>) {
    isLast = screen == .question(2)
    super.init(navigator: navigator)
  }

  func nextTapped() throws { try navigator.navigate(.next) }
}

@MainActor
final class QuizUnderTest: ExploredApp {
  enum Move: AppMove {
    case choose(Int)
    case next
  }

  let driver: NavigationDriver<QuizScreen>

  init(_ snapshot: NavigationSnapshot<QuizScreen>?) {
    driver = NavigationDriver(root: .question(1), restoring: snapshot) { screen, driver in
      QuizViewModel(screen, navigator: quizNavigator(driver))
    }
  }

  private var question: QuizViewModel? { driver.topViewModel as? QuizViewModel }

  var moves: [Move] { [.choose(0), .choose(1)] + (question?.isLast == true ? [] : [.next]) }

  func perform(_ move: Move) throws {
    switch move {
    case .choose(let answer): question?.answer = answer
    case .next: try question?.nextTapped()
    }
  }
}

/// An app that crashes when it shows the second question.
@MainActor
private func makeFragileQuiz(_ snapshot: NavigationSnapshot<QuizScreen>?) -> QuizUnderTest {
  let quiz = QuizUnderTest(snapshot)
  _ = quiz.driver.onTransition { if $0.stack.entries.count == 2 { fatalError("crashed") } }
  return quiz
}

enum VillageScreen: NavigationDestination {
  case village
}

struct NothingLoads: Error {}

final class VillageViewModel: BaseLifecycleViewModel {
  private(set) lazy var places = makePlaces()

  private let gate: Gate
  private let workStage: WorkStage

  init(_ gate: Gate, loadsWhile workStage: WorkStage) {
    self.gate = gate
    self.workStage = workStage
    super.init()
  }

  private func makePlaces() -> Loader<[String]> {
    load(during: workStage) { [gate] in
      try await gate.pass()
      return ["bakery"]
    }
  }
}

/// A village whose places arrive by a move.
@MainActor
final class VillageUnderTest: ExploredApp {
  enum Move: AppMove {
    case arrive
  }

  let driver: NavigationDriver<VillageScreen>
  private let gate = Gate()

  init(_ snapshot: NavigationSnapshot<VillageScreen>?, loadsWhile workStage: WorkStage) {
    driver = NavigationDriver(root: .village, restoring: snapshot) { [gate] _, _ in
      VillageViewModel(gate, loadsWhile: workStage)
    }
  }

  private var village: VillageViewModel? { driver.topViewModel as? VillageViewModel }

  var unsavedState: String { "\(String(describing: village?.places.current))" }

  var moves: [Move] { gate.waiting.isEmpty ? [] : [.arrive] }

  var isFinished: Bool { true }

  func isTap(_ move: Move) -> Bool { false }

  func perform(_ move: Move) { gate.letPass(1) }

  func checkRules() throws {
    guard let village, village.stage.current == .visible else { return }
    if case .idle = village.places.current { throw NothingLoads() }
  }
}

@MainActor
struct ExplorationSamples {
  @Test func `a load continues while the village is partly covered`() async throws {
    try await exploreApp { snapshot, _ in VillageUnderTest(snapshot, loadsWhile: .visible) }
  }

  @Test func `a rule finds a load that a partial cover cancels`() async throws {
    try await withKnownIssue {
      _ = try await exploreApp { snapshot, _ in VillageUnderTest(snapshot, loadsWhile: .resumed) }
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("replayApp([.partlyCovered])") }
    }
  }

  @Test func `no state of the quiz has a problem`() async throws {
    let exploration = try await exploreApp { snapshot, _ in QuizUnderTest(snapshot) }
    #expect(exploration.isComplete)
  }

  @Test func `random sessions of the quiz show no problem`() async throws {
    try await simulateApp(seeds: 1...20) { snapshot, _ in QuizUnderTest(snapshot) }
  }

  @Test func `no move crashes the quiz`() async {
    await #expect(processExitsWith: .success) {
      try await exploreApp { snapshot, _ in QuizUnderTest(snapshot) }
    }
  }

  @Test func `the path to a crash is found`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await exploreApp(writesPaths: true) { snapshot, _ in makeFragileQuiz(snapshot) }
    }
    let path = lastExploredPath(in: result?.standardErrorContent ?? [])
    #expect(path == "[.move(.next)]")
  }
}
