import KalugaArchitectureTestUtils

extension SeededRandom {
  /// A number from zero up to the limit.
  mutating func below(_ limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &self)
  }

  /// Whether something happens that does so this often.
  mutating func isTrue(_ percent: Int) -> Bool {
    below(100) < percent
  }

  /// Numbers of their own for somebody else.
  mutating func fork() -> SeededRandom {
    SeededRandom(seed: next())
  }

  /// Lets others go on, up to so many times.
  mutating func pause(upTo limit: Int = 3) async {
    for _ in 0..<below(limit + 1) { await suspensionPoint() }
  }
}
