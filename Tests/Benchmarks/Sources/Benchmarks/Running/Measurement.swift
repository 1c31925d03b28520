/// What was measured of one contestant, one number for each round.
struct Measurement {
  let name: String
  let isPeer: Bool
  var rounds: [Double] = []
  /// How many values a consumer got, if the contestant need not deliver all.
  var delivered: [Double] = []

  var median: Double { rounds.median }
  var low: Double { rounds.min() ?? .nan }
  var high: Double { rounds.max() ?? .nan }

  mutating func add(_ sample: Sample) {
    rounds.append(sample.cost)
    if let count = sample.delivered { delivered.append(count) }
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
