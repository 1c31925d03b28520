public import KalugaArchitecture

/// Checks that a content equals the content that is read back from its rows.
///
///     expectBundleRoundTrip(Profile(name: "Ada", town: "London"))
///
/// This finds mistakes that the compiler cannot detect: two swapped rows of the same type, and a
/// row with the key path of another property. Use different values for rows of the same type,
/// because swapping equal values has no effect. A failure shows the lines that differ; the test
/// continues.
public func expectBundleRoundTrip<Content: NavigationBundleContent & Equatable>(
  _ content: Content,
  file: StaticString = #filePath,
  line: UInt = #line
) {
  let problem: String
  do throws(NavigationBundleError) {
    let found = try Content.bundleSpec.content(from: content.rows)
    if found == content { return }
    let difference = differenceText(expected: content, found: found)
    problem =
      "\(difference)\nList the rows in the order of the initializer's parameters, "
      + "each with the key path of its own property"
  } catch {
    problem =
      "\(Content.self) cannot be read from its own rows, \(error): "
      + "use row types that can store these values"
  }
  FailureReporter().report(
    "expectBundleRoundTrip: \(problem)",
    at: CallLocation(file, line)
  )
}
