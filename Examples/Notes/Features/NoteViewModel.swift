import KalugaArchitecture

/// One note, with a title that can be edited.
final class NoteViewModel: BaseLifecycleViewModel {
  /// The text typed so far; it survives process death.
  struct Draft: SavableState {
    var title: String
  }

  @Saved("draft") var draft = Draft(title: "")

  init(_ note: Note) {
    draft = Draft(title: note.title)
    super.init()
  }
}
