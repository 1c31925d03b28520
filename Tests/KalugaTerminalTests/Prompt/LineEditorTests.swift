import Testing

@testable import KalugaTerminal

final class LineEditorTests {
  private var editor = LineEditor()

  /// Applies keys, and returns the line with `|` at the cursor.
  @discardableResult
  private func type(_ keys: EditingKey...) -> String {
    for key in keys { _ = editor.apply(key) }
    return shown
  }

  private var shown: String {
    String(editor.text[..<editor.cursor]) + "|" + String(editor.text[editor.cursor...])
  }

  @Test func `the cursor moves by characters and words, and stops at the ends`() {
    #expect(type(.text("one 👩‍👩‍👧‍👦 東x"), .left, .left) == "one 👩‍👩‍👧‍👦 |東x")
    #expect(type(.left, .left) == "one |👩‍👩‍👧‍👦 東x")
    #expect(type(.wordRight, .wordRight, .wordRight, .right) == "one 👩‍👩‍👧‍👦 東x|")
    #expect(type(.wordLeft, .wordLeft) == "one |👩‍👩‍👧‍👦 東x")
    #expect(type(.start, .left, .wordLeft) == "|one 👩‍👩‍👧‍👦 東x")
    #expect(type(.end) == "one 👩‍👩‍👧‍👦 東x|")
  }

  @Test func `characters are inserted and deleted at the cursor`() {
    #expect(type(.text("ac"), .left, .text("b")) == "ab|c")
    #expect(type(.deleteLeft, .deleteRight, .deleteRight) == "a|")
    #expect(type(.deleteLeft, .deleteLeft) == "|")
    // A mark that is typed after its letter is part of the letter.
    #expect(type(.text("xe"), .text("\u{301}"), .deleteLeft) == "x|")
    #expect(type(.left, .deleteOrEnd) == "|")
  }

  @Test func `what was cut can be inserted again`() {
    #expect(type(.text("one two  three"), .cutWordLeft) == "one two  |")
    #expect(type(.start, .insertCut) == "three|one two  ")
    #expect(type(.cutToEnd) == "three|")
    #expect(type(.start, .insertCut, .cutToStart, .cutWordRight) == "|")
    #expect(type(.insertCut) == "three|")
  }

  @Test func `earlier lines return, and the new line is kept meanwhile`() {
    for line in ["one", "two", "two", " "] { type(.text(line), .enter) }
    #expect(type(.text("new"), .previousLine) == "two|")
    #expect(type(.previousLine, .previousLine) == "one|")
    #expect(type(.text("!"), .nextLine) == "two|")
    #expect(type(.nextLine, .nextLine) == "new|")
    #expect(type(.previousLine, .previousLine) == "one|")
    #expect(editor.apply(.enter) == .entered(["one"]))
    #expect(type(.previousLine) == "one|")
  }

  @Test func `after a line was cleared, the latest command returns first`() {
    for line in ["one", "two"] { type(.text(line), .enter) }
    #expect(type(.text("new"), .previousLine, .previousLine) == "one|")
    editor.clear()
    #expect(type(.nextLine) == "|")
    #expect(type(.previousLine) == "two|")
    #expect(type(.nextLine) == "|")
  }

  @Test func `pasted lines are entered together with the Enter key`() {
    #expect(type(.text("a"), .paste("b\nc\n\nd\n")) == "ab\nc\n\nd\n|")
    #expect(editor.apply(.enter) == .entered(["ab", "c", "", "d"]))
    #expect(editor.apply(.enter) == .entered([""]))
    #expect(type(.previousLine, .previousLine) == "c|")
    #expect(type(.end, .cutToStart, .paste("e\n")) == "e\n|")
    #expect(editor.apply(.enter) == .entered(["e"]))
  }

  @Test func `Ctrl-D ends the input only on an empty line`() {
    #expect(editor.apply(.text("a")) == .edited)
    #expect(editor.apply(.deleteOrEnd) == .edited)
    type(.deleteLeft)
    #expect(editor.apply(.deleteOrEnd) == .endOfInput)
  }

  @Test func `Tab extends the line as far as the completions agree, and then lists them`() {
    let known = ["name ", "number ", "next", "link app://home", "link app://help"]
    func complete(_ text: EditingKey...) -> String {
      for key in text { _ = editor.apply(key) }
      _ = editor.apply(.complete) { _ in known }
      return shown
    }
    #expect(complete(.text("nu")) == "number |")
    type(.cutToStart)
    #expect(complete(.text("n")) == "n|")
    #expect(editor.candidates == ["name ", "number ", "next"])
    #expect(type(.text("a")) == "na|" && editor.candidates.isEmpty)
    type(.cutToStart)
    #expect(complete(.text("l x"), .left, .left) == "link app://h| x")
    type(.cutToStart, .cutToEnd)
    #expect(complete(.text("zzz")) == "zzz|" && editor.candidates.isEmpty)
  }

  @Test func `Tab ignores a completion that is already typed, and inserts the only other one`() {
    let known = ["open ", "open tea://app/saucer", "next", "next page"]
    for (typed, line) in [("open ", "open tea://app/saucer|"), ("next", "next page|")] {
      type(.cutToStart, .text(typed))
      _ = editor.apply(.complete) { _ in known }
      #expect(shown == line && editor.candidates.isEmpty)
      _ = editor.apply(.complete) { _ in known }
      #expect(shown == line && editor.candidates.isEmpty)
    }
  }
}
