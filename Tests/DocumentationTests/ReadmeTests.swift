import Foundation
import Testing

/// What is published is what is compiled.
struct ReadmeTests {
  private let samples = URL(filePath: #filePath).deletingLastPathComponent()

  @Test func `every Swift block of the README is compiled`() throws {
    let readme = try text("../../README.md")
    let compiled = normalized(try text("ReadmeSamples.swift"))
    let blocks = Documentation.blocks("swift", of: readme)

    #expect(blocks.count >= 4)
    for block in blocks {
      #expect(compiled.contains(normalized(block)), "not compiled:\n\(block)")
    }
  }

  @Test func `every Swift block of the articles is compiled, or says what it needs`() throws {
    let compiled = normalized(try articleSamples())
    var count = 0
    for article in try articles() {
      for block in Documentation.blocks("swift", of: article.text) where !isForApple(block) {
        count += 1
        #expect(compiled.contains(normalized(block)), "not compiled, in \(article.name):\n\(block)")
      }
      // What cannot be compiled here is kept to a few lines.
      let apple = Documentation.blocks("swift", of: article.text).filter(isForApple)
      #expect(apple.allSatisfy { $0.split(separator: "\n").count <= 12 })
    }
    #expect(count >= 10)
  }

  /// What the articles are compared with: all files of samples but that of the README.
  ///
  /// Those that need Combine are compiled in the package of the bridge.
  private func articleSamples() throws -> String {
    try [".", "../CombineBridge/Tests/CombineBridgeTests"].flatMap { folder in
      try FileManager.default.contentsOfDirectory(atPath: samples.appending(path: folder).path)
        .filter { $0.hasSuffix("Samples.swift") && $0 != "ReadmeSamples.swift" }
        .map { try text("\(folder)/\($0)") }
    }.joined(separator: "\n")
  }

  private func articles() throws -> [(name: String, text: String)] {
    try ["../../Sources", "../../TestUtils"].map { samples.appending(path: $0) }.flatMap { folder in
      try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        .filter { $0.contains(".docc/") && $0.hasSuffix(".md") }
        .map { ($0, try String(contentsOf: folder.appending(path: $0), encoding: .utf8)) }
    }
  }

  private func isForApple(_ block: String) -> Bool {
    block.hasPrefix("// SwiftUI\n") || block.hasPrefix("// UIKit\n")
  }

  @Test func `the first runnable code of the README comes before line 20`() throws {
    let lines = try text("../../README.md").split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasPrefix("```swift") })
    #expect(first < 20)
  }

  @Test func `links of the README lead to files`() throws {
    let links = try text("../../README.md").matches(of: /\]\(([^)]+)\)/).map { String($0.1) }
      .filter { !$0.hasPrefix("http") }
    #expect(links.count >= 3)
    for link in links {
      let path = Documentation.root.appending(path: link).path
      #expect(FileManager.default.fileExists(atPath: path), "there is no \(link)")
    }
  }

  @Test func `outputs shown in the README are those of the golden transcript`() throws {
    let readme = try text("../../README.md")
    let golden = try text("../../Examples/NavigatorExample/Tests/Transcripts/tour.out")
    let shown = readme.components(separatedBy: "```text\n> ").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }

    #expect(!shown.isEmpty)
    for output in shown {
      #expect(golden.contains("> " + output), "not printed:\n\(output)")
    }
  }

  @Test func `failures shown in the article on testing are those of the golden file`() throws {
    let folder = "../../TestUtils/KalugaArchitectureTestUtils/KalugaArchitectureTestUtils.docc"
    let article = try text("\(folder)/Articles/testing.md")
    let golden = try text("../FailureReports/Tests/FailureTexts/Golden/failures.out")
    let shown = article.components(separatedBy: "```text\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }

    #expect(!shown.isEmpty)
    for failure in shown { #expect(golden.contains(failure), "not reported:\n\(failure)") }
  }

  private func text(_ path: String) throws -> String {
    try String(contentsOf: samples.appending(path: path), encoding: .utf8)
  }

  /// Without indentation and empty lines, which differ inside a test function.
  private func normalized(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
