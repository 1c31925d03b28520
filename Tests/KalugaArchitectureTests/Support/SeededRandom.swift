import KalugaArchitectureTestUtils

extension SeededRandom {
  /// A number from zero up to the limit.
  mutating func below(_ limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &self)
  }
}
