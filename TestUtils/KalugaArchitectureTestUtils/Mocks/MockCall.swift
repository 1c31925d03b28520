/// One call of a mocked function.
struct MockCall<each Parameter: Sendable>: Sendable {
  let arguments: (repeat each Parameter)
  /// The position of the call among the calls of all mocks.
  let place: Int

  /// The description of the arguments in failures.
  var text: String {
    var texts: [String] = []
    for argument in repeat each arguments { texts.append(argumentText(argument)) }
    return "(\(texts.joined(separator: ", ")))"
  }
}

/// A matcher for each parameter of a function.
struct CallPattern<each Parameter: Sendable>: Sendable {
  let matchers: (repeat ParameterMatcher<each Parameter>)
  /// The description of the matchers in failures.
  let text: String
  /// The strengths of the matchers, sorted so that the order of the parameters does not matter.
  let strengths: [MatcherStrength]

  init(_ matchers: repeat ParameterMatcher<each Parameter>) {
    self.matchers = (repeat each matchers)
    var (texts, strengths): ([String], [MatcherStrength]) = ([], [])
    for matcher in repeat each matchers {
      texts.append(matcher.text)
      strengths.append(matcher.strength)
    }
    text = "(\(texts.joined(separator: ", ")))"
    self.strengths = strengths.sorted(by: >)
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
  func capture(only calls: ArraySlice<MockCall<repeat each Parameter>>) {
    emptyCaptors()
    for call in calls { capture(call) }
  }

  func emptyCaptors() {
    for matcher in repeat each matchers { matcher.captor?.removeAll() }
  }
}
