import Testing

@testable import KalugaTerminal

struct LineBufferTests {
  /// Returns the lines of bytes that arrive in pieces of this size.
  private func lines(_ bytes: [UInt8], by size: Int) -> [String] {
    var buffer = LineBuffer()
    var lines: [String] = []
    for start in stride(from: 0, to: bytes.count, by: size) {
      buffer.append(Array(bytes[start..<min(start + size, bytes.count)]))
      while let line = buffer.popLine(isAtEnd: false) { lines.append(line) }
    }
    while let line = buffer.popLine(isAtEnd: true) { lines.append(line) }
    return lines
  }

  /// Expects the bytes to be these lines, with pieces of any size.
  private func expect(_ bytes: [UInt8], are lines: [String]) {
    for size in [1, 2, 3, 4, 5, 6, 7, max(bytes.count, 8)] {
      // Compares scalars, because a carriage return and a line feed are one character.
      let found = self.lines(bytes, by: size).map { Array($0.unicodeScalars) }
      #expect(found == lines.map { Array($0.unicodeScalars) }, "pieces of \(size)")
    }
  }

  @Test(arguments: [
    ("", []), ("\n", [""]), ("a\n", ["a"]), ("a\nb\n", ["a", "b"]),
    ("\n\na\n\n", ["", "", "a", ""]),
    // One carriage return belongs to the end of the line, and any other to the line itself.
    ("a\r\nb\r\n\r\n", ["a", "b", ""]), ("a\rb\n\rc\n", ["a\rb", "\rc"]), ("a\r\r\n", ["a\r"]),
    // The last line needs no line feed.
    ("a", ["a"]), ("a\nb", ["a", "b"]), ("a\nb\r", ["a", "b"]),
    ("Å東😀\n👩‍👩‍👧‍👦\na\0b\n", ["Å東😀", "👩‍👩‍👧‍👦", "a\0b"]),
  ])
  func `each line feed ends a line, even if the bytes arrive in pieces`(
    text: String,
    found: [String]
  ) {
    expect(Array(text.utf8), are: found)
  }

  @Test func `bytes that are not UTF-8 become replacement characters`() {
    let bytes: [UInt8] = [0x61, 0xFF, 0x62, 0x0A, 0xC3, 0x0A, 0x63]
    expect(bytes, are: ["a\u{FFFD}b", "\u{FFFD}", "c"])
  }

  /// The test takes many seconds if each search begins at the start of the line.
  @Test func `a very long line that arrives byte by byte is searched once`() {
    let long = [UInt8](repeating: 0x61, count: 50_000)
    #expect(lines(long + [0x0A], by: 1).map(\.utf8.count) == [50_000])
  }

  // rpamis/comet#348: an editor on Windows has begun the script with a byte order mark.
  @Test func `a byte order mark at the beginning belongs to no line`() {
    expect(Array("\u{FEFF}name Ada\r\ndetails\r\n".utf8), are: ["name Ada", "details"])
    expect(Array("\u{FEFF}".utf8), are: [""])
    expect(Array("a\n\u{FEFF}b\n".utf8), are: ["a", "\u{FEFF}b"])
    expect([0xEF, 0xBB, 0x0A], are: ["\u{FFFD}"])
  }
}
