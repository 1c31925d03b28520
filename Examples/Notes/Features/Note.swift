import KalugaArchitecture

/// What the app is about; the payload of an action and of a screen.
struct Note: Codable, Hashable, NavigationBundleContent {
  var id: Int
  var title: String
  var color: NoteColor

  static let bundleSpec = NavigationBundleSpec(
    Note.init(id:title:color:),
    Rows.id,
    Rows.title,
    Rows.color
  )

  enum Rows {
    static let id = NavigationBundleSpecRow("id", \Note.id, .integer)
    static let title = NavigationBundleSpecRow("title", \Note.title, .string)
    static let color = NavigationBundleSpecRow("color", \Note.color, .codable())
  }
}

/// The color of a note: nonisolated by its own word, because no protocol of the library makes it so.
nonisolated enum NoteColor: String, Codable {
  case plain, red
}
