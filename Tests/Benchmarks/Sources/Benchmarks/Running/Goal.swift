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
  /// By how many times the goal may be missed, for the reason.
  ///
  /// The ratios differ between processors by up to 1.8 times. This is for the one with the higher
  /// ratio.
  let accepted: Double
  /// Why the goal is missed, if that was measured.
  let reason: String?

  init(_ contestant: String, _ bound: Bound) {
    self.init(contestant, bound, accepting: 1, because: nil)
  }

  /// Creates a goal that is missed.
  ///
  /// A check fails only beyond the accepted miss.
  init(_ contestant: String, _ bound: Bound, accepting accepted: Double, because reason: String?) {
    self.contestant = contestant
    self.bound = bound
    self.accepted = accepted
    self.reason = reason
  }
}
