import Testing

@testable import KalugaTerminal

struct LatestTextTests {
  private func text(_ added: String...) -> LatestText {
    var latest = LatestText()
    for text in added {
      if text.hasPrefix(">") { latest.beginCommand() }
      let isTaken = latest.append(text, columns: 80)
      #expect(isTaken)
    }
    return latest
  }

  @Test func `the latest commands that fit are kept whole, and the others are printed`() {
    var latest = text("> one\n", "reply 1\n", "> two\n", "reply 2\n", "> three\n", "reply 3\n")
    let first = latest.fit(rows: 5, columns: 80)
    #expect(first.rows == ["> two", "reply 2", "> three", "reply 3"])
    #expect(first.printed == "> one\nreply 1\n")
    let second = latest.fit(rows: 5, columns: 80)
    #expect(second.printed == "")
    let all = [latest.removeAll(), latest.removeAll()]
    #expect(all == ["> two\nreply 2\n> three\nreply 3\n", ""])
  }

  @Test func `the text of a command that does not fit is printed whole`() {
    var latest = text("> help\n1\n2\n3\n")
    let fitted = latest.fit(rows: 3, columns: 80)
    #expect(fitted == ([], "> help\n1\n2\n3\n"))
  }

  @Test func `a line that is wider than the window takes several rows`() {
    var latest = text("0123456789\n")
    let wide = latest.fit(rows: 2, columns: 8)
    #expect(wide.rows == ["01234567", "89"])
    let narrow = latest.fit(rows: 2, columns: 4)
    #expect(narrow == ([], "0123456789\n"))
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
