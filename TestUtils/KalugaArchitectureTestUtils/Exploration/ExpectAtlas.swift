/// Compares the graph of an atlas with a golden file.
///
///     expectAtlas(exploration.atlas, goldenFile: "Atlas/shop.dot")
///
/// A failure names the places that are no longer reachable, and shows the lines that differ.
/// The test continues.
///
/// The file contains the expected ``Atlas/graphviz``, or ``Atlas/mermaid`` if its name ends with
/// `.mmd`. A relative path starts in the folder of the test. With `record`, the file is written
/// instead of compared, and the test fails as a reminder.
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
    name.hasSuffix(".mmd") ? atlas.mermaid : atlas.graphviz
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
    // By scalars, because a quote with a combining mark is another character than a quote.
    let name = #/\n  (?:state |\w+ \[label=)"((?:\\["\\]|[^"\\])*)/#
    return text.matches(of: name.matchingSemantics(.unicodeScalar)).map(\.1)
  }
}
