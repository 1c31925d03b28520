/// What a contestant should reach, compared with another one of the same round.
struct Goal {
  enum Bound {
    /// At most so many times what the other one takes.
    case atMost(Double, times: String)
    /// The other one takes at least so many times as much.
    case atLeast(Double, under: String)
    /// At most so much more than the other one takes.
    case above(Double, of: String)
    /// At most so much.
    case limit(Double)
  }

  let contestant: String
  let bound: Bound
  /// Why it is missed if it is, as far as that was measured.
  let reason: String?

  init(_ contestant: String, _ bound: Bound, reason: String? = nil) {
    self.contestant = contestant
    self.bound = bound
    self.reason = reason
  }
}
