/// Compares an atlas with a golden file in the language of Mermaid.
///
///     expectAtlas(atlas, goldenFile: "Atlas/shop.mmd")
///
/// A failure names the places that are no longer reachable, and shows the lines that differ. If
/// there is a picture beside the file, it must be ``Atlas/svg``. The test continues.
///
/// - Parameters:
///   - atlas: The atlas to check.
///   - goldenFile: The file with the expected ``Atlas/mermaid``; a relative path starts in the folder
///     of the test.
///   - record: Whether to write the file instead of comparing it. ``Atlas/svg`` is written beside
///     it, such as `Atlas/shop.svg`. The test then fails as a reminder.
///   - fileID: Where a failure is reported.
///   - filePath: Where a failure is reported.
///   - line: Where a failure is reported.
///   - column: Where a failure is reported.
public func expectAtlas(
  _ atlas: Atlas,
  goldenFile: String,
  record: Bool = false,
  fileID: StaticString = #fileID,
  filePath: StaticString = #filePath,
  line: UInt = #line,
  column: UInt = #column
) {
  let golden = GoldenFile(goldenFile, besideTest: filePath)
  let problem = record ? golden.record(atlas.mermaid, picture: atlas.svg) : golden.compare(atlas)
  guard let problem else { return }
  FailureReporter().report(problem, at: CallLocation(fileID, filePath, line, column))
}

extension GoldenFile {
  /// Compares an atlas with the file and returns what to report; nil if they are equal.
  func compare(_ atlas: Atlas) -> String? {
    let difference = compare(atlas.mermaid, "the atlas") { expected in
      let known = Set(Self.places(in: atlas.mermaid))
      let lost = Self.places(in: expected).filter { !known.contains($0) }
      return lost.isEmpty ? "" : "No longer reachable: \(lost.joined(separator: ", "))\n"
    }
    return difference ?? comparePicture(atlas.svg)
  }

  /// Returns the names of the places in a text in the language of Mermaid.
  private static func places(in mermaid: String) -> [Substring] {
    mermaid.matches(of: #/\bstate "(.*)" as /#).map(\.1)
  }
}
