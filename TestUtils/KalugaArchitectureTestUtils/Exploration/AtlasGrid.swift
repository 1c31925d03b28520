import KalugaArchitecture
import KalugaTerminal

/// The boxes of an atlas's picture in columns, by the distance of the places from the first one.
struct AtlasGrid {
  /// The beginning of an arrow.
  struct Start {
    let place: Int
    let move: Int
    let target: Int
    let y: Int
    /// The columns of the place and of the target.
    let from: Int
    let to: Int

    /// The lane that the arrow needs.
    var lane: AtlasLane? {
      if to == from || to == from + 1 { return nil }
      return AtlasLane(side: to > from ? .above : .below, target: target)
    }
  }

  static let titleHeight = 28
  static let rowHeight = 20
  /// The space between the labels and the left and right edges of a box.
  static let padding = 14
  /// The space above and below the rows of a box.
  private static let margin = 3
  /// The width of a character in the monospaced font.
  static let cell = 8

  let places: [Atlas.Place]

  /// The places of each column; unreachable places are in the last one.
  let columns: [[Int]]

  /// The column of each place.
  let column: [Int]

  /// The upper edge of each box.
  private(set) var tops: [Int]

  /// The beginnings of all arrows, which are in the rows of the moves.
  private(set) var starts: [Start] = []

  init(_ atlas: Atlas) {
    places = atlas.places
    columns = Self.columns(of: atlas.places)
    tops = places.map { _ in 0 }
    var column = tops
    for (index, members) in columns.enumerated() {
      for place in members { column[place] = index }
    }
    self.column = column
    placeBoxes()
  }

  private static func columns(of places: [Atlas.Place]) -> [[Int]] {
    var rest = Set(places.indices)
    var columns: [[Int]] = []
    var next = Array(places.indices.prefix(1))
    rest.subtract(next)
    while !next.isEmpty {
      columns.append(next)
      next = next.flatMap { places[$0].moves.targets }.filter { rest.remove($0) != nil }
    }
    return rest.isEmpty ? columns : columns + [rest.sorted()]
  }

  /// Places each box beside the row that first leads to it, but below the previous box.
  private mutating func placeBoxes() {
    var firstStarts: [Int: Int] = [:]
    for members in columns {
      var free = 0
      for place in members {
        tops[place] = max(free, firstStarts[place, default: 0] - Self.titleHeight / 2)
        for start in starts(in: place) {
          starts.append(start)
          firstStarts[start.target] = firstStarts[start.target] ?? start.y
        }
        free = rows(of: place).upperBound + Self.rowHeight
      }
    }
  }

  /// Returns the beginnings of a place's arrows; those of one move are close together.
  private func starts(in place: Int) -> [Start] {
    places[place].moves.enumerated().flatMap { move, value in
      let targets = [value].targets.filter { $0 != place }
      // Many arrows are closer together, to fit into the row.
      let step = targets.count > 5 ? 1 : targets.count > 3 ? 4 : 6
      let middle = row(move, of: place).lowerBound + Self.rowHeight / 2
      let first = middle - step * (targets.count - 1) / 2
      return targets.enumerated().map { index, target in
        Start(
          place: place,
          move: move,
          target: target,
          y: first + step * index,
          from: column[place],
          to: column[target]
        )
      }
    }
  }

  /// Returns the height at which arrows enter a box, unless that height is occupied.
  func middle(of place: Int) -> Int { tops[place] + Self.titleHeight / 2 }

  /// Returns the upper and the lower edge of a move's row.
  func row(_ move: Int, of place: Int) -> ClosedRange<Int> {
    let top = tops[place] + Self.titleHeight + Self.margin + Self.rowHeight * move
    return top...top + Self.rowHeight
  }

  /// Returns the upper and the lower edge of a box.
  func rows(of place: Int) -> ClosedRange<Int> {
    let last = places[place].moves.indices.last.map { row($0, of: place).upperBound + Self.margin }
    return tops[place]...(last ?? tops[place] + Self.titleHeight)
  }

  /// Returns the width of a column's boxes, so that all labels fit.
  func width(ofColumn index: Int) -> Int {
    let widths = columns[index].flatMap { place in
      // A mark needs three cells.
      [Self.width(of: places[place].name)]
        + places[place].moves.map { Self.width(of: $0.name) + 3 * Self.cell }
    }
    return 2 * Self.padding + (widths.max() ?? 0)
  }

  /// Returns the width of a text; wide characters occupy two cells.
  static func width(of text: String) -> Int {
    cell * TextWidth.of(text.escapingControlCharacters())
  }
}
