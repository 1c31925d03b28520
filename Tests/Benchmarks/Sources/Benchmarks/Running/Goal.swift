/// What a contestant should reach.
struct Goal {
  let contestant: String
  let limit: Double
  /// The contestant whose cost in the same round is the unit of the limit; nil for a limit in the
  /// unit of the row.
  let other: String?
  /// By how many times the goal may be missed, for the reason.
  ///
  /// The ratios differ between processors by up to 1.8 times. This is for the one with the higher
  /// ratio.
  let accepted: Double
  /// Why the goal is missed, if that was measured.
  let reason: String?

  init(
    _ contestant: String = Names.toolkit,
    atMost limit: Double,
    times other: String? = nil,
    accepting accepted: Double = 1,
    because reason: String? = nil
  ) {
    self.contestant = contestant
    self.limit = limit
    self.other = other
    self.accepted = accepted
    self.reason = reason
  }
}

/// What was found of a goal.
struct Verdict: CustomStringConvertible {
  let row: String
  let goal: Goal
  /// In the unit of the limit.
  let found: Double

  var isMet: Bool { found <= goal.limit }
  var isAccepted: Bool { found <= goal.limit * goal.accepted }

  var description: String {
    let limit = goal.other.map { "\(goal.limit.short) × \($0)" } ?? goal.limit.short
    let word = isMet ? "met   " : "MISSED"
    return "\(word) \(row): \(goal.contestant) ≤ \(limit), found \(found.short)"
  }
}
