extension String {
  /// Escapes the characters that would break a line, control a terminal or close the quotes.
  package func escapingControlCharacters(quote: Unicode.Scalar? = nil) -> String {
    // Most text is plain, and looking up the category of each scalar is slow.
    let backslash = UInt8(ascii: "\\")
    let quoteByte = quote.flatMap { UInt8(exactly: $0.value) } ?? backslash
    let isPlain = utf8.allSatisfy { byte in
      byte >= 0x20 && byte < 0x7F && byte != backslash && byte != quoteByte
    }
    if isPlain { return self }
    var result = ""
    let scalars = unicodeScalars
    for (index, scalar) in zip(scalars.indices, scalars) {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\\" where quote != nil: result += "\\\\"
      case _ where scalar == quote: result += "\\\(scalar)"
      case "\u{200D}" where scalars.joinsEmoji(at: index): result.unicodeScalars.append(scalar)
      case _ where scalar.isControl: result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension String.UnicodeScalarView {
  /// Whether the joiner at an index is part of a joined emoji, such as a family.
  ///
  /// Between other characters it would be invisible.
  fileprivate func joinsEmoji(at index: Index) -> Bool {
    let after = self.index(after: index)
    guard index > startIndex, after < endIndex, self[after].isEmojiPart else { return false }
    return self[self.index(before: index)].isEmojiPart
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is an emoji, its skin colour, or the sign that makes it one.
  fileprivate var isEmojiPart: Bool {
    self == "\u{FE0F}" || (!isASCII && properties.isEmoji)
  }

  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
    default: false
    }
  }
}
