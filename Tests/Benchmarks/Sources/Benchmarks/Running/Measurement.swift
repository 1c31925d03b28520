/// What was measured of one contestant, one number a round.
struct Measurement {
  let name: String
  let isPeer: Bool
  var rounds: [Double] = []

  var median: Double { rounds.median }
  var low: Double { rounds.min() ?? .nan }
  var high: Double { rounds.max() ?? .nan }
}

extension [Double] {
  var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = sorted()
    let middle = count / 2
    return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}
