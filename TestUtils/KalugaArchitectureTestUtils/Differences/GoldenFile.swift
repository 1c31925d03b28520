import KalugaTerminal

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file with the text that a test expects, which the test compares or records.
struct GoldenFile {
  /// The file as the test names it.
  let name: String

  /// The path of the file.
  private let path: String

  /// Finds a file; a relative path starts in the folder of the test.
  init(_ name: String, besideTest file: StaticString) {
    let folder = "\(file)".split(separator: "/", omittingEmptySubsequences: false).dropLast()
    self.name = name
    path = name.hasPrefix("/") ? name : (folder + [name[...]]).joined(separator: "/")
  }

  /// Compares a text with the file and returns what to report; nil if they are equal.
  ///
  /// The subject is "the transcript", for example. The note adds lines before the difference, given
  /// the expected text.
  func compare(
    _ found: String,
    _ subject: String,
    note: (String) -> String = { _ in "" }
  ) -> String? {
    guard let expected = try? String(contentsOfFile: path, encoding: .utf8) else {
      return FileManager.default.fileExists(atPath: path)
        ? "the golden file \(path) cannot be read as UTF-8: choose another file, or correct it"
        : "the golden file \(path) does not exist: create it with 'record: true'"
    }
    guard let difference = LineDifference(expected: expected, found: found) else { return nil }
    return
      "\(subject) differs from \(name) (- expected, + found):\n\(note(expected))\(difference)\n"
      + "Correct the code under test, or record the file again with 'record: true'"
  }

  /// Writes a text to the file and returns what to report, because a test must not record forever.
  func record(_ found: String) -> String {
    do {
      try found.write(toFile: path, atomically: true, encoding: .utf8)
    } catch {
      return "the golden file cannot be written: \(path). Create its folder, or choose another file"
    }
    return "the golden file was recorded: now remove 'record: true'"
  }
}
