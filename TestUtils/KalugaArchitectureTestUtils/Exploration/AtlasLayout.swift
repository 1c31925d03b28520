import KalugaArchitecture

/// The geometry of an atlas's picture, in pixels; heights grow downwards.
///
/// Each place is a box with a row for each move, so labels cannot cross arrows. An arrow leaves its
/// row on the right. It enters a place of the next column from the left, and one of its own column
/// from the right. Other arrows pass above all boxes, or below them if they lead back.
package struct AtlasLayout {
  package struct Point: Hashable {
    package let x: Int
    package let y: Int
  }

  package struct Frame: Hashable {
    package let x: ClosedRange<Int>
    package let y: ClosedRange<Int>
  }

  package struct Label: Hashable {
    package let text: String
    package let frame: Frame
  }

  package struct Box: Hashable {
    package let frame: Frame
    package let title: Label
    package let moves: [Label]
    /// The marks of the moves that stay.
    package let marks: [Label]
  }

  package struct Arrow: Hashable {
    package let place: Int
    package let move: Int
    package let target: Int
    package let points: [Point]
  }

  /// The boxes of the places, in the order of the atlas.
  package let boxes: [Box]

  /// The arrows of all moves that leave their places.
  package let arrows: [Arrow]

  /// The whole picture.
  package let frame: Frame

  /// Lays out an atlas.
  package init(_ atlas: Atlas) {
    let grid = AtlasGrid(atlas)
    var gutters = Array(repeating: AtlasGutter(), count: grid.columns.count + 1)
    for start in grid.starts {
      let (from, to) = (grid.column[start.place], grid.column[start.target])
      gutters[from + 1].addLine(at: start.y, to: start.target)
      if from == to {
        gutters[from + 1].addLine(at: grid.middle(of: start.target), to: start.target)
      } else if let lane = AtlasLanes.Side(from: from, to: to) {
        gutters[from + 1].addLane(lane, to: start.target)
        gutters[to].addLane(lane, to: start.target)
      }
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
    let height = boxes.map(\.frame.y.upperBound).max() ?? 0

    var lanes = AtlasLanes(height: height)
    for start in grid.starts {
      let (from, to) = (grid.column[start.place], grid.column[start.target])
      guard let side = AtlasLanes.Side(from: from, to: to) else { continue }
      let ends = [gutters[from + 1], gutters[to]].map { $0.x(of: start.target) }
      lanes.add(side, to: start.target, between: ends)
    }
    lanes.arrange()
    arrows = grid.starts.map { start in
      let (from, to) = (grid.column[start.place], grid.column[start.target])
      let (x, target) = (gutters[from + 1].x(of: start.target), boxes[start.target].frame)
      var points = [Point(x: edges[from].upperBound, y: start.y), Point(x: x, y: start.y)]
      let end: Point
      if from == to {
        end = Point(x: target.x.upperBound, y: grid.middle(of: start.target))
      } else {
        end = Point(x: target.x.lowerBound, y: entries[start.target, default: 0])
      }
      var last = x
      if let side = AtlasLanes.Side(from: from, to: to) {
        let y = lanes.y(side, to: start.target)
        last = gutters[to].x(of: start.target)
        points += [Point(x: x, y: y), Point(x: last, y: y)]
      }
      points += [Point(x: last, y: end.y), end]
      return Arrow(place: start.place, move: start.move, target: start.target, points: points)
    }
    self.boxes = boxes
    frame = Frame(x: 0...right + (gutters.last?.width ?? 0), y: lanes.range)
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
