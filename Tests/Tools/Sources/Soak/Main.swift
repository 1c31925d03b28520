import Foundation

/// Runs the soak and reports problems.
@main
enum Main {
  /// How much memory may grow after the first parts of the run, which fill caches.
  private static let growthInBytes = 4 << 20
  /// The allowed ratio of a command's time at the end of the run to that at the beginning.
  ///
  /// A cost that grows with the length of the run grows tenfold. The noise of other processes is
  /// smaller.
  private static let drift = 2

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
    guard arguments.count <= 2, !arguments.contains(nil) else {
      print("usage: soak [COMMANDS] [SEED]")
      exit(2)
    }
    let numbers = arguments.compactMap(\.self)
    let commands = Int(numbers.first ?? 1_000_000)
    let seed = numbers.dropFirst().first ?? 1
    let file = FileManager.default.temporaryDirectory.appending(path: "soak-\(UUID().uuidString)")
    print("\(commands) commands with the seed \(seed)")
    let problems = await problems(commands, seed, file.path)
    try? FileManager.default.removeItem(at: file)
    for problem in problems { print("FAIL  \(problem)") }
    if problems.isEmpty { print("ok    replies, view models, tasks, memory and time") }
    exit(problems.isEmpty ? 0 : 1)
  }

  @MainActor
  private static func problems(_ commands: Int, _ seed: UInt64, _ file: String) async -> [String] {
    let soak = Soak(commands: commands, seed: seed, file: file)
    await soak.run()
    soak.release()
    return soak.problems + figureProblems(soak.parts)
  }

  private static func figureProblems(_ parts: [Soak.Part]) -> [String] {
    // Shorter runs are too noisy.
    guard parts.count >= 5, let last = parts.last, last.commands >= 50_000 else { return [] }
    var problems: [String] = []
    let growth = last.residentBytes - parts[1].residentBytes
    if growth > growthInBytes { problems.append("memory grew by \(growth) bytes") }
    let third = parts.count / 3
    let early = fastest(parts.dropFirst().prefix(third))
    let late = fastest(parts.suffix(third))
    if late > early * drift {
      problems.append("a command took \(early) ns at the beginning and \(late) ns at the end")
    }
    return problems
  }

  /// Returns the time of the fastest part, which other processes disturbed least.
  private static func fastest(_ parts: some Sequence<Soak.Part>) -> Int {
    parts.map(\.nanosecondsPerCommand).min() ?? 0
  }
}
