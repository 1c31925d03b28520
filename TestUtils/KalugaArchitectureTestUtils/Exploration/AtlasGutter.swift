/// The vertical parts of the arrows between two columns of an atlas's picture.
///
///     left column │       ╭──▸ right column
///       a row  ───┼───╮   │  │
///                 │   ╰───┼──▸
///       a row  ───┼───────╯  │
///
/// All arrows to one place share a part, where they merge. Parts that would overlap have tracks of
/// their own, in an order with few crossings.
struct AtlasGutter {
  private struct Part {
    /// The heights of the lines that reach the part from the left side, and from the right side.
    var left: [Int] = []
    var right: [Int] = []
    /// The heights from the top to the bottom of the part.
    var span: ClosedRange<Int>

    /// Returns the number of lines that would cross if this part were left of another.
    func crossings(leftOf other: Part) -> Int {
      other.left.count(where: span.contains) + right.count(where: other.span.contains)
    }

    /// Whether two parts would touch or almost touch on the same track.
    func overlaps(_ other: Part) -> Bool {
      span.lowerBound - 8 < other.span.upperBound && other.span.lowerBound - 8 < span.upperBound
    }
  }

  /// The distance between two tracks or lanes.
  static let pitch = 10

  private var parts: [Int: Part] = [:]
  private var tracks: [Int: Int] = [:]
  private var left = 0

  /// The width with the space for arrowheads.
  var width: Int { 50 + Self.pitch * (tracks.values.max() ?? 0) }

  /// Whether an arrow to a place passes through.
  func contains(_ target: Int) -> Bool { parts[target] != nil }

  /// Returns where the part of a place is.
  func x(of target: Int) -> Int { left + 20 + Self.pitch * (tracks[target] ?? 0) }

  /// Adds a line from the left column to the part of a place.
  mutating func addLine(at y: Int, to target: Int) {
    extend(target, to: y)
    parts[target]?.left.append(y)
  }

  /// Continues the part of a place to a lane.
  mutating func addLane(_ lane: AtlasLane) {
    // The lane is beyond all boxes, but its height is not known yet.
    extend(lane.target, to: lane.side.rawValue * 1_000_000_000)
  }

  /// Adds the line from the part of a place to its box, and returns the height of the line.
  ///
  /// A straight line is preferred. Lines of other places at that height would overlap.
  mutating func addEntry(to target: Int, near middle: Int) -> Int {
    let others = parts.filter { $0.key != target }.flatMap(\.value.left)
    func room(_ y: Int) -> Int { others.map { abs($0 - y) }.min() ?? .max }
    let straight = parts[target]?.left.filter { abs($0 - middle) <= 8 } ?? []
    let candidates = straight + (0...9).flatMap { [middle - $0, middle + $0] }
    let y = candidates.first { room($0) >= 4 } ?? candidates.max { room($0) < room($1) } ?? middle
    extend(target, to: y)
    parts[target]?.right.append(y)
    return y
  }

  /// Gives each part its track, in a gutter that begins at a left edge.
  mutating func arrange(from left: Int) {
    self.left = left
    var order: [Int] = []
    for _ in 1...3 {
      for target in parts.keys.sorted() {
        order.removeAll { $0 == target }
        order.insert(target, at: bestIndex(of: target, in: order))
      }
    }
    for (index, target) in order.enumerated() {
      let before = order[..<index].filter { overlap($0, target) }
      tracks[target] = before.compactMap { tracks[$0] }.max().map { $0 + 1 } ?? 0
    }
  }

  private func bestIndex(of target: Int, in order: [Int]) -> Int {
    var cost = 0
    var best = (cost: 0, index: 0)
    for (index, other) in order.enumerated() {
      cost += crossings(other, target) - crossings(target, other)
      if cost < best.cost { best = (cost, index + 1) }
    }
    return best.index
  }

  private func crossings(_ left: Int, _ right: Int) -> Int {
    guard let left = parts[left], let right = parts[right] else { return 0 }
    return left.crossings(leftOf: right)
  }

  private func overlap(_ one: Int, _ other: Int) -> Bool {
    guard let one = parts[one], let other = parts[other] else { return false }
    return one.overlaps(other)
  }

  private mutating func extend(_ target: Int, to y: Int) {
    guard let span = parts[target]?.span else {
      parts[target] = Part(span: y...y)
      return
    }
    parts[target]?.span = min(span.lowerBound, y)...max(span.upperBound, y)
  }
}
