import KalugaArchitecture

/// What the app is about; the payload of an action and of a screen.
struct Note: Codable, Hashable, NavigationBundleContent {
  var id: Int
  var title: String
  var color: NoteColor

  static let bundleSpec = NavigationBundleSpec<Self>.codable()

  enum Rows {
    static let id = NavigationBundleSpecRow("id", \Note.id, .integer)
  }
}

/// The color of a note: nonisolated by its own word, because no protocol of the library makes it so.
nonisolated enum NoteColor: String, Codable, CaseIterable {
  case plain, red
}
