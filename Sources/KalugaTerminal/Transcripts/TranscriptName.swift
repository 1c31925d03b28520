import KalugaArchitecture

/// How the name of a screen stands in a line.
///
/// Names are those of cases and types, and stand there as they are. One that contains what separates
/// the parts of a line, which only a name in backquotes or a description of its own can, is put in
/// backquotes: otherwise the line could pretend to be another one.
enum TranscriptName {
  private static let arrow = " → "
  private static let rows = " {"
  private static let gap = "   "

  static func text(of name: String) -> String {
    isPlain(name) ? name : "`\(name.escapingControlCharacters(quote: "`"))`"
  }

  private static func isPlain(_ name: String) -> Bool {
    // As scalars, because a combining mark would hide a separator; with the blanks that may follow,
    // because a name could otherwise complete one.
    let scalars = (name + gap).unicodeScalars
    return !name.isEmpty && scalars.first != " " && name.unicodeScalars.last != " "
      && !scalars.contains("`") && !name.unicodeScalars.contains(gap.unicodeScalars)
      && !scalars.contains(arrow.unicodeScalars) && !scalars.contains(rows.unicodeScalars)
  }
}
