import KalugaTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Compares a transcript, or any other text of several lines, with what it should be.
///
///     try expectTranscript(recorder.transcript, equals: """
///       start    home   [home]
///       push     home → details {name: "Ada", number: 42}   [home, details]
///       """)
///
/// - Throws: The lines that differ, and no others.
public func expectTranscript(
  _ found: some CustomStringConvertible,
  equals expected: some CustomStringConvertible,
  fileID: StaticString = #fileID,
  line: UInt = #line
) throws {
  let difference = LineDifference(expected: expected.description, found: found.description)
  guard let difference else { return }
  throw TestUtilsError(
    "the transcript is another one:\n\(difference)",
    CallLocation(fileID: fileID, line: line)
  )
}

/// Compares a transcript, or any other text of several lines, with a golden file.
///
///     try expectTranscript(recorder.transcript, goldenFile: "Transcripts/tour.out")
///
/// - Parameters:
///   - found: What there is.
///   - goldenFile: The file with what there should be; its path begins in the folder of the test.
///   - record: Writes the file instead of comparing, and throws as a reminder to switch this off.
///   - filePath: The file of the call.
///   - fileID: The file of the call, as errors name it.
///   - line: The line of the call.
/// - Throws: The lines that differ and no others, or that there is no such file.
public func expectTranscript(
  _ found: some CustomStringConvertible,
  goldenFile: String,
  record: Bool = false,
  filePath: String = #filePath,
  fileID: StaticString = #fileID,
  line: UInt = #line
) throws {
  let location = CallLocation(fileID: fileID, line: line)
  let folder = filePath.lastIndex(of: "/").map { filePath[...$0] } ?? ""
  let path = goldenFile.hasPrefix("/") ? goldenFile : folder + goldenFile
  if record {
    do {
      try found.description.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      throw TestUtilsError("the golden file cannot be written: \(path)", location)
    }
    throw TestUtilsError("the golden file was recorded: now leave out 'record: true'", location)
  }
  guard let golden = try? String(contentsOfFile: path, encoding: .utf8) else {
    throw TestUtilsError(
      "there is no golden file \(path): make it with 'record: true'",
      location
    )
  }
  guard let difference = LineDifference(expected: golden, found: found.description) else { return }
  throw TestUtilsError("the transcript is not that of \(goldenFile):\n\(difference)", location)
}
