import Foundation
import Testing

/// Checks the guide for contributors, whose lists of files would otherwise become wrong unnoticed.
struct ContributingTests {
  @Test func `each file and function that the guide for contributors names exists`() throws {
    let guide = try Documentation.text(".github/CONTRIBUTING.md")
    let files = try [
      ("Sources", ".swift"), ("Sources", ".md"), ("Tests", ".swift"), ("Tests", ".md"),
      ("Examples", ".swift"),
    ]
    .flatMap { try Documentation.files(below: $0, ending: $1).keys.map { "/\($0)" } }
    let names = guide.matches(of: /`([\w\/+.]+\.(?:swift|md))`/).map { "/\($0.1)" }
    #expect(names.count >= 20)
    #expect(names.filter { name in !files.contains { $0.hasSuffix(name) } } == [])
    let sources = try ["Sources", "Tests"]
      .flatMap { try Documentation.files(below: $0, ending: ".swift").values }.joined()
    let functions = guide.matches(of: /`(?:\w+\.)*(\w+)\([\w:]*\)`/).map(\.1)
    #expect(functions.count >= 10)
    #expect(functions.filter { !sources.contains($0) } == [])
    let links = guide.matches(of: /\]\((\.\.\/[^)]+)\)/).map { ".github/\($0.1)" }
    #expect(links.count >= 3)
    for link in links {
      let path = Documentation.root.appending(path: link).standardizedFileURL.path
      #expect(FileManager.default.fileExists(atPath: path), "there is no \(link)")
    }
  }
}
