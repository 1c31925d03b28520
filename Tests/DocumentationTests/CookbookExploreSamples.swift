// The Swift blocks of the cookbook, word for word: a test of a whole app.
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions
import Testing

final class MailUnderTest: ExploredApp {
  enum Move: AppMove { case write, text(String), answer(Bool) }

  let driver: NavigationDriver<MailScreen>

  init(_ snapshot: NavigationSnapshot<MailScreen>?) {
    driver = NavigationDriver(root: .inbox, restoring: snapshot, screen: makeMailScreen)
  }

  var moves: [Move] {
    switch driver.topScreen {
    case is LetterViewModel: [.text("Dear Ada"), .text("")]
    case is QuestionViewModel: [.answer(true), .answer(false)]
    default: [.write]
    }
  }

  func perform(_ move: Move) throws {
    switch (move, driver.topScreen) {
    case (.text(let text), let letter as LetterViewModel): letter.text = text
    case (.answer(let answer), let question as QuestionViewModel):
      try question.navigator.navigate(.answer(answer))
    default: try driver.perform(.push(.letter), action: "write")
    }
  }
}

/// An app that retains the letters until it ends.
@MainActor
private func makeLeakingMail(_ snapshot: NavigationSnapshot<MailScreen>?) -> MailUnderTest {
  let mail = MailUnderTest(snapshot)
  var letters: [LetterViewModel] = []
  _ = mail.driver.onTransition { [weak driver = mail.driver] _ in
    if let letter = driver?.topScreen as? LetterViewModel { letters.append(letter) }
  }
  return mail
}

/// An app that crashes before it asks whether to discard a letter.
@MainActor
private func makeFragileMail(_ snapshot: NavigationSnapshot<MailScreen>?) -> MailUnderTest {
  let mail = MailUnderTest(snapshot)
  _ = mail.driver.onTransition { if $0.stack.layers.count == 2 { fatalError("crashed") } }
  return mail
}

@MainActor
struct CookbookExploreTests {
  @Test func `every state of the mail is in order`() async throws {
    let exploration = try await exploreApp { snapshot, _ in MailUnderTest(snapshot) }
    #expect(exploration.isComplete)
  }

  @Test func `the cookbook shows a finding`() async throws {
    var exploration: Exploration<MailUnderTest.Move>?
    try await withKnownIssue {
      exploration = try await exploreApp { snapshot, _ in makeLeakingMail(snapshot) }
    }
    let blocks = Documentation.blocks("text", of: try Documentation.article("cookbook"))
    let report = try #require(exploration).description
    #expect(blocks.contains("\(report)\n"), "the cookbook should show:\n\(report)")
  }

  @Test func `the path to a crash is found`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await exploreApp(writesPaths: true) { snapshot, _ in makeFragileMail(snapshot) }
    }
    let path = lastExploredPath(in: result?.standardErrorContent ?? [])
    #expect(path == "[.move(.write), .move(.text(\"Dear Ada\")), .back]")
  }
}
