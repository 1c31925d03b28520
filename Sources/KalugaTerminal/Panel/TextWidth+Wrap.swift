extension TextWidth {
  /// Breaks a text into rows of at most so many cells, between words if possible.
  ///
  /// - Parameters:
  ///   - text: The text, without control characters.
  ///   - cells: The width of a row.
  ///   - breaksWords: Whether a word that is wider is broken. If not, it gets a wider row of its own.
  /// - Returns: The rows, of which there is at least one.
  static func wrap(_ text: String, to cells: Int, breaksWords: Bool = true) -> [String] {
    var rows: [String] = []
    var rest = text[...]
    // Measures no more than a row, because the text may be long.
    while var end = firstOverflow(rest, cells) {
      // A character that is wider than a row gets a row of its own.
      if end == rest.startIndex { end = rest.index(after: end) }
      let isAtSpace = end < rest.endIndex && rest[end] == " "
      let space = isAtSpace ? end : rest[..<end].lastIndex(of: " ")
      // A row of blanks only would show nothing.
      if let space, rest[..<space].contains(where: { $0 != " " }) {
        rows.append(String(rest[..<space]))
        rest = rest[rest.index(after: space)...]
      } else if !breaksWords {
        let word = rest.prefix { $0 != " " }
        if word.endIndex == rest.endIndex { break }
        rows.append(String(word))
        rest = rest[rest.index(after: word.endIndex)...]
      } else {
        rows.append(String(rest[..<end]))
        rest = rest[end...]
      }
    }
    return rows + [String(rest)]
  }

  /// The first character that does not fit into a number of cells; nil if the text fits.
  private static func firstOverflow(_ text: Substring, _ cells: Int) -> String.Index? {
    var used = 0
    return text.indices.first { index in
      used += of(text[index])
      return used > cells
    }
  }

  /// Breaks a line with looks, such as colours, into rows of at most so many cells.
  ///
  /// - Returns: The rows, or nil if the line contains other control sequences or a tab, so that its
  ///   width is not known.
  static func wrapStyled(_ line: some StringProtocol, to cells: Int) -> [String]? {
    var rows = [""]
    var used = 0
    var rest = line[...]
    while let character = rest.first {
      if character == "\u{1B}" {
        guard let look = look(rest) else { return nil }
        rows[rows.count - 1] += look
        rest = rest.dropFirst(look.count)
        continue
      }
      if character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
        return nil
      }
      if used + of(character) > cells {
        rows.append("")
        used = 0
      }
      rows[rows.count - 1].append(character)
      used += of(character)
      rest = rest.dropFirst()
    }
    return rows
  }

  /// The sequence at the start of the text, if it only changes the look of what follows.
  private static func look(_ text: some StringProtocol) -> String? {
    guard text.dropFirst().first == "[", let end = text.firstIndex(of: "m") else { return nil }
    let parameters = text[text.index(text.startIndex, offsetBy: 2)..<end]
    guard parameters.allSatisfy({ $0 == ";" || "0"..."9" ~= $0 }) else { return nil }
    return String(text[...end])
  }
}
