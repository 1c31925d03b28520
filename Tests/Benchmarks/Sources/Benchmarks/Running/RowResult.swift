/// What was measured of a row.
@MainActor
struct RowResult {
  private let row: Row
  /// One number for each round, by contestant.
  private var costs: [String: [Double]] = [:]

  /// Runs all contestants in each of seven rounds, in shuffled order.
  init(measuring row: Row) async throws {
    self.row = row
    // The first round warms up and does not count.
    for round in 0...7 {
      write("\r\u{1B}[K\(row.name)  \(round)/7", to: 2)
      for contestant in row.contestants.shuffled() {
        let cost = try await contestant.run()
        if round > 0 { costs[contestant.name, default: []].append(cost) }
      }
    }
    write("\r\u{1B}[K", to: 2)
  }

  private func rounds(_ contestant: String) -> [Double] { costs[contestant] ?? [] }

  /// The median of the ratios of each round: the machine may be slower in one than in another.
  private func ratio(of name: String, to other: String) -> Double {
    zip(rounds(name), rounds(other)).map { $0 / $1 }.median
  }

  /// Adds the ratios of the toolkit's contestants to the first one, if they can be compared.
  func addRatios(to ratios: inout Ratios) {
    if row.isRace { return }
    let names = row.contestants.dropFirst().map(\.name)
    for name in names where name == Names.toolkit || row.goals.contains { $0.contestant == name } {
      ratios.add(ratio(of: name, to: row.contestants[0].name), of: name, in: row.name)
    }
  }

  var verdicts: [Verdict] {
    row.goals.map { goal in
      let found =
        goal.other.map { ratio(of: goal.contestant, to: $0) } ?? rounds(goal.contestant).median
      return Verdict(row: row.name, goal: goal, found: found)
    }
  }

  /// The median, the range and the ratio of each contestant, and the goals.
  var table: String {
    let floor = row.contestants[0].name
    let lines = row.contestants.map { contestant in
      let rounds = rounds(contestant.name)
      let range = "\((rounds.min() ?? .nan).short) – \((rounds.max() ?? .nan).short)"
      let ratio = "\(ratio(of: contestant.name, to: floor).short) ×"
      return "  " + contestant.name.padded(to: 34) + rounds.median.short.padded(to: -10)
        + range.padded(to: -22) + ratio.padded(to: -12)
    }
    let goals = verdicts.map { verdict in
      "  \(verdict)"
        + (verdict.isMet ? "" : verdict.goal.reason.map { "\n         \($0)" } ?? "")
    }
    return (["\(row.name)  [\(row.unit)]"] + lines + goals).joined(separator: "\n")
  }
}

extension [Double] {
  var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
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

extension String {
  /// Adds blanks, in front of the text if the width is negative.
  fileprivate func padded(to width: Int) -> String {
    let padding = String(repeating: " ", count: max(0, abs(width) - count))
    return width < 0 ? padding + self : self + padding
  }
}
