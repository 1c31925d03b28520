import KalugaArchitecture

extension Atlas {
  /// The atlas as a state diagram in the language of Mermaid, which GitHub draws.
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
  /// Moves between the same two places share an arrow, and moves that stay are listed in the place.
  /// Equal atlases have equal texts. The identifiers are derived from the names of the places, so
  /// that a new or a missing place changes few lines.
  public var mermaid: String {
    let ids = identifiers
    var lines = ["stateDiagram-v2", "  direction LR"]
    if let first = ids.first { lines.append("  [*] --> \(first)") }
    for (index, place) in places.enumerated() {
      let id = ids[index]
      lines.append("  state \"\(Self.mermaidText(place.name))\" as \(id)")
      lines += staying(at: index).map { "  \(id) : ↻ \(Self.mermaidText($0))" }
      for (target, moves) in arrows(from: index) {
        let names = moves.map(Self.mermaidText).joined(separator: ", ")
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
