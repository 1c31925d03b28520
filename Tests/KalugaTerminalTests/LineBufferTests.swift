import Testing

@testable import KalugaTerminal

struct LineBufferTests {
  /// The lines of bytes that come in pieces of this size.
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

  /// The lines, and a check that the size of the pieces makes no difference.
  private func lines(_ text: String) -> [String] {
    let bytes = Array(text.utf8)
    let whole = lines(bytes, by: max(bytes.count, 1))
    for size in 1...7 {
      #expect(lines(bytes, by: size) == whole)
    }
    return whole
  }

  @Test func `lines end with a line feed`() {
    #expect(lines("a\nb\n") == ["a", "b"])
  }

  @Test func `a carriage return before the line feed belongs to the end`() {
    #expect(lines("a\r\nb\r\n\r\n") == ["a", "b", ""])
  }

  @Test func `a carriage return elsewhere belongs to the line`() {
    #expect(lines("a\rb\n\rc\n") == ["a\rb", "\rc"])
    #expect(lines("a\r\r\n").map { Array($0.utf8) } == [Array("a\r".utf8)])
  }

  @Test func `a last line without an end counts`() {
    #expect(lines("a\nb") == ["a", "b"])
    #expect(lines("a") == ["a"])
  }

  @Test func `an end at the end makes no further line`() {
    #expect(lines("a\n") == ["a"])
    #expect(lines("") == [])
    #expect(lines("\n") == [""])
  }

  @Test func `empty lines count`() {
    #expect(lines("\n\na\n\n") == ["", "", "a", ""])
  }

  @Test func `a line that is not complete is not given out before the end`() {
    var buffer = LineBuffer()
    buffer.append(Array("ab".utf8))
    #expect(buffer.popLine(isAtEnd: false) == nil)
    #expect(buffer.popLine(isAtEnd: false) == nil)
    buffer.append([])
    #expect(buffer.popLine(isAtEnd: false) == nil)
    buffer.append(Array("c\nd".utf8))
    #expect(buffer.popLine(isAtEnd: false) == "abc")
    #expect(buffer.popLine(isAtEnd: false) == nil)
    #expect(buffer.popLine(isAtEnd: true) == "d")
    #expect(buffer.popLine(isAtEnd: true) == nil)
  }

  @Test func `a character cut into pieces comes out whole`() {
    #expect(lines("Å東😀\n👩‍👩‍👧‍👦") == ["Å東😀", "👩‍👩‍👧‍👦"])
  }

  @Test func `bytes that are no UTF-8 become replacement characters`() {
    for size in 1...4 {
      #expect(
        lines([0x61, 0xFF, 0x62, 0x0A, 0xC3, 0x0A, 0x63], by: size) == [
          "a\u{FFFD}b", "\u{FFFD}", "c",
        ]
      )
    }
  }

  @Test func `a NUL is a character like others`() {
    #expect(lines("a\0b\n") == ["a\0b"])
  }

  @Test func `a very long line that comes byte by byte is looked at once`() {
    let long = [UInt8](repeating: 0x61, count: 200_000)
    #expect(lines(long + [0x0A], by: 1).map(\.utf8.count) == [200_000])
  }

  @Test func `many lines in one piece all come`() {
    let count = 100_000
    let bytes = [UInt8](repeating: 0x0A, count: count)
    #expect(lines(bytes, by: count).count == count)
  }
}
