/// What was measured of a row, and how it compares with its goals.
struct RowResult {
  let row: Row
  let measurements: [Measurement]

  func rounds(of name: String) -> [Double] {
    measurements.first { $0.name == name }?.rounds ?? []
  }

  /// The median of the ratios of each round: the machine may be slower in one than in another.
  func ratio(of name: String, to other: String) -> Double {
    name == other ? 1 : zip(rounds(of: name), rounds(of: other)).map { $0 / $1 }.median
  }

  /// Whether a goal is missed by more than noise explains.
  var missesByFar: Bool { row.goals.contains { judge($0).isMissed(by: Verdict.noise) } }

  func judge(_ goal: Goal) -> Verdict {
    switch goal.bound {
    case .atMost(let limit, let other):
      let ratio = ratio(of: goal.contestant, to: other)
      return Verdict(goal, "≤ \(limit.short) × \(other)", ratio, excess: ratio / limit)
    case .atLeast(let limit, let other):
      let ratio = ratio(of: other, to: goal.contestant)
      return Verdict(goal, "≥ \(limit.short) × under \(other)", ratio, excess: limit / ratio)
    case .above(let limit, let other):
      let more = zip(rounds(of: goal.contestant), rounds(of: other)).map { $0 - $1 }.median
      return Verdict(
        goal,
        "≤ \(other) + \(limit.short) \(row.unit.rawValue)",
        more,
        excess: more / limit
      )
    case .limit(let limit):
      let found = rounds(of: goal.contestant).median
      let excess = limit == 0 ? (found <= 0 ? 0 : .infinity) : found / limit
      return Verdict(goal, "≤ \(limit.short) \(row.unit.rawValue)", found, excess: excess)
    }
  }
}

/// Whether a goal was reached.
struct Verdict {
  let goal: Goal
  let text: String
  let found: Double
  /// 1 is exactly the goal, 2 twice of it.
  let excess: Double

  init(_ goal: Goal, _ text: String, _ found: Double, excess: Double) {
    self.goal = goal
    self.text = text
    self.found = found
    self.excess = excess
  }

  var isMet: Bool { excess <= 1 }

  /// Whether the goal is missed by so many times more than its reason explains.
  func isMissed(by factor: Double) -> Bool { excess > goal.accepted * factor }

  /// What a busy machine explains.
  static let noise = 2.0
}

extension Double {
  /// Three digits that count.
  var short: String {
    if !isFinite { return "–" }
    if magnitude >= 100 || self == rounded() { return "\(Int(rounded()))" }
    let factor = magnitude >= 10 ? 10.0 : 100.0
    return "\((self * factor).rounded() / factor)"
  }
}
