import Foundation
import Testing

/// Checks that the Swift code of the README and the articles is compiled, word for word.
struct SamplesTests {
  private func samples(inFolder folder: String = "Tests/DocumentationTests") throws -> String {
    try Documentation.files(below: folder, ending: "Samples.swift").values.joined(separator: "\n")
  }

  /// Returns the text without indentation and empty lines, which differ inside a function.
  private func normalized(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Returns the Swift blocks of all articles.
  private func articleBlocks() throws -> [String] {
    try Documentation.inCatalogues(".md").flatMap { Documentation.blocks("swift", of: $0) }
  }

  @Test func `every Swift block of the README and the articles is compiled`() throws {
    let folders =
      ["CombineBridge", "AsyncAlgorithms", "AppleHosts"].map { "Tests/\($0)/Tests" }
      + ["Examples/NavigatorExample/Tests"]
    let compiled = normalized(
      try samples() + folders.map { try samples(inFolder: $0) }.joined()
    )
    let readme = Documentation.blocks("swift", of: try Documentation.text("README.md"))
    let blocks = try readme + articleBlocks()
    #expect(blocks.count >= 30)
    for block in blocks {
      let isCompiled = compiled.contains(normalized(block))
      #expect(isCompiled, "not compiled:\n\(block)")
    }
  }

  @Test func `each block of the README and the articles has a language that is checked`() throws {
    let known: Set = ["swift", "sh", "text", "diff", "screen"]
    for text in try Documentation.inCatalogues(".md") + [Documentation.text("README.md")] {
      // Between two fences of a block, the text has an odd place.
      for (place, part) in text.components(separatedBy: "\n```").enumerated()
      where !place.isMultiple(of: 2) {
        let language = part.prefix { $0 != "\n" }
        #expect(known.contains(String(language)), "unknown language '\(language)'")
      }
    }
  }

  @Test func `the article on the terminal shows a part of the example's trace`() throws {
    let catalogue = "Sources/KalugaTerminal/KalugaTerminal.docc/KalugaTerminal.md"
    let blocks = Documentation.blocks("text", of: try Documentation.text(catalogue))
    let golden = try Documentation.text("Examples/NavigatorExample/Tests/Transcripts/trace.out")
    #expect(blocks.count == 1)
    for block in blocks { #expect(golden.contains(block)) }
  }

  @Test func `the README is short, begins with its commands, and its links lead to files`() throws {
    let readme = try Documentation.text("README.md")
    let lines = readme.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.prefix(12).contains("```sh"))
    #expect(lines.count <= 131)  // the last one is empty
    let links = readme.matches(of: /\]\(([^)]+)\)/).map(\.1).filter { !$0.hasPrefix("http") }
    #expect(links.count >= 3)
    for link in links {
      let path = Documentation.root.appending(path: String(link)).path
      #expect(FileManager.default.fileExists(atPath: path), "there is no \(link)")
    }
  }
}
