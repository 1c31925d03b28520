import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions
import MailFeatures
import MailShared
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ExplorationTests {
  @Test func `every state of the app is in order, in each width`() async throws {
    let exploration = try await exploreApp { snapshot, _ in MailUnderTest(snapshot) }
    let report = "21 states, 166 events, at most 9 events deep: these are all states"
    #expect("\(exploration)" == report)
    expectAtlas(exploration.atlas, goldenFile: "Transcripts/atlas.dot")
  }
}

/// The app, driven by its user; the explorer changes the width of the window.
@MainActor
private final class MailUnderTest: ExploredApp {
  enum Move: AppMove {
    case folder(Folder), read(Int)
    case reply, send, discard
  }

  let driver: NavigationDriver<MailScreen>
  let links: DeepLinks<MailScreen>? = MailScreen.links
  let screenNames = ["folders", "folder", "letter"]
  /// Users do not expect a message of an earlier process.
  let unsavedValues: Set = ["LetterViewModel.message"]

  init(_ snapshot: NavigationSnapshot<MailScreen>?) {
    let mailbox = EmbeddedMailbox()
    driver = NavigationDriver(root: .folders, restoring: snapshot) { screen, driver in
      screen.makeViewModel(driver, mailbox)
    }
  }

  /// The letter, and the list that is shown in place of it or beside it.
  private var shown: [BaseLifecycleViewModel] {
    let layer = driver.stack.current.layers[0]
    let list = driver.isWide ? layer.startOfDetail.map { layer.path[$0 - 1] } : nil
    return [layer.path.last, list].compactMap { $0 }.compactMap { driver.viewModel(of: $0.id) }
  }

  private func shown<Screen>(_ type: Screen.Type) throws -> Screen {
    guard let screen = shown.compactMap({ $0 as? Screen }).last else { throw NotShown() }
    return screen
  }

  var moves: [Move] {
    shown.flatMap { screen -> [Move] in
      switch screen {
      case is FoldersViewModel: Folder.allCases.map { .folder($0) }
      // A draft refuses another letter.
      case let list as FolderViewModel:
        (try? shown(LetterViewModel.self).draft.isEmpty) == false
          ? [] : list.letters.indices.map { .read($0 + 1) }
      case is LetterViewModel: [.reply, .send, .discard]
      default: []
      }
    }
  }

  func perform(_ move: Move) async throws {
    switch move {
    case .folder(let folder): try shown(FoldersViewModel.self).folderTapped(folder)
    case .read(let number): try shown(FolderViewModel.self).letterTapped(number)
    case .reply: try shown(LetterViewModel.self).draft = "I will come"
    case .send: try shown(LetterViewModel.self).sendTapped()
    case .discard: try shown(LetterViewModel.self).discardTapped()
    }
  }

  struct NotShown: Error {}
}
