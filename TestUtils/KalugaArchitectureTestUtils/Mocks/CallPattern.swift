/// A matcher for each parameter of a function.
struct CallPattern<each Parameter: Sendable>: Sendable {
  let matchers: (repeat ParameterMatcher<each Parameter>)

  init(_ matchers: repeat ParameterMatcher<each Parameter>) {
    self.matchers = (repeat each matchers)
  }

  func fits(_ call: MockCall<repeat each Parameter>) -> Bool {
    for (matcher, argument) in repeat (each matchers, each call.arguments) {
      guard matcher.fits(argument) else { return false }
    }
    return true
  }

  /// Adds the arguments of a call to the captors.
  func capture(_ call: MockCall<repeat each Parameter>) {
    for (matcher, argument) in repeat (each matchers, each call.arguments) {
      matcher.captor?.add(argument)
    }
  }

  /// Replaces the captured arguments with those of these calls.
  func capture(only calls: [MockCall<repeat each Parameter>]) {
    emptyCaptors()
    for call in calls { capture(call) }
  }

  func emptyCaptors() {
    for matcher in repeat each matchers { matcher.captor?.removeAll() }
  }

  /// The strengths of the matchers, strongest first.
  ///
  /// Sorting makes the order of the parameters irrelevant.
  var strengths: [MatcherStrength] {
    var strengths: [MatcherStrength] = []
    for matcher in repeat each matchers { strengths.append(matcher.strength) }
    return strengths.sorted(by: >)
  }

  /// The description of the matchers in failures.
  var text: String {
    var texts: [String] = []
    for matcher in repeat each matchers { texts.append(matcher.description) }
    return "(\(texts.joined(separator: ", ")))"
  }
}
