/// Checks that calls came in an order, of one mock or of several.
///
///     verifyOrder(load.called(.equal(7), .any), save.called(.any))
///
/// Other calls may have come before, between and after them; one call stands for one expectation only.
/// Consumes none. Captors among the matchers get the arguments of the calls that were found, if all were.
///
/// A failure names the first expectation for which there is no call, and the newest calls of these mocks;
/// the test goes on.
public func verifyOrder(
  _ expected: ExpectedCall...,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  // The earliest call that fits leaves the most room for those that follow.
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
  let problem = last.map { "came after \($0.text)" } ?? "came at all"
  let functions = Dictionary(expected.map { ($0.function, $0) }) { first, _ in first }.values
  let newest = functions.map { $0.newest() }
  let total = newest.reduce(0) { $0 + $1.total }
  guard total > 0 else {
    return "expected the order \(order), but none of these mocks was called: "
      + "check that the code under test has them and gets to the calls"
  }
  let calls = newest.flatMap(\.calls).sorted { $0.place < $1.place }.suffix(listedCallLimit)
  return "expected the order \(order), but no \(missing) \(problem); all calls of these mocks:\n"
    + callList(calls.map { ($0.text, false) }, total: total)
    + "\nCorrect the code under test, or the order of this verification"
}
