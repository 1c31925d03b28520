import Glibc

/// Measures the toolkit against bare Swift and against its peers.
@main
enum Main {
  @MainActor
  static func main() async {
    do {
      let options = try Options(Array(CommandLine.arguments.dropFirst()))
      let isFine = try await options.isGrowth ? runGrowth(options) : runRows(options)
      exit(isFine ? 0 : 1)
    } catch {
      write("\n\(error)\n", to: 2)
      exit(2)
    }
  }

  /// Runs the rows, and returns whether the goals are met if the options ask for a check.
  @MainActor
  private static func runRows(_ options: Options) async throws -> Bool {
    let runner = Runner(options: options)
    var results: [RowResult] = []
    for row in AllRows.rows where options.wants(row.name) {
      let result = try await runner.run(row)
      results.append(result)
      write(Table(result: result).text + "\n", to: 1)
    }
    if let path = options.jsonPath { try Report(results).write(to: path) }
    let verdicts = results.flatMap { result in result.row.goals.map { (result, result.judge($0)) } }
    let missed = verdicts.filter { !$0.1.isMet }
    let unexplained = missed.filter { $0.1.isMissed(by: 1) }
    write(
      "\n\(verdicts.count - missed.count) of \(verdicts.count) goals met, "
        + "\(missed.count - unexplained.count) missed for the reasons given\n",
      to: 1
    )
    guard options.isCheck else { return true }
    let counted = missed.filter { $0.1.isMissed(by: options.isQuick ? Verdict.noise : 1) }
    for (result, verdict) in counted {
      write(
        "MISSED \(result.row.name): \(verdict.goal.contestant) \(verdict.text), found "
          + "\(verdict.found.short)\n",
        to: 1
      )
    }
    return counted.isEmpty
  }

  /// Prints how costs grow, and returns whether none grows faster than its size if the options ask for
  /// a check.
  @MainActor
  private static func runGrowth(_ options: Options) async throws -> Bool {
    var isFine = true
    for growth in GrowthTables.all where options.wants(growth.name) {
      let result = try await growth.run()
      write(result.text + "\n", to: 1)
      isFine = isFine && result.isFine
    }
    return isFine || !options.isCheck
  }
}
