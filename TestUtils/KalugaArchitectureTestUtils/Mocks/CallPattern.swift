/// The matchers of all parameters of a function.
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

  /// Lets the captors have the arguments of a call.
  func capture(_ call: MockCall<repeat each Parameter>) {
    for (matcher, argument) in repeat (each matchers, each call.arguments) {
      matcher.captor?.add(argument)
    }
  }

  /// Lets the captors have the arguments of these calls and of no others.
  func capture(only calls: [MockCall<repeat each Parameter>]) {
    emptyCaptors()
    for call in calls { capture(call) }
  }

  func emptyCaptors() {
    for matcher in repeat each matchers { matcher.captor?.removeAll() }
  }

  /// The strengths of the matchers, strongest first.
  ///
  /// Sorted, so that no parameter counts more than another because of its position.
  var strengths: [MatcherStrength] {
    var strengths: [MatcherStrength] = []
    for matcher in repeat each matchers { strengths.append(matcher.strength) }
    return strengths.sorted(by: >)
  }

  /// The matchers as failures show them.
  var text: String {
    var texts: [String] = []
    for matcher in repeat each matchers { texts.append(matcher.description) }
    return "(\(texts.joined(separator: ", ")))"
  }
}
