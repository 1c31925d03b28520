import KalugaArchitecture
import KalugaStores

/// The type of the list's store.
typealias NotesStore = any Store<NotesIntent, NotesState, NotesLabel>

/// The state of the list.
struct NotesState: StoreState {
  var notes: [Note] = []
  var isLoading = false
}

// The next three types stay on the main actor, and need neither `Sendable` nor another annotation.

/// What the list can be asked to do.
enum NotesIntent {
  case load
  case rename(id: Int, title: String)
}

/// One-shot events of the list.
enum NotesLabel: Equatable {
  case failed(String)
}

/// The changes of the list.
enum NotesMessage {
  case began
  case ended([Note]?)
  case renamed(id: Int, title: String)

  /// Whether the message starts loading.
  ///
  /// Like the reducer, it is isolated to the main actor.
  var beginsLoading: Bool {
    if case .began = self { true } else { false }
  }
}

/// Makes a store that has loaded nothing yet.
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
