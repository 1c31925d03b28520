import Foundation

/// The toolkit's ratios of a run, which the next run compares with its own.
///
/// A goal says how fast a row should be. This finds a row that has become slower since the last run,
/// even if it has no goal, or meets it.
struct Ratios {
  /// How many times a ratio may grow: those of one machine differ by less between two runs.
  static let limit = 1.5

  private var lines: [(row: String, ratio: Double)] = []

  init() {}

  /// Reads the ratios of an earlier run; there are none without the file.
  init(file: String) throws {
    guard FileManager.default.fileExists(atPath: file) else { return }
    for line in try String(contentsOfFile: file, encoding: .utf8).split(separator: "\n") {
      let parts = line.split(separator: "\t")
      guard parts.count == 2, let ratio = Double(parts[0]) else {
        throw BenchmarkError("\(file): expected a ratio, a tab and a row, found '\(line)'")
      }
      lines.append((String(parts[1]), ratio))
    }
  }

  mutating func add(_ ratio: Double, of contestant: String, in row: String) {
    lines.append(("\(row): \(contestant)", ratio))
  }

  func write(to file: String) throws {
    let text = lines.map { "\($0.ratio.short)\t\($0.row)\n" }.joined()
    try text.write(toFile: file, atomically: true, encoding: .utf8)
  }

  /// Returns a line for each row that has become too slow.
  func growth(since earlier: Ratios) -> [String] {
    lines.compactMap { row, ratio in
      guard let last = earlier.lines.first(where: { $0.row == row })?.ratio,
        ratio > last * Self.limit
      else { return nil }
      return "SLOWER \(row): \(ratio.short) times its floor, and \(last.short) in the last run"
    }
  }
}
