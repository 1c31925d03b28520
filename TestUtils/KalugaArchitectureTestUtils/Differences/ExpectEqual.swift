/// Checks that a value is another one's equal; a failure shows what differs, line by line, and no more.
///
///     expectEqual(model.state, ProfileState(name: "Ada", isSaved: true))
///
///     expected the value with -, found that with +:
///     line 3
///     -   isSaved: true
///     +   isSaved: false
///
/// The test goes on. A difference of more than 500 lines is cut.
public func expectEqual<Value: Equatable>(
  _ found: Value,
  _ expected: Value,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  guard found != expected else { return }
  FailureReporter().report(
    differenceText(expected: expected, found: found),
    at: CallLocation(fileID, filePath, line, column)
  )
}

/// In what two values differ that are not equal.
func differenceText(expected: Any, found: Any) -> String {
  guard let difference = ValueLines.difference(expected: expected, found: found) else {
    // Equality may look at more than what shows.
    let text = cut(ValueLines.text(of: found))
    return "expected and found look the same and are not equal: \(text). "
      + "Look at what their == compares and their text leaves out"
  }
  return "expected the value with -, found that with +:\n\(cut("\(difference)"))"
}

/// The beginning of a text that nobody would read to its end.
private func cut(_ text: String) -> String {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  if lines.count <= 500 { return text }
  return lines.prefix(500).joined(separator: "\n") + "\n… and \(lines.count - 500) more lines"
}
