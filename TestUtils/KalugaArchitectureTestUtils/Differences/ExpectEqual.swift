/// Checks that two values are equal; a failure shows only the lines that differ.
///
///     expectEqual(model.state, ProfileState(name: "Ada", isSaved: true))
///
///     expected the value with -, found that with +:
///     line 3
///     -   isSaved: true
///     +   isSaved: false
///
/// The test continues after a failure. A difference of more than 500 lines is shortened.
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

/// Returns the difference of two values that are not equal.
func differenceText(expected: Any, found: Any) -> String {
  guard let difference = ValueLines.difference(expected: expected, found: found) else {
    // Equality may compare parts that the text does not show.
    let text = cut(ValueLines.text(of: found))
    return "expected and found look the same and are not equal: \(text). "
      + "Look at what their == compares and their text leaves out"
  }
  return "expected the value with -, found that with +:\n\(cut("\(difference)"))"
}

/// Returns the beginning of a long text.
private func cut(_ text: String) -> String {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  if lines.count <= 500 { return text }
  return lines.prefix(500).joined(separator: "\n") + "\n… and \(lines.count - 500) more lines"
}
