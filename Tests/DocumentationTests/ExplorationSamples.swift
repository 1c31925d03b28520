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

  private var question: QuizViewModel? { driver.topScreen as? QuizViewModel }

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

@MainActor
struct ExplorationSamples {
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
