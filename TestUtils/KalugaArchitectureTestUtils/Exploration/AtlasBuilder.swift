import KalugaArchitecture
import KalugaSessions

/// Collects the moves between the screens of an app.
struct AtlasBuilder {
  private var names: [String] = []
  private var moves: [String: [(name: String, targets: [String])]] = [:]

  /// Adds an event, and the place that it leads to; nil if it changes nothing.
  mutating func add<Move>(_ event: AppEvent<Move>, from place: String, to target: String?) {
    for name in [place] + (target.map { [$0] } ?? []) where moves[name] == nil {
      names.append(name)
      moves[name] = []
    }
    var known = moves[place] ?? []
    let index = known.firstIndex { $0.name == event.name } ?? known.endIndex
    if index == known.endIndex { known.append((event.name, [])) }
    if let target, !known[index].targets.contains(target) { known[index].targets.append(target) }
    moves[place] = known
  }

  var atlas: Atlas {
    let numbers = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    return Atlas(
      names.map { name in
        let moves = (moves[name] ?? []).map { move in
          Atlas.Move(move.name, to: move.targets.compactMap { numbers[$0] })
        }
        return Atlas.Place(name, moves: moves)
      }
    )
  }
}

extension Atlas.Place {
  /// Returns the name of the shown screen, with a mark for each layer below its own.
  static func name<Destination>(of stack: BackStack<Destination>) -> String {
    String(repeating: "▸ ", count: stack.layers.count - 1) + stack.top.destination.screenName
  }
}

extension AppEvent {
  /// The name of the event without its data, such as `search` or `back`.
  var name: String {
    switch self {
    case .move(let move), .twice(let move):
      Mirror(reflecting: move).displayStyle == .enum
        ? String("\(move)".prefix { $0 != "(" }) : "\(move)"
    case .back, .background, .foreground, .restart: String("\(self)".dropFirst())
    }
  }
}
