import KalugaArchitecture

/// The store of the list, for those who hold it.
typealias NotesStore = any Store<NotesIntent, NotesState, NotesLabel>

/// Everything that the list consists of.
struct NotesState: StoreState {
  var notes: [Note] = []
  var isLoading = false
}

// What stays on the main actor needs neither `Sendable` nor any other word.

/// What is wanted of the list.
enum NotesIntent {
  case load
  case rename(id: Int, title: String)
}

/// What the list tells once.
enum NotesLabel: Equatable {
  case failed(String)
}

/// How the list changes.
enum NotesMessage {
  case began
  case ended([Note]?)
  case renamed(id: Int, title: String)

  /// Isolated to the main actor; so is the reducer.
  var beginsLoading: Bool {
    if case .began = self { true } else { false }
  }
}

/// Makes a store in which nothing is loaded.
func makeNotesStore(_ storage: any NoteStorage) -> NotesStore {
  ReducerStore(initialState: NotesState()) { (state, message: NotesMessage) in
    state.isLoading = message.beginsLoading
    switch message {
    case .began: break
    case .ended(let notes): state.notes = notes ?? state.notes
    case .renamed(let id, let title):
      for index in state.notes.indices where state.notes[index].id == id {
        state.notes[index].title = title
      }
    }
  } execute: { intent, context in
    switch intent {
    case .load:
      context.dispatch(.began)
      context.latest("load") { effect in
        do {
          let notes = try await storage.load()
          effect.dispatch(.ended(notes))
        } catch {
          effect.dispatch(.ended(nil))
          effect.publish(.failed("\(error)"))
        }
      }
    case .rename(let id, let title): context.dispatch(.renamed(id: id, title: title))
    }
  }
}
