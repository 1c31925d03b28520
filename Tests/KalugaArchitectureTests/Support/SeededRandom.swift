import KalugaArchitectureTestUtils

extension SeededRandom {
  /// Returns a number from zero up to, but not including, the limit.
  mutating func below(_ limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &self)
  }

  /// Returns true with this probability, in percent.
  mutating func isTrue(_ percent: Int) -> Bool {
    below(100) < percent
  }

  /// Returns an independent source of random numbers.
  mutating func fork() -> SeededRandom {
    SeededRandom(seed: next())
  }

  /// Suspends a random number of times, at most `limit`, so that other tasks can run.
  mutating func pause(upTo limit: Int = 3) async {
    for _ in 0..<below(limit + 1) { await suspensionPoint() }
  }
}
