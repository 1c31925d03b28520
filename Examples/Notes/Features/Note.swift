import KalugaArchitecture

/// A note, which is also the payload of an action and of a screen.
struct Note: Codable, Hashable, NavigationBundleContent {
  var id: Int
  var title: String
  var color: NoteColor

  static let bundleSpec = NavigationBundleSpec<Self>.codable()

  enum Rows {
    static let id = NavigationBundleSpecRow("id", \Note.id, .integer)
  }
}

/// The color of a note.
///
/// It need not be marked as `nonisolated`, because it has raw values.
enum NoteColor: String, Codable, CaseIterable {
  case plain, red
}
