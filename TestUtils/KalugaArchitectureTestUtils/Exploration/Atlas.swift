import KalugaArchitecture
import KalugaSessions

/// The screens of an app and the moves between them, for a picture.
public struct Atlas: Hashable, Sendable {
  /// A screen, such as `details`, or `▸ sheet` in a layer that is presented over another.
  public struct Place: Hashable, Sendable {
    /// The name of the screen.
    public let name: String

    /// The moves that are possible there, in the order in which the app offers them.
    public internal(set) var moves: [Move] = []
  }

  /// A move, and the places that it leads to.
  public struct Move: Hashable, Sendable {
    /// The name of the move, such as `details`.
    public let name: String

    /// The indices of the places that the move leads to, depending on the state of the app
    /// and the width of the window.
    ///
    /// The index of the move's own place means that the move changes something there.
    public internal(set) var targets: [Int] = []
  }

  /// The places, in the order in which the explorer has found them.
  public internal(set) var places: [Place] = []
}

extension Atlas {
  /// Adds an event, and the place that it leads to; nil if it changes nothing.
  mutating func add<Move>(_ event: AppEvent<Move>, from name: String, to targetName: String?) {
    let place = index(of: name)
    let target = targetName.map { index(of: $0) }
    let known = places[place].moves.firstIndex { $0.name == event.name }
    if known == nil { places[place].moves.append(Atlas.Move(name: event.name)) }
    let move = known ?? places[place].moves.count - 1
    if let target, !places[place].moves[move].targets.contains(target) {
      places[place].moves[move].targets.append(target)
    }
  }

  private mutating func index(of name: String) -> Int {
    if let known = places.firstIndex(where: { $0.name == name }) { return known }
    places.append(Place(name: name))
    return places.count - 1
  }
}

extension Atlas.Place {
  /// Returns the name of the shown screen, with a mark for each layer below its own, and the question
  /// about it.
  static func name<Destination>(of stack: BackStack<Destination>) -> String {
    String(repeating: "▸ ", count: stack.layers.count - 1) + stack.top.destination.screenName
      + (stack.question.map { " ? \($0)" } ?? "")
  }
}

extension AppEvent {
  /// The name of the event without its data, such as `search`, `back` or `answer keep`.
  fileprivate var name: String {
    switch self {
    case .move(let move), .twice(let move):
      Mirror(reflecting: move).displayStyle == .enum
        ? String("\(move)".prefix { $0 != "(" }) : "\(move)"
    case .answer(let name): "answer \(name)"
    case .back, .partlyCovered, .background, .foreground, .wide, .narrow, .restart:
      String("\(self)".dropFirst())
    }
  }
}

// MARK: The picture

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
  /// Moves between the same two places share an arrow, and moves that stay are listed in the place.
  /// The identifiers are derived from the names of the places, so that a new or a missing place
  /// changes few lines.
  public var graphviz: String {
    let ids = identifiers
    var lines = ["digraph atlas {", "  rankdir=LR", "  node [shape=box, style=rounded]"]
    if let first = ids.first { lines += ["  start [shape=point]", "  start -> \(first)"] }
    for (index, place) in places.enumerated() {
      let stays = place.moves(to: index).map { "↻ \($0)" }
      let rows = ([place.name] + stays).map(Self.graphvizText).joined(separator: "\\n")
      lines.append("  \(ids[index]) [label=\"\(rows)\"]")
      for target in place.otherPlaces(than: index) {
        let names = place.moves(to: target).map(Self.graphvizText).joined(separator: ", ")
        lines.append("  \(ids[index]) -> \(ids[target]) [label=\"\(names)\"]")
      }
    }
    return (lines + ["}"]).joined(separator: "\n") + "\n"
  }

  /// The identifiers of the places, which differ from each other and from keywords.
  var identifiers: [String] {
    var used: Set<String> = []
    return places.map { place in
      let words = place.name.replacing("▸", with: "over")
        .split { !$0.isASCII || !($0.isLetter || $0.isNumber) }
      let id = "at_" + words.joined(separator: "_")
      let ids = sequence(first: 1) { $0 + 1 }.lazy.map { $0 == 1 ? id : "\(id)_\($0)" }
      return ids.first { used.insert($0).inserted } ?? id
    }
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

extension Atlas.Place {
  /// Returns the names of the moves that lead to a place.
  func moves(to target: Int) -> [String] {
    moves.filter { $0.targets.contains(target) }.map(\.name)
  }

  /// Returns the other places that the moves of the place with this index lead to, in their order.
  func otherPlaces(than index: Int) -> [Int] {
    var known: Set = [index]
    return moves.flatMap(\.targets).filter { known.insert($0).inserted }
  }
}
