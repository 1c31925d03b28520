import KalugaArchitecture
import KalugaSessions
import Testing

@testable import KalugaArchitectureTestUtils

/// An exploration of an app that asks a question.
@MainActor
struct ExploredQuestionTests {
  @Test func `each answer to a question is tried, and no other move of the user`() async throws {
    let walker = AppWalker(ignoring: []) { snapshot, _ in PaperApp(snapshot) }
    let exploration = try await AppExplorer(walker, maximumStates: 100, maximumDepth: 50).explore()
    #expect(exploration.findings == [])
    #expect(exploration.isComplete)
    #expect(
      exploration.atlas.graphviz == #"""
        digraph atlas {
          rankdir=LR
          node [shape=box, style=rounded]
          start [shape=point]
          start -> at_paper
          at_paper [label="paper"]
          at_paper -> at_paper_burn_keep [label="burn"]
          at_paper_burn_keep [label="paper ? (burn | keep)"]
          at_paper_burn_keep -> at_ashes [label="fire, answer burn"]
          at_paper_burn_keep -> at_paper [label="answer keep, back"]
          at_ashes [label="ashes"]
        }

        """#
    )
  }

  @Test func `a path with an answer is replayed`() async throws {
    var pictures: [String] = []
    let walker = AppWalker<PaperApp>(ignoring: []) { snapshot, _ in
      let app = PaperApp(snapshot)
      _ = app.driver.onTransition { pictures.append($0.picture) }
      return app
    }
    try await walker.replay([.move(.burn), .answer("burn")])
    #expect(walker.findings == [])
    #expect(pictures.prefix(4) == ["[paper]", "[paper] ? (burn | keep)", "[paper]", "[ashes]"])
  }
}

/// An app with a question before something is lost.
@MainActor
private final class PaperApp: ExploredApp {
  enum Screen: NavigationDestination { case paper, ashes }
  enum Answer: String, QuestionAnswer { case burn, keep }
  enum Navigation: NavigationAction { case ask, burn }

  enum Move: AppMove {
    case burn
    /// Not made by the user.
    case fire
  }

  final class Paper: NavigatingViewModel<Navigation> {
    private let answered = NavigationResultKey<Answer>("answered")

    init(_ driver: NavigationDriver<Screen>) {
      super.init(
        navigator: StackNavigator(driver) { (action: Navigation) in
          switch action {
          case .ask:
            .ask(
              Question(
                "Burn it?",
                choices: [
                  Question.Choice(Answer.burn, "Burn", role: .destructive),
                  Question.Choice(Answer.keep, "Keep", role: .cancel),
                ]
              )
            )
          case .burn: .setRoot(.ashes)
          }
        }
      )
      onResult(answered) { [weak self] answer in
        if answer == .burn { try self?.navigator.navigate(.burn) }
      }
    }

    func burnTapped() throws(NavigationError) {
      try navigate(NavigationRequest<Navigation, Answer>(.ask), resultTo: answered)
    }
  }

  let driver: NavigationDriver<Screen>

  init(_ snapshot: NavigationSnapshot<Screen>?) {
    driver = NavigationDriver(root: .paper, restoring: snapshot) { screen, driver in
      switch screen {
      case .paper: Paper(driver)
      case .ashes: BaseLifecycleViewModel()
      }
    }
  }

  var moves: [Move] {
    guard driver.topViewModel is Paper else { return [] }
    return driver.stack.current.question == nil ? [.burn] : [.burn, .fire]
  }

  func isTap(_ move: Move) -> Bool { move == .burn }

  var isFinished: Bool { driver.stack.current.top.destination == .ashes }

  func perform(_ move: Move) throws {
    switch move {
    case .burn: try (driver.topViewModel as? Paper)?.burnTapped()
    case .fire: try driver.perform(.setRoot(.ashes))
    }
  }
}
