import Testing

@testable import KalugaTerminal

struct LatestTextTests {
  @Test func `the latest commands that fit are kept whole, and the others are printed`() {
    var latest = LatestText()
    for text in ["> one\n", "reply 1\n", "> two\n", "0123456789\n", "> three\n", "reply 3\n"] {
      if text.hasPrefix(">") { latest.beginCommand() }
      let isTaken = latest.append(text, columns: 80)
      #expect(isTaken)
    }
    let wide = latest.fit(rows: 5, columns: 80)
    #expect(wide.rows == ["> two", "0123456789", "> three", "reply 3"])
    #expect(wide.printed == "> one\nreply 1\n")
    // The line takes two rows.
    let narrow = latest.fit(rows: 4, columns: 8)
    #expect(narrow.rows == ["> three", "reply 3"])
    #expect(narrow.printed == "> two\n0123456789\n")
    let rest = [latest.removeAll(), latest.removeAll()]
    #expect(rest == ["> three\nreply 3\n", ""])
  }

  @Test(arguments: ["no end", "\u{1B}[2J\n", "a\tb\n", String(repeating: "a", count: 20000) + "\n"])
  func `text without an end or a known width, and long text, is not taken`(text: String) {
    var latest = LatestText()
    let isTaken = latest.append(text, columns: 80)
    #expect(!isTaken)
    let all = latest.removeAll()
    #expect(all == "")
  }
}
