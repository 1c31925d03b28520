/// Checks that calls of one or several mocks were made in this order, without consuming them.
///
///     verifyOrder(load.called(.equal(7), .any), save.called(.any))
///
/// Other calls are allowed before, between and after the expected ones. Each recorded call fulfils
/// at most one expectation. If all expectations are fulfilled, captors among the matchers capture
/// the arguments of the calls that fulfil them.
///
/// A failure names the first expectation that is not fulfilled, and the newest calls of these
/// mocks; the test continues.
public func verifyOrder(
  _ expected: ExpectedCall...,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  // The earliest matching call leaves the most calls for later expectations.
  var found: [ExpectedCall.Found] = []
  for call in expected {
    guard let next = call.first(found.last?.place ?? 0) else {
      return FailureReporter().report(
        orderFailure(call, after: found.last, of: expected),
        at: CallLocation(fileID, filePath, line, column)
      )
    }
    found.append(next)
  }
  for call in expected { call.emptyCaptors() }
  for call in found { call.capture() }
}

private func orderFailure(
  _ missing: ExpectedCall,
  after last: ExpectedCall.Found?,
  of expected: [ExpectedCall]
) -> String {
  let order = expected.map(\.description).joined(separator: ", ")
  let problem = last.map { "was not called after \($0.text)" } ?? "was never called"
  let functions = Dictionary(expected.map { ($0.function, $0) }) { first, _ in first }.values
  let newest = functions.map { $0.newest() }
  let total = newest.reduce(0) { $0 + $1.total }
  guard total > 0 else {
    return "expected the order \(order), but none of these mocks was called: "
      + "check that the code under test uses them and reaches the calls"
  }
  let calls = newest.flatMap(\.calls).sorted { $0.place < $1.place }.suffix(listedCallLimit)
  return
    "expected the order \(order), but \(missing.description) \(problem); calls of these mocks:\n"
    + callList(calls.map { ($0.text, false) }, total: total)
    + "\nCorrect the code under test, or the expected order"
}
