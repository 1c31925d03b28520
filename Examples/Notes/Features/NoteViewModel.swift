import Foundation
import KalugaArchitecture

/// One note, with a title that can be edited.
final class NoteViewModel: BaseLifecycleViewModel, NavigationStateSaving {
  /// The text typed so far; it survives process death.
  struct Draft: SavableState {
    var title: String
  }

  let draft: SavedState<Draft>

  init(_ note: Note, restoring data: Data?) {
    draft = SavedState(fresh: Draft(title: note.title), restoring: data)
    super.init()
  }

  func stateToSave() throws(SavedStateError) -> Data { try draft.save() }
}
