import KalugaArchitecture

/// Writes the progress of a long exploration to standard error.
struct ExplorationProgress {
  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant
  private var lastVisited = 0

  init() { last = clock.now }

  /// Writes a line if the last one, or the beginning, is at least ten seconds and 50 states ago.
  ///
  /// The number of states keeps small explorations silent on a busy machine.
  mutating func note(visited: Int, of known: Int, _ growth: GrowingValues) {
    guard visited - lastVisited >= 50, clock.now - last >= .seconds(10) else { return }
    (last, lastVisited) = (clock.now, visited)
    var standardError = StandardError()
    let lines = ["exploreApp: \(visited) of \(known) known states visited", growth.text]
    print(lines.compactMap(\.self).joined(separator: "; "), to: &standardError)
  }
}
