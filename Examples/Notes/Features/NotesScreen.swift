import KalugaArchitecture

/// The screens of the app.
enum NotesScreen: NavigationDestination {
  case list
  case note(Note)
}

extension DeepLinks where Destination == NotesScreen {
  /// The links of the app: `notes://app/note/1?title=milk&color="red"`.
  static let notes = DeepLinks(
    scheme: "notes",
    host: "app",
    routes: [
      DeepLinkRoute(["note", .row(Note.Rows.id)], Note.bundleSpec) {
        [.list, .note($0)]
      } content: { screens in
        if case .note(let note) = screens.last { note } else { nil }
      }
    ]
  )
}

/// Makes the app's driver, either new or restored from the snapshot of an earlier process.
func makeNotesDriver(
  _ storage: any NoteStorage,
  restoring snapshot: NavigationSnapshot<NotesScreen>? = nil
) -> NavigationDriver<NotesScreen> {
  let screen: NavigationDriver<NotesScreen>.ScreenFactory = { screen, driver in
    switch screen {
    case .list:
      NotesViewModel(
        navigator: StackNavigator(driver) { action in
          switch action {
          case .open(let note): .push(.note(note))
          }
        },
        store: makeNotesStore(storage)
      )
    case .note(let note): NoteViewModel(note)
    }
  }
  return NavigationDriver(root: .list, restoring: snapshot, screen: screen)
}
