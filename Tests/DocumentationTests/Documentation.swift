import Foundation

/// The texts that the tests compare with what they compile and run.
enum Documentation {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// An article of the library's catalogue.
  static func article(_ name: String) throws -> String {
    try text("Sources/KalugaArchitecture/KalugaArchitecture.docc/Articles/\(name).md")
  }

  /// The contents of the fenced blocks in that language, in order.
  static func blocks(_ language: String, of markdown: String) -> [String] {
    markdown.components(separatedBy: "```\(language)\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
  }

  /// The rows of all tables, without the heads: cells without the blanks around them.
  static func tableRows(of markdown: some StringProtocol) -> [[String]] {
    let lines = markdown.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.indices.filter { index in
      lines[index].hasPrefix("|") && !lines[index].hasPrefix("|---")
        && !(lines.indices.contains(index + 1) && lines[index + 1].hasPrefix("|---"))
    }
    .map { index in
      lines[index].split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  /// The files below a folder whose names end like this; hidden folders hold what was built.
  static func files(below folder: String, ending suffix: String) throws -> [String] {
    let paths = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
    var found: [String] = []
    while let path = paths?.nextObject() as? String {
      if path.split(separator: "/").last?.hasPrefix(".") == true {
        paths?.skipDescendants()
      } else if path.hasSuffix(suffix) {
        found.append("\(folder)/\(path)")
      }
    }
    // A check of no files would hold whatever is written.
    guard !found.isEmpty else { throw CocoaError(.fileNoSuchFile) }
    return found.sorted()
  }
}
