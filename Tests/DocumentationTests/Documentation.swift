import Foundation
import Testing

/// Reads the documentation that the tests compare with code and its output.
enum Documentation {
  /// The folders that contain the catalogues of articles.
  private static let catalogues = [
    "Sources/KalugaArchitecture", "Sources/KalugaStores", "Sources/KalugaCoordinators",
    "Sources/KalugaCombine", "Sources/KalugaSwiftUI", "Sources/KalugaUIKit",
    "Sources/KalugaSystem", "Sources/KalugaTerminal", "Sources/KalugaSessions",
    "TestUtils/KalugaArchitectureTestUtils",
  ]

  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Returns the text of an article in the library's catalogue.
  static func article(_ name: String) throws -> String {
    try text("Sources/KalugaArchitecture/KalugaArchitecture.docc/Articles/\(name).md")
  }

  /// Returns the texts of all files below the catalogues' folders whose names have this suffix.
  static func inCatalogues(_ suffix: String) throws -> [String] {
    try catalogues.flatMap { try files(below: $0, ending: suffix).values }
  }

  /// Returns the contents of the fenced blocks in a language, in order.
  static func blocks(_ language: String, of markdown: String) -> [String] {
    markdown.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  /// Returns the texts of the files below a folder whose names have this suffix, by path.
  static func files(below folder: String, ending suffix: String) throws -> [String: String] {
    let paths = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    var found: [String: String] = [:]
    // Hidden folders hold build products.
    while let path = paths?.nextObject() as? String {
      if path.split(separator: "/").last?.hasPrefix(".") == true {
        paths?.skipDescendants()
      } else if path.hasSuffix(suffix) {
        found["\(folder)/\(path)"] = try text("\(folder)/\(path)")
      }
    }
    // A check that finds no files would always pass.
    try #require(!found.isEmpty)
    return found
  }
}
