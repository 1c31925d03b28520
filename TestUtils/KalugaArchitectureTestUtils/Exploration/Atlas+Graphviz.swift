import KalugaArchitecture

extension Atlas {
  /// The atlas as a graph in the language of Graphviz, whose command `dot` draws it.
  ///
  ///     digraph atlas {
  ///       rankdir=LR
  ///       node [shape=box, style=rounded]
  ///       start [shape=point]
  ///       start -> at_list
  ///       at_list [label="list\n↻ reload"]
  ///       at_list -> at_over_item [label="open, add"]
  ///       at_over_item [label="▸ item"]
  ///       at_over_item -> at_list [label="back"]
  ///     }
  ///
  /// The moves, the order and the identifiers are those of ``mermaid``.
  public var graphviz: String {
    let ids = identifiers
    var lines = ["digraph atlas {", "  rankdir=LR", "  node [shape=box, style=rounded]"]
    if let first = ids.first { lines += ["  start [shape=point]", "  start -> \(first)"] }
    for (index, place) in places.enumerated() {
      let id = ids[index]
      let stays = staying(at: index).map { "↻ \($0)" }
      let rows = ([place.name] + stays).map(Self.graphvizText).joined(separator: "\\n")
      lines.append("  \(id) [label=\"\(rows)\"]")
      for (target, moves) in arrows(from: index) {
        let names = moves.map(Self.graphvizText).joined(separator: ", ")
        lines.append("  \(id) -> \(ids[target]) [label=\"\(names)\"]")
      }
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// Returns a text in which no character has a meaning in a label of Graphviz.
  private static func graphvizText(_ text: String) -> String {
    var result = ""
    // By scalars, because a quote with a combining mark is another character than a quote.
    for scalar in text.escapingControlCharacters().unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case "&": result += "&amp;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
