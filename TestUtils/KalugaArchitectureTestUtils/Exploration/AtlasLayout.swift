import KalugaArchitecture

/// The geometry of an atlas's picture, in pixels; heights grow downwards.
///
/// Each place is a box with a row for each move, so labels cannot cross arrows. An arrow leaves its
/// row on the right. It enters a place of the next column from the left, and one of its own column
/// from the right. Other arrows pass above all boxes, or below them if they lead back.
struct AtlasLayout {
  struct Point: Hashable {
    let x: Int
    let y: Int
  }

  struct Frame: Hashable {
    let x: ClosedRange<Int>
    let y: ClosedRange<Int>
  }

  struct Label: Hashable {
    let text: String
    let frame: Frame
  }

  struct Box: Hashable {
    let frame: Frame
    let title: Label
    let moves: [Label]
    /// The marks of the moves that stay.
    let marks: [Label]
  }

  struct Arrow: Hashable {
    let place: Int
    let move: Int
    let target: Int
    let points: [Point]
  }

  /// The boxes of the places, in the order of the atlas.
  let boxes: [Box]

  /// The arrows of all moves that leave their places.
  let arrows: [Arrow]

  /// The whole picture.
  let frame: Frame

  /// Lays out an atlas.
  init(_ atlas: Atlas) {
    let grid = AtlasGrid(atlas)
    var gutters = Array(repeating: AtlasGutter(), count: grid.columns.count + 1)
    for start in grid.starts {
      gutters[start.from + 1].addLine(at: start.y, to: start.target)
      if start.from == start.to {
        gutters[start.from + 1].addLine(at: grid.middle(of: start.target), to: start.target)
      }
      guard let lane = start.lane else { continue }
      for gutter in [start.from + 1, start.to] { gutters[gutter].addLane(lane) }
    }
    var entries: [Int: Int] = [:]
    for (place, column) in grid.column.enumerated() where gutters[column].contains(place) {
      entries[place] = gutters[column].addEntry(to: place, near: grid.middle(of: place))
    }

    var right = 0
    var edges: [ClosedRange<Int>] = []
    for index in gutters.indices {
      gutters[index].arrange(from: right)
      guard index < grid.columns.count else { break }
      let left = right + gutters[index].width
      right = left + grid.width(ofColumn: index)
      edges.append(left...right)
    }
    let boxes = grid.column.enumerated().map { Self.box($0, edges[$1], grid) }
    self.boxes = boxes

    let exits = grid.starts.map { gutters[$0.from + 1].x(of: $0.target) }
    var ends: [AtlasLane: [Int]] = [:]
    for (start, exit) in zip(grid.starts, exits) {
      guard let lane = start.lane else { continue }
      ends[lane, default: []] += [exit, gutters[start.to].x(of: start.target)]
    }
    let bottom = boxes.map(\.frame.y.upperBound).max() ?? 0
    let lanes = AtlasLane.heights(of: ends, around: bottom)
    arrows = zip(grid.starts, exits).map { start, exit in
      let target = boxes[start.target].frame
      let end =
        start.from == start.to
        ? Point(x: target.x.upperBound, y: grid.middle(of: start.target))
        : Point(x: target.x.lowerBound, y: entries[start.target, default: 0])
      var points = [Point(x: edges[start.from].upperBound, y: start.y), Point(x: exit, y: start.y)]
      var last = exit
      if let lane = start.lane, let y = lanes[lane] {
        last = gutters[start.to].x(of: start.target)
        points += [Point(x: exit, y: y), Point(x: last, y: y)]
      }
      points += [Point(x: last, y: end.y), end]
      return Arrow(place: start.place, move: start.move, target: start.target, points: points)
    }
    let heights = lanes.values + [0, bottom]
    frame = Frame(
      x: 0...right + gutters[grid.columns.count].width,
      y: (heights.min() ?? 0) - 20...(heights.max() ?? 0) + 20
    )
  }

  private static func box(_ place: Int, _ x: ClosedRange<Int>, _ grid: AtlasGrid) -> Box {
    func label(_ text: String, _ left: Int, _ y: ClosedRange<Int>) -> Label {
      let frame = Frame(x: left...left + AtlasGrid.width(of: text), y: y)
      return Label(text: text.escapingControlCharacters(), frame: frame)
    }
    let rows = grid.rows(of: place)
    let left = x.lowerBound + AtlasGrid.padding
    let right = x.upperBound - AtlasGrid.padding - AtlasGrid.cell
    let moves = grid.places[place].moves
    return Box(
      frame: Frame(x: x, y: rows),
      title: label(
        grid.places[place].name,
        left,
        rows.lowerBound...rows.lowerBound + AtlasGrid.titleHeight
      ),
      moves: moves.indices.map { label(moves[$0].name, left, grid.row($0, of: place)) },
      marks: moves.indices.filter { moves[$0].targets.contains(place) }.map {
        label("↻", right, grid.row($0, of: place))
      }
    )
  }
}
