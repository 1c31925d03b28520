import Foundation
import Testing

/// Checks that pages show the newest reports and maps of the examples.
struct MapTests {
  /// The pages that show what the test of an example reports, with the pictures.
  private static let pages = [
    ("NavigatorExample", "", "README.md", "Examples/NavigatorExample/Tests/Transcripts/atlas"),
    (
      "Coordinators", "Sources/KalugaCoordinators/KalugaCoordinators.docc/", "coordinators.md",
      "coordinators-atlas"
    ),
    (
      "Mail",
      "TestUtils/KalugaArchitectureTestUtils/KalugaArchitectureTestUtils.docc/",
      "Articles/exploring.md", "mail-atlas"
    ),
    ("Kittens", "Sources/KalugaStores/KalugaStores.docc/", "mvi.md", "kittens-atlas"),
  ]

  @Test func `pages show the reports and the maps of the examples`() throws {
    for (example, folder, page, picture) in Self.pages {
      let tests = "Examples/\(example)/Tests/"
      let source = try Documentation.text("\(tests)ExplorationTests.swift")
      let report = try #require(source.firstMatch(of: /"(\d+ states, [^"]*)"/)?.1)
      let text = try Documentation.text(folder + page)
      #expect(text.contains(report), "\(page) should show: \(report)")
      #expect(text.contains("](\(picture)"))
      let file = "\(folder)\(picture).svg"
      let atlas = try Documentation.text("\(tests)Transcripts/atlas.dot")
      let isNewest = try Documentation.text(file).hasSuffix("<!--\n\(atlas)-->\n")
      #expect(isNewest, "draw \(file) again: .ci/atlases")
    }
  }
}
