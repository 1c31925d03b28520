import Foundation
import KalugaArchitecture

/// One note, whose title can be edited.
final class NoteViewModel: BaseLifecycleViewModel, NavigationStateSaving {
  /// What has been typed; survives the end of the process.
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
