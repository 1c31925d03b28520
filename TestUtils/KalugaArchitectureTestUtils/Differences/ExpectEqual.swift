/// Checks that two values are equal; a failure shows only the lines that differ.
///
///     expectEqual(model.state, ProfileState(name: "Ada", isSaved: true))
///
///     the values differ (- expected, + found):
///     line 3
///     -   isSaved: true
///     +   isSaved: false
///
/// The test continues after a failure. A difference is cut after 500 lines.
public func expectEqual<Value: Equatable>(
  _ found: Value,
  _ expected: Value,
  file: StaticString = #filePath,
  line: UInt = #line
) {
  guard found != expected else { return }
  FailureReporter().report(
    differenceText(expected: expected, found: found),
    at: CallLocation(file, line)
  )
}

/// Describes the difference between two values that are not equal.
func differenceText(of subject: String = "the values", expected: Any, found: Any) -> String {
  guard let difference = ValueLines.difference(expected: expected, found: found) else {
    // Equality may compare parts that the text does not show.
    let text = cut(ValueLines.text(of: found))
    return "\(subject) have the same description but are not equal: \(text). "
      + "Check what == compares and the description leaves out"
  }
  return "\(subject) differ (- expected, + found):\n\(cut("\(difference)"))"
}

/// Returns the text, cut after 500 lines.
private func cut(_ text: String) -> String {
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  if lines.count <= 500 { return text }
  return lines.prefix(500).joined(separator: "\n") + "\n… and \(lines.count - 500) more lines"
}
