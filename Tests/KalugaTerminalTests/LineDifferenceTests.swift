import KalugaArchitectureTestUtils
import KalugaTerminal
import Testing

struct LineDifferenceTests {
  private func difference(_ expected: String, _ found: String) -> String? {
    LineDifference(expected: expected, found: found)?.description
  }

  @Test(arguments: [
    ("", "", nil), ("a\nb", "a\nb", nil), ("a\nb\n", "a\nb", nil), ("a\nb", "a\nb\n", nil),
    ("a\nb\nc", "a\nc", "line 2\n- b"), ("a\nc", "a\nb\nc", "line 2\n+ b"),
    ("a\nb\nc", "a\nx\nc", "line 2\n- b\n+ x"), ("a", "a\nb", "line 2\n+ b"),
    ("", "a", "line 1\n+ a"), ("a", "", "line 1\n- a"), ("a\n", "a\n\n", "line 2\n+ "),
    ("a\nb\nc\nd", "x\nb\nc\ny", "line 1\n- a\n+ x\nline 4\n- d\n+ y"),
  ])
  func `missing, new and different lines are shown, and a trailing newline is ignored`(
    expected: String,
    found: String,
    text: String?
  ) {
    #expect(difference(expected, found) == text)
  }

  @Test func `long texts are compared between their common first and last lines`() {
    let old = (0..<2_100).map { "\($0)" }
    var new = old
    new[1] = "x"
    new[3] = "y"
    func text(_ lines: [String]) -> String { lines.joined(separator: "\n") }
    #expect(
      difference(text(old), text(new)) == "line 2\n- 1\n- 2\n- 3\n+ x\n+ 2\n+ y"
    )
  }

  @Test func `control characters are escaped`() {
    #expect(difference("a\r\n", "a\n\u{1B}[2J") == "line 1\n- a\\r\n+ a\n+ \\u{1b}[2J")
  }

  @Test func `applying the difference turns the old lines into the new ones`() {
    var random = SeededRandom(seed: 7)
    func lines() -> [String] {
      // The last line is not empty, because a trailing newline is ignored.
      (0..<Int.random(in: 0...12, using: &random)).map { _ in
        "\(Int.random(in: 0...3, using: &random))"
      } + ["."]
    }
    for _ in 0..<200 {
      let (old, new) = (lines(), lines())
      let text = difference(old.joined(separator: "\n"), new.joined(separator: "\n"))
      #expect((text == nil) == (old == new))
      #expect(apply(text ?? "", to: old) == new)
    }
  }

  /// Returns the new lines, made from the old ones and a difference.
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
