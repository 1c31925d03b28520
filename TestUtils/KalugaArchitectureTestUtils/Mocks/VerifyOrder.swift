/// Checks that calls of one or several mocks were made in this order, without consuming them.
///
///     verifyOrder(load.called(.equal(7), .any), save.called(.any))
///
/// Other calls are allowed before, between and after the expected ones. Each recorded call fulfils
/// at most one expectation. If all are fulfilled, captors capture the arguments of these calls.
///
/// A failure names the first expectation that is not fulfilled, and the newest calls of these
/// mocks; the test continues.
public func verifyOrder(
  _ expected: ExpectedCall...,
  file: StaticString = #filePath,
  line: UInt = #line
) {
  // The earliest matching call leaves the most calls for later expectations.
  var found: [ExpectedCall.Found] = []
  for call in expected {
    let last = found.last
    guard let next = call.calls().first(where: { $0.place > last?.place ?? 0 && $0.fits }) else {
      let location = CallLocation(file, line)
      return FailureReporter().report(failure(call, after: last, of: expected), at: location)
    }
    found.append(next)
  }
  for call in expected { call.emptyCaptors() }
  for call in found { call.capture() }
}

/// A call that ``verifyOrder(_:file:line:)`` expects.
public struct ExpectedCall: Sendable {
  /// A recorded call with erased types.
  struct Found {
    let place: Int
    let fits: Bool
    let text: () -> String
    let capture: () -> Void
  }

  let text: String
  /// Returns all calls of the mock.
  let calls: @Sendable () -> [Found]
  let emptyCaptors: @Sendable () -> Void
}

extension MockFunction {
  /// Returns an expected call for ``verifyOrder(_:file:line:)``.
  public func called(_ matchers: repeat ParameterMatcher<each Parameter>) -> ExpectedCall {
    let pattern = CallPattern(repeat each matchers)
    let calls = { @Sendable [self] in
      recordedCalls.map { call in
        ExpectedCall.Found(place: call.place, fits: pattern.fits(call)) {
          self.name + call.text
        } capture: {
          pattern.capture(call)
        }
      }
    }
    return ExpectedCall(text: name + pattern.text, calls: calls) { pattern.emptyCaptors() }
  }
}

private func failure(
  _ missing: ExpectedCall,
  after last: ExpectedCall.Found?,
  of expected: [ExpectedCall]
) -> String {
  let order = "expected the order \(expected.map(\.text).joined(separator: ", "))"
  // Several expectations may be about the same mock.
  let calls = Dictionary(expected.flatMap { $0.calls() }.map { ($0.place, $0) }) { first, _ in first
  }
  if calls.isEmpty {
    return "\(order), but none of these mocks was called: "
      + "check that the code under test uses them and reaches the calls"
  }
  let problem = last.map { "was not called after \($0.text())" } ?? "was never called"
  return "\(order), but \(missing.text) \(problem); calls of these mocks:\n"
    + callList(calls.keys.sorted()) { "- \(calls[$0]?.text() ?? "")" }
    + "\nCorrect the code under test, or the expected order"
}
