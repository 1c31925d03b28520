import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaSessions
import MailFeatures
import Testing

@testable import Mail

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct ExplorationTests {
  @Test func `every state of the app is in order, in each width`() async throws {
    let exploration = try await exploreApp { snapshot, _ in try MailUnderTest(snapshot) }
    #expect("\(exploration)" == "")
  }
}

/// The app, driven by its user and by a window that changes.
@MainActor
private final class MailUnderTest: ExploredApp {
  enum Move: AppMove {
    case folder(Folder), read(Int)
    case reply, send, discard
    case resize
  }

  let driver: NavigationDriver<MailScreen>
  let links: DeepLinks<MailScreen>?
  let screenNames = ["folders", "folder", "letter"]
  /// Users do not expect a message of an earlier process.
  let unsavedValues: Set = ["LetterViewModel.message"]

  init(_ snapshot: NavigationSnapshot<MailScreen>?) throws {
    links = try DeepLinks.mail()
    let mailbox = EmbeddedMailbox()
    driver = NavigationDriver(root: .folders, restoring: snapshot) { screen, driver in
      screen.makeViewModel(driver, mailbox)
    }
  }

  /// A new process has a window of its own.
  var unsavedState: String { driver.isWide ? "wide" : "narrow" }

  /// The screens that are shown, the list beside its detail too.
  private var shown: [BaseLifecycleViewModel] {
    driver.stack.current.entries.compactMap { driver.viewModel(of: $0.id) }
      .filter { $0.stage.current == .visible || $0.stage.current == .resumed }
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
    } + [.resize]
  }

  func perform(_ move: Move) async throws {
    switch move {
    case .folder(let folder): try shown(FoldersViewModel.self).folderTapped(folder)
    case .read(let number): try shown(FolderViewModel.self).letterTapped(number)
    case .reply: try shown(LetterViewModel.self).draft = "I will come"
    case .send: try shown(LetterViewModel.self).sendTapped()
    case .discard: try shown(LetterViewModel.self).discardTapped()
    case .resize: driver.isWide.toggle()
    }
  }

  func isTap(_ move: Move) -> Bool { move != .resize }

  /// A list and its letter are as the width says.
  func checkRules() throws {
    let isBeside = shown.contains { $0 is LetterViewModel } && shown.count > 1
    #expect(!isBeside || driver.isWide)
  }

  struct NotShown: Error {}
}
