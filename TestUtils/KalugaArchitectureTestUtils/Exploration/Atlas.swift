/// The screens of an app and the moves between them, for a picture.
public struct Atlas: Hashable, Sendable {
  /// A screen, such as `details`, or `▸ sheet` in a layer that is presented over another.
  public struct Place: Hashable, Sendable {
    /// The name of the screen.
    public let name: String

    /// The moves that are possible there, in the order in which the app offers them.
    public let moves: [Move]

    /// Creates a place.
    public init(_ name: String, moves: [Move]) {
      self.name = name
      self.moves = moves
    }
  }

  /// A move, and the places that it leads to.
  public struct Move: Hashable, Sendable {
    /// The name of the move, such as `details`.
    public let name: String

    /// The indices of the places that the move leads to, depending on the state of the app.
    ///
    /// The index of the move's own place means that the move changes something there.
    public let targets: [Int]

    /// Creates a move.
    public init(_ name: String, to targets: [Int]) {
      self.name = name
      self.targets = targets
    }
  }

  /// The places, in the order in which the explorer has found them.
  public let places: [Place]

  /// Creates an atlas, in which each move leads to existing places.
  public init(_ places: [Place]) {
    for target in places.flatMap(\.moves).flatMap(\.targets) {
      precondition(
        places.indices.contains(target),
        "A move leads to place \(target), but the atlas has \(places.count) places"
      )
    }
    self.places = places
  }
}

extension Atlas {
  /// The identifiers of the places in texts, which differ from each other and from keywords.
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
}

extension Atlas {
  /// Returns the names of the moves that stay in a place.
  func staying(at place: Int) -> [String] { moves(from: place, to: place) }

  /// Returns the other places that a place leads to, in the order of its moves, each with the names
  /// of the moves that lead there.
  func arrows(from place: Int) -> [(target: Int, moves: [String])] {
    var known: Set = [place]
    let targets = places[place].moves.flatMap(\.targets).filter { known.insert($0).inserted }
    return targets.map { ($0, moves(from: place, to: $0)) }
  }

  private func moves(from place: Int, to target: Int) -> [String] {
    places[place].moves.filter { $0.targets.contains(target) }.map(\.name)
  }
}
