/// The answer of a mocked function to matching calls.
struct MockStub<Result: Sendable, each Parameter: Sendable>: Sendable {
  let pattern: CallPattern<repeat each Parameter>
  let strengths: [MatcherStrength]
  let answer: MockAnswer<Result, repeat each Parameter>

  init(
    _ pattern: CallPattern<repeat each Parameter>,
    _ answer: MockAnswer<Result, repeat each Parameter>
  ) {
    self.pattern = pattern
    strengths = pattern.strengths
    self.answer = answer
  }

  /// Returns whether this stub, rather than an older one, answers calls that both match.
  func precedes(_ older: Self) -> Bool {
    !strengths.lexicographicallyPrecedes(older.strengths)
  }
}
