/// What a mocked function does for a matching call.
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

  /// Whether this stub answers calls that an older stub matches, too.
  func precedes(_ older: Self) -> Bool {
    !strengths.lexicographicallyPrecedes(older.strengths)
  }
}
