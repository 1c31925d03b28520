import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

struct LineDifferenceTests {
  private func difference(_ expected: String, _ found: String) -> String? {
    LineDifference(expected: expected, found: found)?.description
  }

  @Test func `equal texts have none, with or without an end behind the last line`() {
    #expect(difference("", "") == nil)
    #expect(difference("a\nb", "a\nb") == nil)
    #expect(difference("a\nb\n", "a\nb") == nil)
    #expect(difference("a\nb", "a\nb\n") == nil)
  }

  @Test func `lines that are missing, new or other show with the place where they belong`() {
    #expect(difference("a\nb\nc", "a\nc") == "line 2\n- b")
    #expect(difference("a\nc", "a\nb\nc") == "line 2\n+ b")
    #expect(difference("a\nb\nc", "a\nx\nc") == "line 2\n- b\n+ x")
    #expect(difference("a", "a\nb") == "line 2\n+ b")
    #expect(difference("", "a") == "line 1\n+ a")
    #expect(difference("a", "") == "line 1\n- a")
    #expect(difference("a\n", "a\n\n") == "line 2\n+ ")
    #expect(difference("a\nb\nc\nd", "x\nb\nc\ny") == "line 1\n- a\n+ x\nline 4\n- d\n+ y")
  }

  @Test func `what controls a terminal shows escaped`() {
    #expect(difference("a\r\n", "a\n\u{1B}[2J") == "line 1\n- a\\r\n+ a\n+ \\u{1b}[2J")
  }

  @Test func `only what differs shows, in texts that are random`() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<500 {
      let old = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        "\(Int.random(in: 0...3, using: &random))"
      }
      let new = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        "\(Int.random(in: 0...3, using: &random))"
      }
      // A last line is no empty one: texts are told apart by their lines.
      let text = difference(
        (old + ["."]).joined(separator: "\n"),
        (new + ["."]).joined(separator: "\n")
      )
      #expect((text == nil) == (old == new))
      #expect(apply(text ?? "", to: old + ["."]) == new + ["."])
    }
  }

  /// Makes the new lines of the old ones and the difference alone.
  private func apply(_ text: String, to old: [String]) -> [String] {
    var result: [String] = []
    var next = 0
    for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
      if line.hasPrefix("line "), let number = Int(line.dropFirst(5)) {
        result += old[next..<(number - 1)]
        next = number - 1
      } else if line.hasPrefix("- ") {
        guard old[next] == line.dropFirst(2) else { return ["removes another line"] }
        next += 1
      } else {
        result.append(String(line.dropFirst(2)))
      }
    }
    return result + old[next...]
  }
}
