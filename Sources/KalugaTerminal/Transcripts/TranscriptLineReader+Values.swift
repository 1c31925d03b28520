import KalugaArchitecture

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The notation of `NavigationBundleValue.description`, read back.
///
/// Text reads as `.string`, whatever it was. JSON, which shows without quotes around it, reads as
/// `.serialized` where it looks like nothing else; a replay asks for the rest, see
/// ``TranscriptReplay``.
extension TranscriptLineReader {
  private static var depthLimit: Int { 64 }

  mutating func rows() throws(TranscriptError) -> [NavigationBundleRow] {
    var rows: [NavigationBundleRow] = []
    try list("{", "}") { reader throws(TranscriptError) in
      let start = reader.index
      while reader.index < reader.scalars.count, !reader.isAt(": ") { reader.index += 1 }
      let key = reader.string(start..<reader.index)
      guard reader.take(": ") else {
        reader.index = start
        throw reader.problem("a key, a colon and a blank")
      }
      let isPrivate = reader.take("<private>")
      let value = isPrivate ? .null : try reader.value()
      rows.append(NavigationBundleRow(key: key, value: value, isPrivate: isPrivate))
    }
    return rows
  }

  mutating func value() throws(TranscriptError) -> NavigationBundleValue {
    let start = index
    // A key in quotes would otherwise go on to some later colon.
    if isAt("{\""), let json = takeJSON() { return .serialized(json) }
    do {
      return try notation()
    } catch {
      index = start
      if let json = takeJSON() { return .serialized(json) }
      index = start
      throw error
    }
  }

  private mutating func notation() throws(TranscriptError) -> NavigationBundleValue {
    if isAt("{") { return .bundle(try rows()) }
    if isAt("[") {
      var values: [NavigationBundleValue] = []
      try list("[", "]") { reader throws(TranscriptError) in values.append(try reader.value()) }
      return .array(values)
    }
    if isAt("\"") { return .string(try quoted("\"")) }
    if isAt("'") {
      let start = index
      let text = try quoted("'")
      guard let character = text.first, text.count == 1 else {
        index = start
        throw problem("one character between single quotes")
      }
      return .character(character)
    }
    if isAt("<invalid: ") { return .invalid(try invalidReason()) }
    return try word()
  }

  /// Reads items that are separated by a comma and a blank.
  private mutating func list(
    _ opening: String,
    _ closing: String,
    item: (inout Self) throws(TranscriptError) -> Void
  ) throws(TranscriptError) {
    guard depth < Self.depthLimit else { throw problem("at most \(Self.depthLimit) levels") }
    depth += 1
    defer { depth -= 1 }
    take(opening)
    if take(closing) { return }
    while true {
      try item(&self)
      if take(closing) { return }
      guard take(", ") else { throw problem("a comma and a blank, or \(closing)") }
    }
  }

  /// The reason may contain anything; it ends where a value may end.
  private mutating func invalidReason() throws(TranscriptError) -> String {
    let opening = index
    take("<invalid: ")
    let start = index
    while index < scalars.count {
      let end = index
      if take(">"), isAt(", ") || isAt("}") || isAt("]") { return string(start..<end) }
      index = end + 1
    }
    index = opening
    throw problem("> at the end of the reason")
  }

  private mutating func word() throws(TranscriptError) -> NavigationBundleValue {
    let start = index
    let word = text { [",", "}", "]", " "].contains($0) }
    switch word {
    case "nil": return .null
    case "()": return .unit
    case "true": return .boolean(true)
    case "false": return .boolean(false)
    default: break
    }
    // Each of them takes notations that are never printed; then the word is none of them.
    if let number = Int128(word), "\(number)" == word { return .integer(number) }
    if let number = Double(word), "\(number)" == word { return .double(number) }
    if let date = Self.date(word) { return .date(date) }
    index = start
    throw problem("a value")
  }

  private static func date(_ word: String) -> Date? {
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    guard word.hasSuffix("Z"), let date = try? style.parse(word),
      NavigationBundleValue.date(date).description == word
    else { return nil }
    return date
  }
}
