import KalugaSessions

/// Collects the moves between the stacks of an app.
struct AtlasBuilder {
  private var names: [String] = []
  private var moves: [String: [(name: String, targets: [String])]] = [:]

  mutating func add<Move>(_ event: AppEvent<Move>, from place: String, to target: String) {
    for name in [place, target] where moves[name] == nil {
      names.append(name)
      moves[name] = []
    }
    let name = event.name
    let index = moves[place]?.firstIndex { $0.name == name }
    if let index {
      if moves[place]?[index].targets.contains(target) == false {
        moves[place]?[index].targets.append(target)
      }
    } else {
      moves[place]?.append((name, [target]))
    }
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

extension AppEvent {
  /// The name of the event without its data, such as `search` or `back`.
  var name: String {
    switch self {
    case .move(let move):
      Mirror(reflecting: move).displayStyle == .enum
        ? String("\(move)".prefix { $0 != "(" }) : "\(move)"
    case .back, .background, .foreground, .restart: String("\(self)".dropFirst())
    }
  }
}
