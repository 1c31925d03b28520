public import KalugaArchitecture

/// Checks that a content is read back from its rows unchanged; a failure shows the lines that differ.
///
///     expectBundleRoundTrip(Profile(name: "Ada", town: "London"))
///
/// Finds what the compiler cannot see: two rows of the same type that are exchanged, and a row with the
/// key path of another row. Give rows of the same type different values: exchanging equal values changes
/// nothing. The test continues after a failure.
public func expectBundleRoundTrip<Content: NavigationBundleContent & Equatable>(
  _ content: Content,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let problem: String
  do throws(NavigationBundleError) {
    let found = try Content.bundleSpec.content(from: content.rows)
    if found == content { return }
    let difference = differenceText(expected: content, found: found)
    problem =
      "\(difference)\nName the rows of the spec in the order of its initializer, "
      + "each with the key path of its own property"
  } catch {
    problem =
      "\(Content.self) cannot be read from its own rows, \(error): "
      + "give these rows types that can store the values"
  }
  FailureReporter().report(
    "expectBundleRoundTrip: \(problem)",
    at: CallLocation(fileID, filePath, line, column)
  )
}
