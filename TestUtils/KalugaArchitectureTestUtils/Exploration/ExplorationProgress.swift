import KalugaArchitecture

/// Writes the progress of a long exploration to standard error.
struct ExplorationProgress {
  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant

  init() { last = clock.now }

  /// Writes a line if the last one, or the beginning, is ten seconds ago.
  mutating func note(visited: Int, of known: Int, _ growth: GrowingValues) {
    guard clock.now - last >= .seconds(10) else { return }
    last = clock.now
    var standardError = StandardError()
    let lines = ["exploreApp: \(visited) of \(known) known states visited", growth.text]
    print(lines.compactMap(\.self).joined(separator: "; "), to: &standardError)
  }
}
