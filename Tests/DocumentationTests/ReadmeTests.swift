import Foundation
import Testing

/// What is published is what is compiled.
struct ReadmeTests {
  private let samples = URL(filePath: #filePath).deletingLastPathComponent()

  @Test func `every Swift block of the README is compiled`() throws {
    let readme = try text("../../README.md")
    let compiled = normalized(try text("ReadmeSamples.swift"))
    let blocks = swiftBlocks(of: readme)

    #expect(blocks.count >= 4)
    for block in blocks {
      #expect(compiled.contains(normalized(block)), "not compiled:\n\(block)")
    }
  }

  @Test func `every Swift block of the articles is compiled, or says what it needs`() throws {
    let folder = samples.appending(
      path: "../../Sources/KalugaArchitecture/KalugaArchitecture.docc"
    )
    let compiled = normalized(try text("ArticleSamples.swift") + text("CoordinatorSamples.swift"))
    var count = 0
    for file in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    where file.hasSuffix(".md") {
      let article = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      for block in swiftBlocks(of: article) where !isForApple(block) {
        count += 1
        #expect(compiled.contains(normalized(block)), "not compiled, in \(file):\n\(block)")
      }
      // What cannot be compiled here is kept to a few lines.
      let apple = swiftBlocks(of: article).filter(isForApple)
      #expect(apple.allSatisfy { $0.split(separator: "\n").count <= 12 })
    }
    #expect(count >= 2)
  }

  private func isForApple(_ block: String) -> Bool {
    block.hasPrefix("// SwiftUI\n") || block.hasPrefix("// UIKit\n")
  }

  @Test func `the first runnable code of the README comes before line 20`() throws {
    let lines = try text("../../README.md").split(separator: "\n", omittingEmptySubsequences: false)
    let first = try #require(lines.firstIndex { $0.hasPrefix("```swift") })
    #expect(first < 20)
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

  private func text(_ path: String) throws -> String {
    try String(contentsOf: samples.appending(path: path), encoding: .utf8)
  }

  private func swiftBlocks(of markdown: String) -> [String] {
    markdown.components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  /// Without indentation and empty lines, which differ inside a test function.
  private func normalized(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }
}
