extension String {
  /// Escapes the characters that would break a line, control a terminal or close the quotes.
  package func escapingControlCharacters(quote: Unicode.Scalar? = nil) -> String {
    // Most text is plain, and looking up the category of each scalar is slow.
    let isPlain = utf8.allSatisfy { byte in
      0x20..<0x7F ~= byte && byte != UInt8(ascii: "\\")
        && quote.map { $0.value == UInt32(byte) } != true
    }
    if isPlain { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\\" where quote != nil: result += "\\\\"
      case _ where scalar == quote: result += "\\\(scalar)"
      case _ where scalar.isControl: result += "\\u{\(String(scalar.value, radix: 16))}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: true
    default: false
    }
  }
}
