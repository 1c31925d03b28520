import KalugaTerminal

/// Compares a transcript, or any other text with several lines, with the expected text.
///
///     let output = StringSink()
///     TransitionPrinter(output: output).follow(driver)
///     …
///     expectTranscript(output.text, equals: """
///       start    home   [home]
///       push     home → details {name: "Ada", number: 42}   [home, details]
///       """)
///
/// A failure shows only the lines that differ; the test continues.
public func expectTranscript(
  _ found: some CustomStringConvertible,
  equals expected: some CustomStringConvertible,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let difference = LineDifference(expected: expected.description, found: found.description)
  guard let difference else { return }
  FailureReporter().report(
    "the transcript differs (- expected, + found):\n\(difference)",
    at: CallLocation(fileID, filePath, line, column)
  )
}

/// Compares a transcript, or any other text with several lines, with a golden file.
///
///     expectTranscript(output.text, goldenFile: "Transcripts/tour.out")
///
/// A failure shows only the lines that differ, or reports that the file does not exist; the test
/// continues.
///
/// - Parameters:
///   - found: The text to check.
///   - goldenFile: The file with the expected text; a relative path starts in the folder of the
///     test.
///   - record: Whether to write the file instead of comparing it. The test then fails as a
///     reminder.
///   - fileID: Where a failure is reported.
///   - filePath: Where a failure is reported.
///   - line: Where a failure is reported.
///   - column: Where a failure is reported.
public func expectTranscript(
  _ found: some CustomStringConvertible,
  goldenFile: String,
  record: Bool = false,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let golden = GoldenFile(goldenFile, besideTest: filePath)
  let text = found.description
  let problem = record ? golden.record(text) : golden.compare(text, "the transcript")
  guard let problem else { return }
  FailureReporter().report(problem, at: CallLocation(fileID, filePath, line, column))
}
