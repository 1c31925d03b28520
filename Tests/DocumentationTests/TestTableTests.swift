import Foundation
import Testing

/// The tables of `Tests/README.md` name tests, which must be there.
@Suite(.timeLimit(.minutes(5)))
struct TestTableTests {
  /// Where a name of a table is declared.
  private enum Kind: CaseIterable {
    case test
    case refusal
    case check

    /// The names that there are.
    func names() throws -> [String] {
      switch self {
      case .test:
        try ["Tests", "TestUtils", "Examples"]
          .flatMap { try Documentation.files(below: $0, ending: ".swift") }
          .map(Documentation.text)
          .flatMap { source in
            source.matches(of: /func `([^`]+)`/).map { String($0.1) }
              + source.matches(of: /\b(?:struct|class|enum|actor) (\w+Tests)\b/).map {
                String($0.1)
              }
          }
      case .refusal:
        try Documentation.text(".ci/rejected").matches(of: /\n(?:refuse|warn) "([^"]+)"/)
          .map { String($0.1) }
      case .check:
        try Documentation.text(".ci/run").matches(of: /\n(?:check|run) "([^"]+)"/)
          .map { String($0.1) }
      }
    }
  }

  /// A cell in which tests are named.
  private struct Cell {
    var names: [(name: String, kind: Kind)] = []
    /// What stands between the names.
    var words: [Substring] = []

    init(_ text: String) {
      var kind = Kind.test
      let parts = text.split(separator: "`", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        // Every other part is in code font.
        if index.isMultiple(of: 2) {
          words += part.split { !$0.isLetter && $0 != ":" }
          if part.contains("compiler:") { kind = .refusal }
          if part.contains("gate:") { kind = .check }
        } else {
          names.append((String(part), kind))
        }
      }
    }
  }

  private static func readme() throws -> String { try Documentation.text("Tests/README.md") }

  /// The cells of all columns that name tests, with the head of their column.
  private static func cells() throws -> [(head: String, cell: Cell)] {
    var column: String?
    var cells: [(String, Cell)] = []
    for line in try readme().split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("|") else {
        column = nil
        continue
      }
      let last = line.split(separator: "|").last.map { $0.trimmingCharacters(in: .whitespaces) }
      guard let column else {
        column = last
        continue
      }
      if let last, ["Test", "Result, test"].contains(column) { cells.append((column, Cell(last))) }
    }
    return cells
  }

  @Test func `every test that a table names is there`() throws {
    let cells = try Self.cells()
    for kind in Kind.allCases {
      let there = Set(try kind.names())
      let named = cells.flatMap(\.cell.names).filter { $0.kind == kind }.map(\.name)
      #expect(!there.isEmpty)
      #expect(!named.isEmpty)
      for name in Set(named).sorted() {
        let isThere =
          if name.hasSuffix("…") {
            there.contains { $0.hasPrefix(name.dropLast().trimmingCharacters(in: .whitespaces)) }
          } else {
            there.contains(name)
          }
        #expect(isThere, "no \(kind) has the name: \(name)")
      }
    }
  }

  /// Else the test above would not see it.
  @Test func `names of tests stand in code font`() throws {
    let words = Set(["by", "hand", "the", "same", "compiler:", "gate:"])
    for (head, cell) in try Self.cells() where head == "Test" {
      let others = cell.words.filter { !words.contains(String($0)) }
      #expect(others == [], "a name of a test in code font, “by hand” or “the same”")
    }
    let parts = try Self.readme().split(separator: "`", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() where index.isMultiple(of: 2) {
      #expect(part.matches(of: /\b\w+Tests\b/).map(\.output) == [])
    }
  }

  @Test func `every suite that is named anywhere is there`() throws {
    let there = Set(try Kind.test.names())
    for name in try Self.readme().matches(of: /`(\w+Tests)`/).map({ String($0.1) }) {
      // Not inside of the check, which would print all names.
      let isThere = there.contains(name)
      #expect(isThere, "no suite has the name: \(name)")
    }
  }

  @Test func `every promise has a test`() throws {
    let rules = try #require(
      try Self.readme().components(separatedBy: "\n## ").first {
        $0.hasPrefix("Rules and their tests")
      }
    )
    let rows = Documentation.tableRows(of: rules)
    #expect(rows.count > 100)
    for row in rows where !row[0].hasPrefix("**") {
      #expect(!Cell(row[1]).names.isEmpty, "\(row[0])")
    }
  }
}
