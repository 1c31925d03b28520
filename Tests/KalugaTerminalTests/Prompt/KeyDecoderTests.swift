import Testing

@testable import KalugaTerminal

struct KeyDecoderTests {
  /// Returns the keys of bytes that arrive in pieces of this size; neighbouring characters are
  /// joined.
  private func keys(_ bytes: some Collection<UInt8>, by size: Int = .max) -> [EditingKey] {
    var decoder = KeyDecoder()
    var keys: [EditingKey] = []
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      decoder.append(Array(rest.prefix(size)))
      rest = rest.dropFirst(size)
      while let key = decoder.next() {
        if case .text(let new) = key, case .text(let old) = keys.last {
          keys[keys.count - 1] = .text(old + new)
        } else {
          keys.append(key)
        }
      }
    }
    return keys
  }

  @Test(
    arguments: [
      (
        "aé東😀\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}b\u{1B}[3~👩‍👩‍👧‍👦\u{7F}\r",
        [
          .text("aé東😀"), .previousLine, .nextLine, .wordRight, .wordLeft, .deleteRight,
          .text("👩‍👩‍👧‍👦"), .deleteLeft, .enter,
        ]
      ),
      ("a\r\n\n\rb", [.text("a"), .enter, .enter, .enter, .text("b")]),
      // Pasted text is one key, with line feeds as its line breaks.
      ("\u{1B}[200~\u{1B}[201~x", [.paste(""), .text("x")]),
      ("\u{1B}[200~a\u{1B}[\u{1B}[201~x", [.paste("a\u{1B}["), .text("x")]),
      (
        "\u{1B}[200~name Ada\r\nnumber 1\rtab\t\u{1B}[A\u{1B}[201~",
        [.paste("name Ada\nnumber 1\ntab\t\u{1B}[A")]
      ),
      // Unknown sequences are skipped.
      ("a\u{1B}[99~\u{1B}[1;2P\rb", [.text("a"), .enter, .text("b")]),
      ("a\u{1B}[?62;1c\u{1B}OP\rb", [.text("a"), .enter, .text("b")]),
      ("a\u{1B}x\u{0}\u{1C}\u{1B}[<0;1;2M\rb", [.text("a"), .enter, .text("b")]),
    ] as [(String, [EditingKey])],
    [1, 2, 3, 5, 1000]
  )
  func `keys are read, even if their bytes arrive in pieces`(
    typed: (text: String, keys: [EditingKey]),
    size: Int
  ) {
    #expect(keys(typed.text.utf8, by: size) == typed.keys)
  }

  @Test func `bytes that are not UTF-8 become replacement characters`() {
    #expect(keys([0xFF, 0x61, 0xC3, 0x0D], by: 4) == [.text("\u{FFFD}a\u{FFFD}"), .enter])
  }

  // MARK: Escape

  /// Returns the keys of two texts with a pause between them.
  private func keys(_ text: String, pause later: String) -> [EditingKey] {
    var decoder = KeyDecoder()
    var keys: [EditingKey] = []
    decoder.append(Array(text.utf8))
    while let key = decoder.next() { keys.append(key) }
    if decoder.endsInDoubt { keys.append(decoder.takeEscape()) }
    decoder.append(Array(later.utf8))
    while let key = decoder.next() { keys.append(key) }
    return keys
  }

  @Test(arguments: ["[help", "Open", "b", "é"], ["\u{1B}", "\u{1B}[", "\u{1B}O"])
  func `Escape swallows nothing that is typed after a pause`(text: String, escape: String) {
    #expect(keys(escape, pause: text) == [.escape, .text(text)])
    #expect(keys("a\(escape)", pause: text) == [.text("a"), .escape, .text(text)])
  }

  @Test(
    arguments: [
      ("\u{1B}[1;5", "C", [.wordRight]), ("\u{1B}[3", "~", [.deleteRight]),
      ("\u{1B}[200~\u{1B}", "\u{1B}[201~", [.paste("\u{1B}")]),
      ("\u{1B}[200~a\u{1B}[", "b\u{1B}[201~", [.paste("a\u{1B}[b")]),
      ("\u{1B}\u{1B}", "x", [.escape, .escape, .text("x")]),
      (
        "\u{1B}\r\u{1B}\u{1B}[A\u{1B}é", "",
        [.escape, .enter, .escape, .previousLine, .escape, .text("é")]
      ),
    ] as [(String, String, [EditingKey])]
  )
  func `a pause ends only Escape, and keys that follow it at once are read`(
    text: String,
    later: String,
    found: [EditingKey]
  ) {
    #expect(keys(text, pause: later) == found)
  }

  /// The test takes many seconds if each search begins at the start of the text.
  @Test func `long pasted text that arrives byte by byte is searched once`() {
    let text = String(repeating: "a", count: 20_000)
    #expect(keys("\u{1B}[200~\(text)\u{1B}[201~".utf8, by: 1) == [.paste(text)])
  }
}
