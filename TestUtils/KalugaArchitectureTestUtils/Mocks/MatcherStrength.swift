/// How much a matcher asks for; decides which of several stubs answers.
enum MatcherStrength: Int, Comparable {
  case any, notNil, instance, notEqual, matching, oneOf, equal

  static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
