import KalugaArchitecture

/// Formats the name of a screen for a transcript line.
///
/// The names of most cases and types are used unchanged. A name can contain a separator of the line
/// only if it is declared in backquotes or comes from a custom description. Such a name is put in
/// backquotes, because the line could otherwise be mistaken for a different one.
enum TranscriptName {
  private static let arrow = " → "
  private static let rows = " {"
  private static let gap = "   "

  static func text(of name: String) -> String {
    isPlain(name) ? name : "`\(name.escapingControlCharacters(quote: "`"))`"
  }

  private static func isPlain(_ name: String) -> Bool {
    // Compares scalars, because a combining mark would hide a separator. Includes the blanks that
    // can follow, because the end of a name and these blanks could form a separator.
    let scalars = (name + gap).unicodeScalars
    return !name.isEmpty && scalars.first != " " && name.unicodeScalars.last != " "
      && !scalars.contains("`") && !name.unicodeScalars.contains(gap.unicodeScalars)
      && !scalars.contains(arrow.unicodeScalars) && !scalars.contains(rows.unicodeScalars)
  }
}
