/// Runs rows: in each round, all contestants of a row once and in shuffled order.
@MainActor
struct Runner {
  let options: Options

  private var rounds: Int { options.isQuick ? 3 : 7 }
  private var effort: Effort { Effort(scale: options.isQuick ? 0.2 : 1) }

  /// Runs a row.
  ///
  /// In the quick check it is run again, at length, if a goal is missed by so much that the miss counts:
  /// something else may have kept the machine busy.
  func run(_ row: Row) async throws -> RowResult {
    let result = try await runOnce(row)
    guard options.isQuick, options.isCheck, result.missesByFar else { return result }
    return try await Runner(options: options.atLength).runOnce(row)
  }

  private func runOnce(_ row: Row) async throws -> RowResult {
    let contestants = row.contestants.filter { !$0.isPeer || !options.isQuick }
    var random = SplitMix(seed: options.seed)
    var measurements = contestants.map { Measurement(name: $0.name, isPeer: $0.isPeer) }
    // The first round warms up and does not count.
    for round in 0...rounds {
      progress("\(row.name)  \(round)/\(rounds)")
      for index in contestants.indices.shuffled(using: &random) {
        let sample = try await contestants[index].run(effort)
        if round > 0 { measurements[index].add(sample) }
      }
    }
    progress("")
    return RowResult(row: row, measurements: measurements)
  }

  private func progress(_ text: String) {
    write("\r\u{1B}[K\(text)", to: 2)
  }
}
