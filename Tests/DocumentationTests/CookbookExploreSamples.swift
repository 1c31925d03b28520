// The Swift blocks of the cookbook, word for word: a test of a whole app.
import KalugaArchitecture
import KalugaSessions
import Testing

@testable import KalugaArchitectureTestUtils

final class MailUnderTest: ExploredApp {
  enum Move: AppMove { case write, text(String), answer(Bool) }

  let driver: NavigationDriver<MailScreen>

  init(_ snapshot: NavigationSnapshot<MailScreen>?) {
    driver = NavigationDriver(
      root: .inbox,
      restoring: snapshot,
      configuration: NavigationConfiguration(duplicates: .refuseOnTop),
      screen: makeMailScreen
    )
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
    default: try driver.perform(.push(.letter))
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
    // Not exploreApp, which would report the finding as a failure of this test.
    let walker = AppWalker(ignoring: []) { snapshot, _ in makeLeakingMail(snapshot) }
    let explorer = AppExplorer(walker, maximumStates: 100, maximumDepth: 10)
    let report = try await explorer.explore().description
    let blocks = Documentation.blocks("text", of: try Documentation.article("cookbook"))
    #expect(blocks.contains("\(report)\n"), "the cookbook should show:\n\(report)")
  }

  /// The pages that show what the test of an example reports, with the names of the pictures.
  private static let pages = [
    ("NavigatorExample", "README.md", "Examples/NavigatorExample/Tests/Transcripts/atlas.svg"),
    ("Search", "cookbook.md", "search-atlas"),
    ("Coordinators", "coordinators.md", "coordinators-atlas"),
    ("Kittens", "mvi.md", "kittens-atlas"),
  ]

  @Test func `pages show the reports and the maps of the examples`() throws {
    let catalogue = "Sources/KalugaArchitecture/KalugaArchitecture.docc/"
    for (example, page, picture) in Self.pages {
      let tests = "Examples/\(example)/Tests/"
      let source = try Documentation.text("\(tests)ExplorationTests.swift")
      let report = try #require(source.firstMatch(of: /"(\d+ states, [^"]*)"/)?.1)
      let isArticle = page != "README.md"
      let text = try Documentation.text(isArticle ? "\(catalogue)Articles/\(page)" : page)
      #expect(text.contains(report), "\(page) should show: \(report)")
      #expect(text.contains("](\(picture))"))
      let file = isArticle ? "\(catalogue)Resources/\(picture).svg" : picture
      let atlas = try Documentation.text("\(tests)Transcripts/atlas.dot")
      let isNewest = try Documentation.text(file).hasSuffix("<!--\n\(atlas)-->\n")
      #expect(isNewest, "draw \(file) again: .ci/atlases")
    }
  }

  @Test func `the path to a crash is found`() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try await exploreApp(writesPaths: true) { snapshot, _ in makeFragileMail(snapshot) }
    }
    let path = lastExploredPath(in: result?.standardErrorContent ?? [])
    #expect(path == "[.move(.write), .move(.text(\"Dear Ada\")), .back]")
  }
}
