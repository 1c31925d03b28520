import KalugaArchitecture

/// Measures text in the cells of a terminal, whose characters are one or two cells wide.
///
/// Terminals do not agree on every character. A frame therefore never relies on the measure for
/// more than the place where it clips a line.
package enum TextWidth {
  /// Returns the number of cells of a text without control characters.
  package static func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// Returns the number of cells of a character: joined emoji and combining marks take no cells of
  /// their own.
  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.count == 1, first.isASCII { return 1 }
    if scalars.contains("\u{FE0F}"), first.properties.isEmoji { return 2 }
    return scalars.reduce(0) { max($0, of($1)) }
  }

  /// Returns a text that fits into a number of cells; if it is cut, it ends with `…`.
  static func clip(_ text: String, to cells: Int) -> String {
    var used = 0
    var fitting = text.startIndex
    for index in text.indices {
      let width = of(text[index])
      if used + width > cells { return cells > 0 ? "\(text[..<fitting])…" : "" }
      used += width
      // One cell is kept for the mark.
      if used < cells { fitting = text.index(after: index) }
    }
    return text
  }

  /// Returns a table of two columns, indented.
  static func table(_ rows: [(String, String)]) -> String {
    let width = rows.map { of($0.0) }.max() ?? 0
    return rows.map { name, text in
      "  \(name)\(String(repeating: " ", count: width - of(name)))   \(text)"
    }
    .joined(separator: "\n")
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation { return 2 }
    let value = scalar.value
    // Most text is below the first wide character.
    guard value >= 0x1100 else { return 1 }
    return wide.contains { $0 ~= value } ? 2 : 1
  }

  /// The blocks whose characters Unicode calls wide or full-width.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul that begins a syllable
    0x2329...0x232A,  // angle brackets
    0x2E80...0x303E,  // radicals and punctuation of Chinese, Japanese and Korean
    0x3041...0xA4CF,  // kana, ideographs, Yi
    0xA960...0xA97C,  // Hangul that begins a syllable
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // ideographs for compatibility
    0xFE10...0xFE19, 0xFE30...0xFE6F,  // forms of punctuation
    0xFF01...0xFF60, 0xFFE0...0xFFE6,  // full-width forms
    0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF,  // Tangut, Nüshu, old kana
    0x1F200...0x1F265,  // enclosed ideographs
    0x20000...0x3FFFD,  // rare ideographs
  ]
}
