/// JSON as encoders write it, without blanks; what controls a terminal may stand there escaped.
extension TranscriptLineReader {
  /// Takes JSON text and resolves the escapes that printing put in; nil if there is none.
  mutating func takeJSON() -> String? {
    var json = ""
    let depth = depth
    defer { self.depth = depth }
    return appendJSON(to: &json) ? json : nil
  }

  private mutating func appendJSON(to json: inout String) -> Bool {
    guard depth < 64 else { return false }
    depth += 1
    defer { depth -= 1 }
    if isAt("\"") { return appendJSONString(to: &json) }
    if isAt("{") {
      return appendJSONList("{", "}", to: &json) { reader, json in
        guard reader.isAt("\""), reader.appendJSONString(to: &json), reader.take(":") else {
          return false
        }
        json += ":"
        return reader.appendJSON(to: &json)
      }
    }
    if isAt("[") {
      return appendJSONList("[", "]", to: &json) { $0.appendJSON(to: &$1) }
    }
    let word = text { [",", "}", "]", " "].contains($0) }
    json += word
    return ["null", "true", "false"].contains(word) || Self.isJSONNumber(word)
  }

  private mutating func appendJSONList(
    _ opening: String,
    _ closing: String,
    to json: inout String,
    item: (inout Self, inout String) -> Bool
  ) -> Bool {
    take(opening)
    json += opening
    if !isAt(closing) {
      guard item(&self, &json) else { return false }
      while take(",") {
        json += ","
        guard item(&self, &json) else { return false }
      }
    }
    guard take(closing) else { return false }
    json += closing
    return true
  }

  private mutating func appendJSONString(to json: inout String) -> Bool {
    take("\"")
    json += "\""
    while index < scalars.count {
      if take("\"") {
        json += "\""
        return true
      }
      if let scalar = takeNumberedScalar() {
        json.unicodeScalars.append(scalar)
        continue
      }
      let length = isAt("\\") ? 2 : 1
      guard index + length <= scalars.count else { return false }
      if length == 2, !"\"\\/bfnrtu".unicodeScalars.contains(scalars[index + 1]) { return false }
      json += string(index..<index + length)
      index += length
    }
    return false
  }

  private static func isJSONNumber(_ word: String) -> Bool {
    word.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?/) != nil
  }
}
