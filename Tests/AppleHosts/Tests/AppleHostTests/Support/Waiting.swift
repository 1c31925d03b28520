import Testing

/// Waits until a condition holds, which is checked again after each job of the main actor.
///
/// Records an issue if it does not hold within the limit, which is long because the random walks of other
/// tests hold the main actor for seconds.
@MainActor
func until(
  _ condition: @autoclosure () -> Bool,
  limit: Duration = .seconds(60),
  sourceLocation: SourceLocation = #_sourceLocation
) async {
  let deadline = ContinuousClock.now + limit
  while !condition() {
    if ContinuousClock.now > deadline {
      Issue.record("the condition did not hold in time", sourceLocation: sourceLocation)
      return
    }
    await Task { @MainActor in }.value
  }
}

/// Random numbers that a seed determines.
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }
}
