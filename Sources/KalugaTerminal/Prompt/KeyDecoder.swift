/// Turns the bytes that a terminal sends into keys; a key can arrive in several parts.
///
/// Sequences that the prompt does not know are skipped.
struct KeyDecoder {
  private var bytes: [UInt8] = []
  private var start = 0
  /// Where the search for the end of pasted text continues, so that each byte is examined once.
  private var searched = 0
  /// The next line feed belongs to a carriage return that was an Enter key.
  private var skipsLineFeed = false

  mutating func append(_ new: [UInt8]) {
    bytes.removeFirst(start)
    searched = max(0, searched - start)
    start = 0
    bytes += new
  }

  /// Whether what has arrived can be the Escape key, or Alt with `[` or `O`, or else the beginning of
  /// a sequence, whose bytes a terminal sends together.
  var endsInDoubt: Bool {
    switch bytes[start...] {
    case [Self.escape], [Self.escape, UInt8(ascii: "[")], [Self.escape, UInt8(ascii: "O")]: true
    default: false
    }
  }

  /// Whether the beginning of a key has arrived, such as that of pasted text.
  var isIncomplete: Bool { start < bytes.count }

  /// Removes the doubtful bytes, after which nothing has followed, and returns the Escape key.
  mutating func takeEscape() -> EditingKey {
    start = bytes.count
    return .escape
  }

  /// Removes and returns the next key, or returns nil if no complete key has arrived.
  mutating func next() -> EditingKey? {
    while start < bytes.count {
      switch step() {
      case .key(let key, let length):
        start += length
        return key
      case .skip(let length): start += length
      case .incomplete: return nil
      }
    }
    return nil
  }

  private enum Step {
    case key(EditingKey, length: Int)
    case skip(Int)
    case incomplete
  }

  private mutating func step() -> Step {
    let byte = bytes[start]
    let isSecondHalf = skipsLineFeed && byte == UInt8(ascii: "\n")
    skipsLineFeed = byte == UInt8(ascii: "\r")
    if isSecondHalf { return .skip(1) }
    if byte == Self.escape { return escapeSequence() }
    if byte < 0x20 || byte == 0x7F {
      return Self.controls[byte].map { Step.key($0, length: 1) } ?? .skip(1)
    }
    return text()
  }

  private static let escape: UInt8 = 0x1B

  private static let controls: [UInt8: EditingKey] = [
    0x01: .start, 0x02: .left, 0x04: .deleteOrEnd, 0x05: .end, 0x06: .right, 0x08: .deleteLeft,
    0x09: .complete, 0x0A: .enter, 0x0B: .cutToEnd, 0x0C: .clearWindow, 0x0D: .enter,
    0x0E: .nextLine, 0x10: .previousLine, 0x15: .cutToStart, 0x17: .cutWordLeft,
    0x19: .insertCut, 0x7F: .deleteLeft,
  ]

  // MARK: Text

  /// Returns the characters up to the next control character, or up to an incomplete one.
  private func text() -> Step {
    var end = start
    while end < bytes.count, bytes[end] >= 0x20, bytes[end] != 0x7F { end += 1 }
    if end == bytes.count { end -= Self.incompleteTail(of: bytes[start...]) }
    guard end > start else { return .incomplete }
    return .key(.text(String(decoding: bytes[start..<end], as: UTF8.self)), length: end - start)
  }

  /// Returns the number of bytes at the end that begin a character but do not complete it.
  private static func incompleteTail(of bytes: ArraySlice<UInt8>) -> Int {
    for length in 1...3 where length <= bytes.count {
      let needed =
        switch bytes[bytes.endIndex - length] {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        case 0x80...0xBF: 0  // The character begins further to the left.
        default: 1
        }
      if needed > 0 { return needed > length ? length : 0 }
    }
    return 0
  }

  // MARK: Escape sequences

  private mutating func escapeSequence() -> Step {
    guard start + 1 < bytes.count else { return .incomplete }
    switch bytes[start + 1] {
    case UInt8(ascii: "["): return controlSequence()
    case UInt8(ascii: "O"):
      guard start + 2 < bytes.count else { return .incomplete }
      return Self.cursorKeys[bytes[start + 2]].map { Step.key($0, length: 3) } ?? .skip(3)
    case let byte:
      if let key = Self.altKeys[byte] { return .key(key, length: 2) }
      // Alt and a character. Any other key follows the Escape key, which must not swallow it.
      return Self.printable.contains(byte) ? .skip(2) : .key(.escape, length: 1)
    }
  }

  private static let printable: ClosedRange<UInt8> = 0x20...0x7E

  private static let altKeys: [UInt8: EditingKey] = [
    UInt8(ascii: "b"): .wordLeft, UInt8(ascii: "f"): .wordRight, UInt8(ascii: "d"): .cutWordRight,
    0x08: .cutWordLeft, 0x7F: .cutWordLeft,
  ]

  private static let cursorKeys: [UInt8: EditingKey] = [
    UInt8(ascii: "A"): .previousLine, UInt8(ascii: "B"): .nextLine, UInt8(ascii: "C"): .right,
    UInt8(ascii: "D"): .left, UInt8(ascii: "H"): .start, UInt8(ascii: "F"): .end,
  ]

  private static let numberedKeys: [String: EditingKey] = [
    "1": .start, "3": .deleteRight, "4": .end, "7": .start, "8": .end, "3;5": .cutWordRight,
    "3;3": .cutWordRight,
  ]

  /// Reads a sequence such as `ESC [ 1 ; 5 C`: parameters, then a final byte.
  private mutating func controlSequence() -> Step {
    var end = start + 2
    while end < bytes.count, 0x20...0x3F ~= bytes[end] { end += 1 }
    guard end < bytes.count else { return .incomplete }
    // Not a sequence after all. What follows may be a key.
    guard 0x40...0x7E ~= bytes[end] else { return .skip(end - start) }
    let parameters = String(decoding: bytes[start + 2..<end], as: UTF8.self)
    let length = end + 1 - start
    if bytes[end] == UInt8(ascii: "~") {
      if parameters == "200" { return paste(from: end + 1) }
      return Self.numberedKeys[parameters].map { Step.key($0, length: length) } ?? .skip(length)
    }
    var key = Self.cursorKeys[bytes[end]]
    // The second parameter names the modifiers: Alt, Ctrl, or both.
    if ["3", "5", "7"].contains(parameters.split(separator: ";").dropFirst().first) {
      switch key {
      case .left: key = .wordLeft
      case .right: key = .wordRight
      default: break
      }
    }
    return key.map { Step.key($0, length: length) } ?? .skip(length)
  }

  // MARK: Pasted text

  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// Reads pasted text, which a terminal encloses in two sequences on request.
  private mutating func paste(from begin: Int) -> Step {
    let end = Self.pasteEnd
    var index = max(begin, searched)
    while index + end.count <= bytes.count, bytes[index..<index + end.count] != end[...] {
      index += 1
    }
    searched = index
    guard index + end.count <= bytes.count else { return .incomplete }
    let text = String(decoding: bytes[begin..<index], as: UTF8.self)
      .replacing("\r\n", with: "\n").replacing("\r", with: "\n")
    return .key(.paste(text), length: index + end.count - start)
  }
}
