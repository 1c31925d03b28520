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

  /// Keys in groups, each with the line that it leads to.
  @Test(
    arguments: [
      // Characters and words; the cursor stops at the ends.
      [
        ([.text("one 👩‍👩‍👧‍👦 東x"), .left, .left], "one 👩‍👩‍👧‍👦 |東x"), ([.left, .left], "one |👩‍👩‍👧‍👦 東x"),
        ([.wordRight, .wordRight, .wordRight, .right], "one 👩‍👩‍👧‍👦 東x|"),
        ([.wordLeft, .wordLeft], "one |👩‍👩‍👧‍👦 東x"), ([.start, .left, .wordLeft], "|one 👩‍👩‍👧‍👦 東x"),
        ([.end], "one 👩‍👩‍👧‍👦 東x|"),
      ],
      // Insertions and deletions; a mark that is typed after its letter is part of the letter.
      [
        ([.text("ac"), .left, .text("b")], "ab|c"),
        ([.deleteLeft, .deleteRight, .deleteRight], "a|"),
        ([.deleteLeft, .deleteLeft], "|"), ([.text("xe"), .text("\u{301}"), .deleteLeft], "x|"),
        ([.left, .deleteOrEnd], "|"),
      ],
      // What was cut is inserted again.
      [
        ([.text("one two  three"), .cutWordLeft], "one two  |"),
        ([.start, .insertCut], "three|one two  "), ([.cutToEnd], "three|"),
        ([.start, .insertCut, .cutToStart, .cutWordRight], "|"), ([.insertCut], "three|"),
        ([.cutToStart, .cutWordLeft, .text("  "), .cutWordLeft], "|"), ([.insertCut], "  |"),
      ],
      // Earlier lines return, and the new line is kept meanwhile.
      [
        (
          [.text("one"), .enter, .text("two"), .enter, .text("two"), .enter, .text(" "), .enter],
          "|"
        ),
        ([.text("new"), .previousLine], "two|"), ([.previousLine, .previousLine], "one|"),
        ([.text("!"), .nextLine], "two|"), ([.nextLine, .nextLine], "new|"),
        ([.previousLine, .previousLine, .enter, .previousLine], "one!|"),
      ],
      // Pasted lines are entered together.
      [
        ([.text("a"), .paste("b\nc\n\nd\n")], "ab\nc\n\nd\n|"),
        ([.enter, .previousLine, .previousLine], "c|"),
      ],
    ] as [[([EditingKey], String)]]
  )
  func `keys edit the line as the article on the prompt says`(
    groups: [(keys: [EditingKey], line: String)]
  ) {
    for (keys, line) in groups {
      for key in keys { _ = editor.apply(key) }
      #expect(shown == line)
    }
  }

  @Test func `after a line was cleared, the latest command returns first`() {
    for line in ["one", "two"] { type(.text(line), .enter) }
    #expect(type(.text("new"), .previousLine, .previousLine) == "one|")
    editor.clear()
    #expect(type(.nextLine) == "|")
    #expect(type(.previousLine) == "two|")
    #expect(type(.nextLine) == "|")
  }

  @Test func `Enter returns each line, and Ctrl-D ends the input on an empty one`() {
    type(.text("a"), .paste("b\nc\n\nd\n"))
    #expect(editor.apply(.enter) == .entered(["ab", "c", "", "d"]))
    #expect(editor.apply(.enter) == .entered([""]))
    type(.paste("e\n"))
    #expect(editor.apply(.deleteOrEnd) == .edited)
    #expect(editor.apply(.enter) == .entered(["e"]))
    #expect(editor.apply(.deleteOrEnd) == .endOfInput)
  }

  @Test func `Tab extends the line as far as the completions agree, and then lists them`() {
    let known = ["name ", "number ", "next", "next page", "link app://home", "link app://help"]
    func complete(_ keys: EditingKey...) -> String {
      type(.cutToStart, .cutToEnd)
      for key in keys { _ = editor.apply(key) }
      _ = editor.apply(.complete) { _ in known }
      return shown
    }
    #expect(complete(.text("nu")) == "number |")
    #expect(complete(.text("l x"), .left, .left) == "link app://h| x")
    #expect(complete(.text("zzz")) == "zzz|" && editor.candidates.isEmpty)
    // A completion that is already typed does not count.
    #expect(complete(.text("next")) == "next page|" && editor.candidates.isEmpty)
    #expect(complete(.text("next page")) == "next page|" && editor.candidates.isEmpty)
    #expect(complete(.text("n")) == "n|")
    #expect(editor.candidates == ["name ", "number ", "next", "next page"])
    #expect(type(.text("a")) == "na|" && editor.candidates.isEmpty)
  }

  // ponylang/ponyc#5691: an earlier line that was changed has its old text after a look at another.
  // kkawakam/rustyline#491: so that the user types the change again.
  @Test func `changes of earlier lines stay until Enter`() {
    for line in ["one", "two"] { type(.text(line), .enter) }
    #expect(type(.text("new"), .previousLine, .text("!")) == "two!|")
    #expect(type(.previousLine, .text("?")) == "one?|")
    #expect(type(.nextLine) == "two!|")
    #expect(type(.nextLine) == "new|")
    #expect(type(.previousLine, .previousLine) == "one?|")
    #expect(editor.apply(.enter) == .entered(["one?"]))
    // The commands are what was entered.
    #expect(type(.previousLine) == "one?|")
    #expect(type(.previousLine) == "two|")
    #expect(type(.previousLine) == "one|")
  }
}
