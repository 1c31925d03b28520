import Foundation

/// The machine-readable form of a run.
struct Report: Encodable {
  struct Entry: Encodable {
    struct Cost: Encodable {
      let name: String
      let isPeer: Bool
      let median: Double
      let low: Double
      let high: Double
      let ratioToFloor: Double
      let rounds: [Double]
      let delivered: [Double]
    }

    struct Verdict: Encodable {
      let contestant: String
      let goal: String
      let found: Double
      let isMet: Bool
    }

    let name: String
    let unit: String
    let floor: String
    let costs: [Cost]
    let goals: [Verdict]
  }

  let entries: [Entry]

  init(_ results: [RowResult]) {
    entries = results.map { result in
      let floor = result.measurements.first?.name ?? ""
      return Entry(
        name: result.row.name,
        unit: result.row.unit.rawValue,
        floor: floor,
        costs: result.measurements.map {
          Entry.Cost(
            name: $0.name,
            isPeer: $0.isPeer,
            median: $0.median,
            low: $0.low,
            high: $0.high,
            ratioToFloor: result.ratio(of: $0.name, to: floor),
            rounds: $0.rounds,
            delivered: $0.delivered
          )
        },
        goals: result.row.goals.map {
          let verdict = result.judge($0)
          return Entry.Verdict(
            contestant: $0.contestant,
            goal: verdict.text,
            found: verdict.found,
            isMet: verdict.isMet
          )
        }
      )
    }
  }

  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf",
      negativeInfinity: "-inf",
      nan: "nan"
    )
    try encoder.encode(self).write(to: URL(filePath: path))
  }
}
