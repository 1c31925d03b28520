/// The goals that are missed even by twice of them, each with the reason that was measured.
///
/// The quick check lets them pass; the full check and the table show them as missed.
enum KnownMisses {
  struct Miss {
    let row: String
    let contestant: String
    let reason: String
  }

  static let all: [Miss] = []

  static func covers(_ row: Row, _ verdict: Verdict) -> Bool {
    all.contains { $0.row == row.name && $0.contestant == verdict.goal.contestant }
  }
}
