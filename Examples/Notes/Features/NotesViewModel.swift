import KalugaArchitecture
import KalugaStores

/// The navigation that the list requests.
enum NotesNavigation: NavigationAction, Equatable {
  case open(Note)
}

extension NavigationRequest where Action == NotesNavigation, Result == String {
  /// Opens a note and returns its new title.
  static func edit(_ note: Note) -> Self { Self(.open(note)) }
}

/// The list of notes, with a filter.
final class NotesViewModel: NavigatingViewModel<NotesNavigation> {
  @InitializedSubject var filter = ""
  @InitializedSubject private(set) var notes: [Note] = []
  @InitializedSubject private(set) var failure = ""

  lazy var titles = combine($notes, $filter) { notes, filter in
    notes.map(\.title).filter { filter.isEmpty || $0.contains(filter) }
  }

  private let store: NotesStore

  init(navigator: any Navigator<NotesNavigation>, store: NotesStore) {
    self.store = store
    super.init(navigator: navigator)
    scope.add(store)
  }

  override func onResume(scope: TaskScope) {
    store.state.observe { [weak self] in self?.notes = $0.notes }.addTo(scope)
    scope.launch { [weak self, labels = store.labels] in
      for await case .failed(let reason) in labels { self?.failure = reason }
    }
    if notes.isEmpty { store.send(.load) }
  }

  func noteTapped(_ index: Int) throws(NavigationError) {
    let note = notes[index]
    let ticket = try navigator.navigate(.edit(note))
    // Not in the scope of `onResume`: the list is paused while the note is shown.
    scope.launch { [store] in
      if let title = try await ticket.result { store.send(.rename(id: note.id, title: title)) }
    }
  }
}
