/// A passage of an atlas's picture above or below all boxes, for arrows to one place from columns
/// that are not neighbours.
struct AtlasLane: Hashable {
  /// A side of the boxes, as the direction of its lanes.
  enum Side: Int {
    case above = -1
    case below = 1
  }

  let side: Side
  let target: Int

  /// Returns the heights of lanes, given the places that each lane connects.
  ///
  /// The shortest lanes are closest to the boxes, which saves crossings.
  static func heights(of ends: [AtlasLane: [Int]], around height: Int) -> [AtlasLane: Int] {
    let lengths = ends.mapValues { ($0.max() ?? 0) - ($0.min() ?? 0) }
    var heights: [AtlasLane: Int] = [:]
    var next = [Side.above: -20, .below: height + 20]
    for (lane, _) in lengths.sorted(by: { ($0.1, $0.0.target) < ($1.1, $1.0.target) }) {
      heights[lane] = next[lane.side]
      next[lane.side, default: 0] += lane.side.rawValue * AtlasGutter.pitch
    }
    return heights
  }
}
