import Foundation
import Testing

/// The article "Coming from Kaluga" has the names that the documentation mentions.
///
/// It has only Swift names that there are; those that are links are checked where it is built.
struct KalugaNamesTests {
  /// The tables from names to names; the one of differences has sentences.
  private func rows() throws -> [[String]] {
    let article = try Documentation.article("coming-from-kaluga")
    let names = try #require(article.components(separatedBy: "### What differs").first)
    return Documentation.tableRows(of: names)
  }

  /// What stands between backticks, links left out.
  private func names(in cell: String) -> [String] {
    cell.replacing(/``[^`]*``/, with: "").matches(of: /`([^`]+)`/).map { String($0.1) }
  }

  private func sources() throws -> [String] {
    try ["Sources", "TestUtils"].flatMap { try Documentation.files(below: $0, ending: ".swift") }
      .map(Documentation.text)
  }

  @Test func `each Swift name that is no link is declared`() throws {
    let declaration =
      /public (?:nonisolated )?(?:final )?(?:static )?(?:class|struct|enum|protocol|func|var|let) `?(\w+)/
    let declared = Set(
      try sources().flatMap { $0.matches(of: declaration).map { String($0.1) } }
    )
    var count = 0
    for row in try rows() {
      #expect(row.count == 2)
      for name in names(in: row[1]) {
        count += 1
        // A declaration by a wrapper, the name of a static member, or a plain name.
        let word = try #require(name.firstMatch(of: /\w+/)).0
        let isDeclared = declared.contains(String(word))
        #expect(isDeclared, "there is no \(name)")
      }
    }
    #expect(count >= 30)
  }

  @Test func `each name of Kaluga in the documentation has a row`() throws {
    let left = Set(try rows().flatMap { names(in: $0[0]) }.flatMap { $0.split { !$0.isLetter } })
    for source in try sources() {
      for line in source.matches(of: /\/\/\/ (?:Kaluga|AndroidX): (.*)/) {
        // What follows "which" or stands in brackets is said of the name.
        let names = String(line.1).replacing(/(?: \(|, wh).*/, with: "")
        for name in names.matches(of: /`(\w+)/) {
          let hasRow = left.contains(name.1)
          #expect(hasRow, "\(name.1) is missing")
        }
      }
    }
  }
}
