import Testing

@testable import KalugaTerminal

struct PromptFrameTests {
  /// Returns an editor of a line with `|` at the cursor.
  private func editor(_ line: String) -> LineEditor {
    let parts = line.split(separator: "|", omittingEmptySubsequences: false)
    var editor = LineEditor()
    _ = editor.apply(.text(String(parts[1])))
    _ = editor.apply(.start)
    _ = editor.apply(.paste(String(parts[0])))
    return editor
  }

  private func frame(
    _ line: String,
    _ screen: [String] = [],
    columns: Int = 20,
    rows: Int = 10
  ) -> PromptFrame {
    PromptFrame(editor(line), screen: screen, size: WindowSize(columns: columns, rows: rows))
  }

  @Test func `the prompt is the first row, and the screen is below it`() {
    let frame = frame("na|me", ["Home", "東京"])
    #expect(frame.rows == ["> name", "Home", "東京"])
    #expect(frame.beforeCursor == "> na")
    #expect(frame.drawing == "\r \u{1B}[J\r\u{1B}[?7l> name\r\nHome\r\n東京\u{1B}[2A\r> na\u{1B}[?7h")
  }

  @Test func `no row is wider than the window, and the frame is lower than it`() {
    let screen = ["x", String(repeating: "é", count: 21), String(repeating: "東", count: 11), "y"]
    #expect(
      frame("|", screen, rows: 5).rows == [
        "> ", "x", String(repeating: "é", count: 19) + "…", "…",
      ]
    )
    #expect(frame("|", Array(screen[1...])).rows[2] == String(repeating: "東", count: 9) + "…")
    #expect(frame("|", screen, rows: 2).rows == ["> "])
    #expect(frame("|", screen, rows: 1).rows == ["> "])
  }

  @Test(arguments: [
    ("0123456789|0123456", "> 01234567890123456"), ("0123456789|01234567", "> 012345678901234567"),
    ("01234567890123456789|", "…90123456789"), ("|0123456789012345678901", "> 01234567890123456…"),
    ("東東東東東東東東東東東東|a", "…東東東東東a"), ("a\n\u{1B}|\u{202E}", "> a⏎\\u{1b}\\u{202e}"),
  ])
  func `the part of a long line around the cursor is shown, without control characters`(
    line: String,
    row: String
  ) {
    #expect(frame(line).rows == [row])
  }

  @Test func `a panel and the latest text are above the prompt, whose cursor is a cell`() {
    func rows(_ editor: LineEditor?) -> [String] {
      let size = WindowSize(columns: 20, rows: 9)
      let frame = PromptFrame(editor, panel: ["┌┐", "└┘"], text: ["> a"], size: size)
      #expect(frame.beforeCursor == "" && !frame.showsCursor)
      return frame.rows
    }
    #expect(rows(editor("name|")) == ["┌┐", "└┘", "> a", "> name\u{1B}[7m \u{1B}[27m"])
    #expect(rows(editor("|name"))[3] == "> \u{1B}[7mn\u{1B}[27mame")
    #expect(rows(nil)[3] == "")
  }

  @Test func `only rows that differ are drawn again`() {
    func frame(_ panel: String...) -> PromptFrame {
      PromptFrame(nil, panel: panel, text: [], size: WindowSize(columns: 20, rows: 9))
    }
    let begin = "\r\u{1B}[?7l"
    let end = "\r\u{1B}[?7h"
    #expect(
      frame("a", "c").drawing(over: frame("a", "b")) == "\(begin)\r\n\u{1B}[2Kc\r\n\u{1B}[2A\(end)"
    )
    #expect(
      frame("a").drawing(over: frame("a", "b"))
        == "\(begin)\r\n\u{1B}[2K\r\n\u{1B}[J\u{1B}[2A\(end)"
    )
  }

  @Test func `completions are listed below the prompt, without shared words and last spaces`() {
    var editor = editor("link app://|")
    _ = editor.apply(.complete) { typed in ["home  ", "help ", "a\u{1B}b"].map { typed + $0 } }
    let frame = PromptFrame(editor, screen: ["Home"], size: WindowSize(columns: 24, rows: 9))
    #expect(
      frame.rows == ["> link app://", "app://home  app://help", "app://a\\u{1b}b", "Home"]
    )
  }

  @Test(arguments: [
    ("a", 1), ("é", 1), ("e\u{301}", 1), ("東", 2), ("한", 2), ("ｶ", 1), ("Ａ", 2), ("😀", 2),
    ("👩‍👩‍👧‍👦", 2), ("🇳🇱", 2), ("❤️", 2), ("❤", 1), ("👍🏽", 2), ("→", 1), ("●", 1), ("ᄀ", 2),
  ])
  func `joined emoji and combining marks take no cells of their own`(text: String, cells: Int) {
    #expect(TextWidth.of(text) == cells)
  }

  // mcass19/ex_ratatui#45: wide characters up to the end of the window hide the cursor.
  // jline/jline3#683: emoji are counted as one cell.
  // ratatui/ratatui#876: a tab that was pasted is not shown.
  @Test(arguments: ["東", "👩🏽‍🚒", "🇳🇱", "❤️", "1️⃣", "\t", "한", "e\u{301}", "\u{200B}"])
  func `the cursor is in the window, however wide the characters are`(character: String) {
    for count in 1...30 {
      let frame = frame(String(repeating: character, count: count) + "|")
      #expect(TextWidth.of(frame.beforeCursor) < 20)
      #expect(frame.rows[0] == frame.beforeCursor)
      #expect(frame.rows[0].count > 1)
    }
  }
}
