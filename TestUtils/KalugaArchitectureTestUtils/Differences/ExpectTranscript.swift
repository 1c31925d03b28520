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
  file: StaticString = #filePath,
  line: UInt = #line
) {
  let difference = LineDifference(expected: expected.description, found: found.description)
  guard let difference else { return }
  FailureReporter().report(
    "the transcript differs (- expected, + found):\n\(difference)",
    at: CallLocation(file, line)
  )
}

/// Compares a transcript, or any other text with several lines, with a golden file.
///
///     expectTranscript(output.text, goldenFile: "Transcripts/tour.out")
///
/// A failure shows only the lines that differ, or reports that the file does not exist; the test
/// continues.
///
/// A relative path starts in the folder of the test. With `record`, the file is written instead of
/// compared, and the test fails as a reminder.
public func expectTranscript(
  _ found: some CustomStringConvertible,
  goldenFile: String,
  record: Bool = false,
  file: StaticString = #filePath,
  line: UInt = #line
) {
  let golden = GoldenFile(goldenFile, besideTest: file)
  let text = found.description
  let problem = record ? golden.record(text) : golden.compare(text, "the transcript")
  guard let problem else { return }
  FailureReporter().report(problem, at: CallLocation(file, line))
}
