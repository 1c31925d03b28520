/// The line at the prompt: turns keys into an edited line, without a terminal.
struct LineEditor {
  /// What the prompt has to do after a key.
  enum Reaction: Hashable {
    /// Draw the line.
    case edited
    /// Clear the window and draw the line.
    case clearWindow
    /// Return these lines: several if text of several lines was pasted.
    case entered([String])
    /// Report the end of the input.
    case endOfInput
  }

  /// The characters of the line.
  private(set) var text: [Character] = []
  /// The number of characters in front of the cursor.
  private(set) var cursor = 0
  /// What the line can become, if the last key was Tab and there are several completions.
  private(set) var candidates: [String] = []

  private var history = LineHistory()
  private var cut: [Character] = []

  /// Applies a key.
  ///
  /// Completions are lines that the text in front of the cursor can become. Those that do not begin
  /// with this text, or equal it, are ignored.
  mutating func apply(
    _ key: EditingKey,
    completions: (String) -> [String] = { _ in [] }
  ) -> Reaction {
    candidates = []
    switch key {
    case .text(let new), .paste(let new): insert(new)
    case .enter: return enter()
    case .complete: complete(completions)
    case .left: cursor = max(cursor - 1, 0)
    case .right: cursor = min(cursor + 1, text.count)
    case .wordLeft: cursor = wordStart
    case .wordRight: cursor = wordEnd
    case .start: cursor = 0
    case .end: cursor = text.count
    case .previousLine: replace(history.previous(String(text)))
    case .nextLine: replace(history.next(String(text)))
    case .deleteLeft: if cursor > 0 { remove(cursor - 1..<cursor) }
    case .deleteRight: if cursor < text.count { remove(cursor..<cursor + 1) }
    case .cutWordLeft: cut(wordStart..<cursor)
    case .cutWordRight: cut(cursor..<wordEnd)
    case .cutToStart: cut(0..<cursor)
    case .cutToEnd: cut(cursor..<text.count)
    case .insertCut: insert(String(cut))
    case .deleteOrEnd:
      if text.isEmpty { return .endOfInput }
      if cursor < text.count { remove(cursor..<cursor + 1) }
    case .clearWindow: return .clearWindow
    case .escape: break
    }
    return .edited
  }

  private mutating func enter() -> Reaction {
    // A line break at the end of pasted text adds no empty line.
    var lines = String(text).split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    if lines.count > 1, lines.last == "" { lines.removeLast() }
    for line in lines { history.append(line) }
    clear()
    return .entered(lines)
  }

  /// Empties the line; the key ↑ then shows the latest command.
  mutating func clear() {
    text = []
    cursor = 0
    candidates = []
    history.leave()
  }

  // MARK: Changes

  private mutating func insert(_ new: String) {
    // A combining mark joins the character in front of it.
    let joined = cursor > 0 ? [Character]("\(text[cursor - 1])\(new)") : [Character](new)
    let begin = max(cursor - 1, 0)
    text.replaceSubrange(begin..<cursor, with: joined)
    cursor = begin + joined.count
  }

  private mutating func remove(_ range: Range<Int>) {
    text.removeSubrange(range)
    cursor = range.lowerBound
  }

  private mutating func cut(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    cut = Array(text[range])
    remove(range)
  }

  private mutating func replace(_ line: String?) {
    guard let line else { return }
    text = Array(line)
    cursor = text.count
  }

  // MARK: Words

  private var wordStart: Int {
    let word = text[..<cursor].lastIndex { !$0.isWhitespace } ?? 0
    return text[..<word].lastIndex(where: \.isWhitespace).map { $0 + 1 } ?? 0
  }

  private var wordEnd: Int {
    let word = text[cursor...].firstIndex { !$0.isWhitespace } ?? text.count
    return text[word...].firstIndex(where: \.isWhitespace) ?? text.count
  }

  // MARK: Completion

  /// Extends the text in front of the cursor as far as all completions agree, and lists them if
  /// that adds nothing.
  private mutating func complete(_ completions: (String) -> [String]) {
    let typed = text[..<cursor]
    let found = completions(String(typed)).map { Array($0) }
      .filter { $0.count > cursor && $0.starts(with: typed) }
    guard let first = found.first else { return }
    let common = found.dropFirst().reduce(first[...]) { common, next in
      common.prefix(zip(common, next).prefix { $0 == $1 }.count)
    }
    if common.count > cursor {
      text.replaceSubrange(..<cursor, with: common)
      cursor = common.count
    } else {
      candidates = found.map { String($0) }
    }
  }
}
