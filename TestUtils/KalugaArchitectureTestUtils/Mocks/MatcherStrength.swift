/// How specific a matcher is, which decides which of several matching stubs answers.
enum MatcherStrength: Int, Comparable {
  case any, notNil, instance, notEqual, matching, oneOf, equal

  static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
