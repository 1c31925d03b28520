import KalugaArchitecture

extension Atlas {
  /// The atlas as a state diagram in the language of Mermaid, which code hosts draw.
  ///
  ///     stateDiagram-v2
  ///       direction LR
  ///       [*] --> at_list
  ///       state "list" as at_list
  ///       at_list : ↻ reload
  ///       at_list --> at_over_item : open, add
  ///       state "▸ item" as at_over_item
  ///       at_over_item --> at_list : back
  ///
  /// It has the same lines as ``graphviz``.
  public var mermaid: String {
    let ids = identifiers
    var lines = ["stateDiagram-v2", "  direction LR"]
    if let first = ids.first { lines.append("  [*] --> \(first)") }
    for (index, place) in places.enumerated() {
      let id = ids[index]
      lines.append("  state \"\(Self.mermaidText(place.name))\" as \(id)")
      lines += place.moves(to: index).map { "  \(id) : ↻ \(Self.mermaidText($0))" }
      for target in place.otherPlaces(than: index) {
        let names = place.moves(to: target).map(Self.mermaidText).joined(separator: ", ")
        lines.append("  \(id) --> \(ids[target]) : \(names)")
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a text with codes for the characters that have a meaning in Mermaid.
  private static func mermaidText(_ text: String) -> String {
    var result = ""
    for scalar in text.escapingControlCharacters().unicodeScalars {
      let isPlain = !scalar.isASCII || scalar.properties.isAlphabetic || plain.contains(scalar)
      // Two brackets in a row are a kind of state.
      let isPair = scalar == "[" && result.hasSuffix("[")
      result += isPlain && !isPair ? "\(scalar)" : "#\(scalar.value);"
    }
    // Mermaid rejects an empty name.
    return result.isEmpty ? " " : result
  }

  private static let plain: Set<Unicode.Scalar> = Set("0123456789 ,.()[]/+-=!?'_".unicodeScalars)
}
