/// Compares an atlas with a golden file in the language of Graphviz or Mermaid.
///
///     expectAtlas(atlas, goldenFile: "Atlas/shop.mmd")
///
/// A failure names the places that are no longer reachable, and shows the lines that differ.
/// The test continues.
///
/// - Parameters:
///   - atlas: The atlas to check.
///   - goldenFile: The file with the expected ``Atlas/graphviz`` if its name ends with `.dot`, and
///     otherwise with ``Atlas/mermaid``; a relative path starts in the folder of the test.
///   - record: Whether to write the file instead of comparing it. The test then fails as a reminder.
///   - file: Where a failure is reported.
///   - line: Where a failure is reported.
public func expectAtlas(
  _ atlas: Atlas,
  goldenFile: String,
  record: Bool = false,
  file: StaticString = #filePath,
  line: UInt = #line
) {
  let golden = GoldenFile(goldenFile, besideTest: file)
  let problem = record ? golden.record(golden.text(of: atlas)) : golden.compare(atlas)
  guard let problem else { return }
  FailureReporter().report(problem, at: CallLocation(file, line))
}

extension GoldenFile {
  /// Returns the text of an atlas in the language of the file.
  func text(of atlas: Atlas) -> String {
    name.hasSuffix(".dot") ? atlas.graphviz : atlas.mermaid
  }

  /// Compares an atlas with the file and returns what to report; nil if they are equal.
  func compare(_ atlas: Atlas) -> String? {
    let text = text(of: atlas)
    return compare(text, "the atlas") { expected in
      let known = Set(Self.places(in: text))
      let lost = Self.places(in: expected).filter { !known.contains($0) }
      return lost.isEmpty ? "" : "No longer reachable: \(lost.joined(separator: ", "))\n"
    }
  }

  /// Returns the names of the places in a text in one of the languages.
  private static func places(in text: String) -> [Substring] {
    text.matches(of: #/\n  (?:state |\w+ \[label=)"(.*?)(?:" as |\\n↻|"\])/#).map(\.1)
  }
}
