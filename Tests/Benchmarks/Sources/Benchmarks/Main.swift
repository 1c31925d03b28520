import Glibc

/// Measures the toolkit against bare Swift and against its peers.
@main
enum Main {
  @MainActor
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      let isFine = try await options.isGrowth ? measureGrowth(options) : measureRows(options)
      exit(isFine || !options.isCheck ? 0 : 1)
    } catch {
      write("\n\(error)\n", to: 2)
      exit(2)
    }
  }

  /// Returns whether no goal is missed by more than its reason explains, and no row is slower than in
  /// the last run.
  @MainActor
  private static func measureRows(_ options: Options) async throws -> Bool {
    var verdicts: [Verdict] = []
    var ratios = Ratios()
    for row in AllRows.rows where options.wants(row.name) {
      let result = try await RowResult(measuring: row)
      write("\n" + result.table + "\n", to: 1)
      verdicts += result.verdicts
      result.addRatios(to: &ratios)
    }
    let met = verdicts.filter(\.isMet)
    let accepted = verdicts.filter { $0.isAccepted && !$0.isMet }
    write(
      "\n\(met.count) of \(verdicts.count) goals met, "
        + "\(accepted.count) missed for the reasons given\n",
      to: 1
    )
    for verdict in verdicts where !verdict.isAccepted { write("\(verdict)\n", to: 1) }
    let growth = try options.last.map { try ratios.growth(since: Ratios(file: $0)) } ?? []
    for line in growth { write("\(line)\n", to: 1) }
    if let last = options.last, growth.isEmpty, options.isWhole { try ratios.write(to: last) }
    return verdicts.allSatisfy(\.isAccepted) && growth.isEmpty
  }

  /// Returns whether no cost grows faster than its size.
  @MainActor
  private static func measureGrowth(_ options: Options) async throws -> Bool {
    var isFine = true
    for growth in GrowthTables.all where options.wants(growth.name) {
      let result = try await growth.run()
      write(result.text + "\n", to: 1)
      isFine = isFine && result.isFine
    }
    return isFine
  }
}

/// Writes text to a file descriptor, at once.
func write(_ text: String, to descriptor: Int32) {
  var bytes = Array(text.utf8)[...]
  while !bytes.isEmpty {
    let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return }
    bytes = bytes.dropFirst(count)
  }
}
