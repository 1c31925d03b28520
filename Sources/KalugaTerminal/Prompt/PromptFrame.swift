import KalugaArchitecture

/// What an interactive session shows below the text it has printed: the prompt, and under it the
/// screen; or a panel, and under it the latest text and the prompt.
///
///     > name Ada▏                 ┌ Home ────────────┐
///     Home                        │ name: ""         │
///     name: ""                    └ name · help ─────┘
///                                 > name Ada▏
///
/// The cursor stays in the first row, so that a frame can be erased from the cursor downwards, however
/// a terminal has rearranged the rows after a resize. If the first row is not the prompt, the cursor is
/// invisible, and the prompt has an inverse cell in its place.
struct PromptFrame: Hashable {
  /// The rows, each of which fits into the window.
  let rows: [String]
  /// The part of the first row in front of the cursor.
  let beforeCursor: String
  /// Whether the terminal's own cursor is visible.
  let showsCursor: Bool

  /// The text that is printed in front of a command.
  static let mark = "> "

  /// Draws the prompt and the screen, and leaves at least one row of the window to the text above.
  ///
  /// Without an editor, because a command runs, the first row is empty.
  init(_ editor: LineEditor?, screen: [String], size: WindowSize) {
    let count = max(size.rows - 1, 1)
    let (before, after) = editor.map { Self.prompt($0, columns: size.columns) } ?? ("", "")
    let candidates = editor.map { Self.list($0, columns: size.columns) } ?? []
    let below = (candidates + screen).map { TextWidth.clip($0, to: size.columns) }
    let isCut = below.count > count - 1
    let shown = below.prefix(isCut ? max(count - 2, 0) : below.count)
    rows = [before + after] + shown + (isCut && count > 1 ? ["…"] : [])
    beforeCursor = before
    showsCursor = true
  }

  /// Draws a panel, the rows of the latest text, and the prompt, which together are lower than the
  /// window.
  init(_ editor: LineEditor?, panel: [String], text: [String], size: WindowSize) {
    // The last cell of the row stays free for a cursor at the end of the line.
    let prompt = editor.map { editor in
      let (before, after) = Self.prompt(editor, columns: size.columns - 1)
      let cell = after.first.map { String($0) } ?? " "
      return before + "\u{1B}[7m\(cell)\u{1B}[27m" + String(after.dropFirst())
    }
    let candidates = editor.map { Self.list($0, columns: size.columns) } ?? []
    let above = panel + text + [prompt ?? ""]
    let room = max(size.rows - 1 - above.count, 0)
    rows = above + candidates.prefix(room).map { TextWidth.clip($0, to: size.columns) }
    beforeCursor = ""
    showsCursor = false
  }

  // MARK: The prompt

  /// Returns the part of the line that fits into a row, in front of the cursor and after it.
  private static func prompt(_ editor: LineEditor, columns: Int) -> (String, String) {
    // Every character takes at least one cell, so longer lines need not be measured.
    let room = max(columns - mark.count - 1, 1)
    let line = editor.text
    let fits = line.count <= room && line.reduce(0) { $0 + TextWidth.of(visible($1)) } <= room
    // In a longer line, the cursor leaves some room for what follows it.
    let begin = fits ? 0 : start(of: line[..<editor.cursor], cells: max(room * 2 / 3, 1))
    let before = (begin > 0 ? "…" : mark) + line[begin..<editor.cursor].map(visible).joined()
    let after = line[editor.cursor...].prefix(columns).map(visible).joined()
    return (before, TextWidth.clip(after, to: columns - TextWidth.of(before)))
  }

  /// Returns where the longest end of a text begins that fits into a number of cells.
  private static func start(of text: ArraySlice<Character>, cells: Int) -> Int {
    var begin = text.endIndex
    var used = 0
    while begin > 0 {
      used += TextWidth.of(visible(text[begin - 1]))
      if used > cells { break }
      begin -= 1
    }
    return begin
  }

  private static func visible(_ character: Character) -> String {
    character == "\n" ? "⏎" : String(character).escapingControlCharacters()
  }

  // MARK: Completions

  /// Arranges completions in rows, without the words that all of them begin with, and without the
  /// spaces at their ends.
  private static func list(_ editor: LineEditor, columns: Int) -> [String] {
    let typed = editor.text[..<editor.cursor]
    let words = typed.lastIndex(where: \.isWhitespace).map { $0 + 1 } ?? 0
    var rows: [String] = []
    for candidate in editor.candidates {
      var word = candidate.dropFirst(words)
      while word.last == " " { word.removeLast() }
      let name = String(word).escapingControlCharacters()
      if let row = rows.last, TextWidth.of(row) + 2 + TextWidth.of(name) <= columns {
        rows[rows.count - 1] = "\(row)  \(name)"
      } else {
        rows.append(name)
      }
    }
    return rows
  }

  // MARK: Drawing

  /// Erases a frame, from the cursor downwards.
  ///
  /// Not from the first column: where that is the whole window, tmux would move the frame into the
  /// scrollback.
  static let erasure = "\r \u{1B}[J\r"

  /// What a terminal has to print to show this frame in place of the previous one.
  ///
  /// Lines do not wrap while it is printed, because a terminal may find a character wider than
  /// ``TextWidth`` does. The part in front of the cursor is printed twice, which puts the cursor where the terminal
  /// itself sees the end of this part.
  var drawing: String { Self.erasure + drawing(rows) }

  /// What it has to print if it shows another frame: only the rows that differ, so that nothing
  /// flickers.
  func drawing(over old: PromptFrame) -> String {
    let changed = rows.enumerated().map { index, row in
      old.rows.indices.contains(index) && old.rows[index] == row ? "" : "\u{1B}[2K" + row
    }
    let isLower = rows.count < old.rows.count
    return "\r" + drawing(isLower ? changed + ["\u{1B}[J"] : changed)
  }

  private func drawing(_ rows: [String]) -> String {
    let up = rows.count > 1 ? "\u{1B}[\(rows.count - 1)A" : ""
    return "\u{1B}[?7l" + rows.joined(separator: "\r\n") + up + "\r" + beforeCursor + "\u{1B}[?7h"
  }
}
