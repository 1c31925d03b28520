/// The passages of an atlas's picture above and below all boxes, for arrows between columns that are
/// not neighbours.
///
/// All arrows on one side to one place share a lane.
struct AtlasLanes {
  /// A side of the boxes.
  enum Side: Hashable {
    case above
    case below

    /// The side for an arrow between two columns; nil if the arrow needs no lane.
    init?(from: Int, to: Int) {
      if to == from || to == from + 1 { return nil }
      self = to > from ? .above : .below
    }
  }

  private struct Lane: Hashable {
    let side: Side
    let target: Int
  }

  private let height: Int
  private var spans: [Lane: ClosedRange<Int>] = [:]
  private var numbers: [Lane: Int] = [:]

  /// Creates lanes around boxes that begin at zero and have a height.
  init(height: Int) {
    self.height = height
  }

  /// Extends the lane of a place.
  mutating func add(_ side: Side, to target: Int, between ends: [Int]) {
    let lane = Lane(side: side, target: target)
    let all = ends + (spans[lane].map { [$0.lowerBound, $0.upperBound] } ?? [])
    if let start = all.min(), let end = all.max() { spans[lane] = start...end }
  }

  /// Orders the lanes: the shortest are closest to the boxes, which saves crossings.
  mutating func arrange() {
    var occupied: [(number: Int, side: Side, span: ClosedRange<Int>)] = []
    let order = spans.sorted {
      ($0.value.count, $0.key.target) < ($1.value.count, $1.key.target)
    }
    for (lane, span) in order {
      let taken = occupied.filter { $0.side == lane.side && $0.span.overlaps(span) }.map(\.number)
      let number = (0...taken.count).first { !taken.contains($0) } ?? 0
      numbers[lane] = number
      occupied.append((number, lane.side, span.lowerBound - 16...span.upperBound + 16))
    }
  }

  /// Returns the height of a place's lane.
  func y(_ side: Side, to target: Int) -> Int {
    y(side, numbers[Lane(side: side, target: target), default: 0])
  }

  /// The heights from the upper edge of the picture to the lower one.
  var range: ClosedRange<Int> {
    func count(_ side: Side) -> Int {
      numbers.filter { $0.key.side == side }.values.max().map { $0 + 1 } ?? 0
    }
    return y(.above, count(.above))...y(.below, count(.below))
  }

  private func y(_ side: Side, _ number: Int) -> Int {
    let distance = 20 + AtlasGutter.pitch * number
    return side == .above ? -distance : height + distance
  }
}
