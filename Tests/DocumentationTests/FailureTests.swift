import Foundation
import Testing

/// The article "Failures" of the test utilities shows every text that they report, as it really is.
struct FailureTests {
  private static let sources = "TestUtils/KalugaArchitectureTestUtils"

  private func article() throws -> String {
    try Documentation.text(
      "\(Self.sources)/KalugaArchitectureTestUtils.docc/Articles/failures.md"
    )
  }

  /// The texts that a test of the utilities makes them report, each behind its name.
  private func reported() throws -> [(name: String, text: String)] {
    let file = "Tests/FailureReports/Tests/FailureTexts/Golden/failures.out"
    return try Documentation.text(file).trimmingCharacters(in: .newlines)
      .components(separatedBy: "\n\n").map { failure in
        let parts = failure.split(separator: ": ", maxSplits: 1)
        return (String(parts[0]), String(parts[1]))
      }
  }

  @Test func `all failures are shown, in a table or whole`() throws {
    let rows = Documentation.tableRows(of: try article()).map { $0.joined(separator: " | ") }
    let blocks = Documentation.blocks("text", of: try article())
    let failures = try reported()
    #expect(failures.count >= 50)
    for (name, text) in failures {
      // What follows are the values that were compared, or came.
      let first = text.split(separator: "\n")[0]
      let isShown = rows.contains("\(name) | \(first)") || blocks.contains("\(text)\n")
      #expect(isShown, "missing: | \(name) | \(first) |")
    }
    for block in blocks {
      let isReported = failures.contains { "\($0.text)\n" == block }
      #expect(isReported, "not reported:\n\(block)")
    }
  }

  /// Finds a failure that has been added, and that nothing makes the utilities report.
  @Test func `no sentence of the sources is missing`() throws {
    let article = try article()
    // Rules are sentences of their own documentation; behind them is said what happened.
    let files = try Documentation.files(below: Self.sources, ending: ".swift")
      .filter { !$0.hasSuffix("Checks.swift") && !$0.hasSuffix("Rule.swift") }
    let sentences = try files.flatMap { StringLiteral.all(in: try Documentation.text($0)) }
      .filter(\.isSentence)
    #expect(sentences.count >= 60)
    for sentence in sentences {
      let isShown = article.split(separator: "\n").contains { sentence.isShown(in: String($0)) }
      #expect(isShown, "missing: \(sentence.text)")
    }
  }

  @Test func `the table of what stops the process shows all`() throws {
    let shown = Documentation.tableRows(of: try article()).map { $0[0] }
    let messages = try Documentation.files(below: Self.sources, ending: ".swift")
      .flatMap { StringLiteral.messagesOfStops(in: try Documentation.text($0)) }
    #expect(messages.count == 4)
    for message in messages {
      let isShown = shown.contains(where: message.isShown)
      #expect(isShown, "missing: \(message.text)")
    }
  }
}
