extension TextWidth {
  /// Breaks a text into rows of at most so many cells, between words if possible.
  ///
  /// A word that is wider is broken. Control characters are not expected.
  static func wrap(_ text: String, to cells: Int) -> [String] {
    rows(of: text, cells: cells).map { String($0) }
  }

  /// Returns the rows of a text, in which those after the first one are narrower by the indent.
  ///
  /// A word that is wider than a row is broken, or gets a wider row of its own.
  private static func rows(
    of text: String,
    cells: Int,
    indent: Int = 0,
    breaksWords: Bool = true
  ) -> [Substring] {
    var rows: [Substring] = []
    var rest = text[...]
    // Measures no more than a row, because the text may be long.
    while var end = firstOverflow(rest, rows.isEmpty ? cells : cells - indent) {
      // A character that is wider than a row gets a row of its own.
      if end == rest.startIndex { end = rest.index(after: end) }
      let isAtSpace = end < rest.endIndex && rest[end] == " "
      let space = isAtSpace ? end : rest[..<end].lastIndex(of: " ")
      // A row of blanks only would show nothing.
      if let space, rest[..<space].contains(where: { $0 != " " }) {
        rows.append(rest[..<space])
        rest = rest[rest.index(after: space)...]
      } else if !breaksWords {
        let word = rest.drop { $0 == " " }.prefix { $0 != " " }
        if word.endIndex == rest.endIndex { break }
        rows.append(rest[..<word.endIndex])
        rest = rest[rest.index(after: word.endIndex)...]
      } else {
        rows.append(rest[..<end])
        rest = rest[end...]
      }
    }
    return rows + [rest]
  }

  /// The first character that does not fit into a number of cells; nil if the text fits.
  private static func firstOverflow(_ text: Substring, _ cells: Int) -> String.Index? {
    var used = 0
    return text.indices.first { index in
      used += of(text[index])
      return used > cells
    }
  }

  /// Breaks a line with looks, such as colours, in the same way.
  ///
  /// Each row begins with the looks that apply to it, and ends with none.
  ///
  /// - Returns: The rows, or nil if the line contains other control sequences or a tab, so that its
  ///   width is not known.
  static func wrapStyled(_ line: some StringProtocol, to cells: Int) -> [String]? {
    guard let (text, looks) = parts(of: line) else { return nil }
    return rows(of: text, cells: cells).styled(looks)
  }

  /// Breaks a line of a log or of help, such as that of a transition, between words.
  ///
  /// The rows after the first one begin below the second column, unless the window is too narrow. A
  /// word that is wider than a row, such as a link, is not broken.
  ///
  /// - Returns: The rows, or nil if the width of the line is not known.
  static func wrapLog(_ line: some StringProtocol, to cells: Int) -> [String]? {
    guard let (text, looks) = parts(of: line) else { return nil }
    let column = secondColumn(of: text)
    let indent = cells - column >= 25 ? column : 0
    let rows = rows(of: text, cells: cells, indent: indent, breaksWords: false)
    return zip(rows, rows.styled(looks)).enumerated().map { index, row in
      // A word that is wider begins further left.
      let blanks = index == 0 ? 0 : max(0, min(indent, cells - of(row.0)))
      return String(repeating: " ", count: blanks) + row.1
    }
  }

  /// The number of cells in front of the second column of a log or of help; without one, the number of
  /// blanks in front of the text.
  private static func secondColumn(of text: String) -> Int {
    if text.hasPrefix(" ") {
      let margin = text.prefix { $0 == " " }
      // The usage of a command may contain single blanks.
      guard let gap = text[margin.endIndex...].firstRange(of: "  ") else { return margin.count }
      return of(text[..<gap.lowerBound]) + text[gap.lowerBound...].prefix { $0 == " " }.count
    }
    let mark = text.hasPrefix("· ") ? 2 : 0
    let word = text.dropFirst(mark).prefix { $0 != " " }
    let blanks = text[word.endIndex...].prefix { $0 == " " }.count
    // A kind such as `selectTab` fills the first column.
    let isColumn = !word.isEmpty && (blanks > 1 || (blanks == 1 && 8...9 ~= word.count))
    return isColumn ? mark + of(word) + blanks : 0
  }

  /// Returns the text of a line and its looks with their places; nil if it contains other control
  /// characters.
  private static func parts(of line: some StringProtocol) -> (String, [(place: Int, look: String)])?
  {
    var text = ""
    var looks: [(place: Int, look: String)] = []
    var rest = line[...]
    while let character = rest.first {
      if character == "\u{1B}" {
        guard let look = look(rest) else { return nil }
        looks.append((text.utf8.count, look))
        rest = rest.dropFirst(look.count)
        continue
      }
      if character.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
        return nil
      }
      text.append(character)
      rest = rest.dropFirst()
    }
    return (text, looks)
  }

  /// The sequence at the start of the text, if it only changes the look of what follows.
  private static func look(_ text: some StringProtocol) -> String? {
    guard text.dropFirst().first == "[", let end = text.firstIndex(of: "m") else { return nil }
    let parameters = text[text.index(text.startIndex, offsetBy: 2)..<end]
    guard parameters.allSatisfy({ $0 == ";" || "0"..."9" ~= $0 }) else { return nil }
    return String(text[...end])
  }
}

extension [Substring] {
  /// Returns rows of one text with the looks of their characters.
  fileprivate func styled(_ looks: [(place: Int, look: String)]) -> [String] {
    let end = "\u{1B}[0m"
    var looks = looks[...]
    var active = ""
    return map { row in
      var styled = active
      var begin = row.startIndex
      // A look that ends with the row belongs to it.
      while let (place, look) = looks.first {
        let index = row.base.utf8.index(row.base.startIndex, offsetBy: place)
        guard index <= row.endIndex else { break }
        let next = Swift.max(begin, index)
        styled += row.base[begin..<next] + look
        begin = next
        active = look == end ? "" : active + look
        looks = looks.dropFirst()
      }
      return styled + row.base[begin..<row.endIndex] + (active.isEmpty ? "" : end)
    }
  }
}
