import Foundation
import KalugaArchitecture

// The models of the articles on SwiftUI and UIKit, word for word.

enum NotesScreen: NavigationDestination {
  case list, note(String), help
}

enum ListNavigation: NavigationAction {
  case note(String), help
}

final class ListViewModel: NavigatingViewModel<ListNavigation> {
  @InitializedSubject var titles = ["Shopping", "Ideas"]

  func noteTapped(_ title: String) throws(NavigationError) {
    try navigator.navigate(.note(title))
  }
  func helpTapped() throws(NavigationError) { try navigator.navigate(.help) }
}

final class NoteViewModel: BaseLifecycleViewModel {
  let title: String
  @InitializedSubject var text = ""

  init(_ title: String) {
    self.title = title
    super.init()
  }
}

@MainActor
func makeNotesScreen(
  _ screen: NotesScreen,
  _ driver: NavigationDriver<NotesScreen>
) -> BaseLifecycleViewModel {
  switch screen {
  case .list:
    ListViewModel(
      navigator: StackNavigator(driver) { (action: ListNavigation) in
        switch action {
        case .note(let title): .push(.note(title))
        case .help: .present(.help)
        }
      }
    )
  case .note(let title): NoteViewModel(title)
  case .help: BaseLifecycleViewModel()
  }
}

@MainActor
func makeNotesDriver() -> NavigationDriver<NotesScreen> {
  NavigationDriver(root: .list, screen: makeNotesScreen)
}

@MainActor
func makeTabbedDriver() -> NavigationDriver<NotesScreen> {
  NavigationDriver(tabs: [.list, .help], screen: makeNotesScreen)
}

let notesLinks = DeepLinks(
  scheme: "notes",
  host: "app",
  routes: [DeepLinkRoute("help", screens: [NotesScreen.list, .help])]
)

@MainActor
func makeKeptDriver() -> NavigationDriver<NotesScreen> {
  NavigationDriver(
    root: .list,
    restoring: try? notesFile.read().map { try NavigationSnapshot($0) },
    configuration: NavigationConfiguration(beforeStart: .wait(limit: 1)),
    screen: makeNotesScreen
  )
}

/// A file that no other test uses.
let notesFile = SavedFile.file(
  FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
)

final class WindowViewModel: BaseLifecycleViewModel {
  let driver = makeNotesDriver()

  init() {
    super.init()
    addChild(driver)
  }
}

final class AccountViewModel: BaseLifecycleViewModel {
  @InitializedSubject var name = "Ada"
  lazy var greeting = $name.map { "Hello, \($0)!" }
  let messages = EventChannel<String>()
}

struct Banner: NavigationEffect {
  let text: String
}
