/// What a contestant should reach, compared with another contestant in the same rounds.
struct Goal {
  enum Bound {
    /// At most so many times the cost of the other.
    case atMost(Double, times: String)
    /// The other costs at least so many times as much.
    case atLeast(Double, under: String)
    /// At most so much more than the other.
    case above(Double, of: String)
    /// At most so much.
    case limit(Double)
  }

  let contestant: String
  let bound: Bound
  /// Why the goal is missed where it is, if that was measured.
  let reason: String?

  init(_ contestant: String, _ bound: Bound, reason: String? = nil) {
    self.contestant = contestant
    self.bound = bound
    self.reason = reason
  }
}
