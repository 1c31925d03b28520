/// Reads and writes percent escapes, for which FoundationEssentials has no API.
enum PercentEscapes {
  /// Returns the text without escapes, or nil if an escape is malformed or the result is not UTF-8.
  ///
  /// A `+` stays a plus sign.
  static func decode(_ text: Substring) -> String? {
    let escaped = Array(text.utf8)
    var bytes: [UInt8] = []
    var index = 0
    while index < escaped.count {
      guard escaped[index] == percent else {
        bytes.append(escaped[index])
        index += 1
        continue
      }
      guard index + 2 < escaped.count, let high = digit(escaped[index + 1]),
        let low = digit(escaped[index + 2])
      else { return nil }
      bytes.append(high << 4 | low)
      index += 3
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Returns the position of the first character that a URL cannot contain as it is written.
  ///
  /// A percent sign is such a character if it does not begin an escape of UTF-8.
  static func flaw(in text: Substring) -> String.Index? {
    let bytes = text.utf8
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let next = bytes.index(after: index)
      switch bytes[index] {
      case percent:
        let digits = bytes[next...].prefix(2)
        guard digits.count == 2, digits.allSatisfy({ digit($0) != nil }) else { return index }
        index = digits.endIndex
      case let byte where isLetterOrDigit(byte) || signs.contains(byte): index = next
      default: return index
      }
    }
    return decode(text) == nil ? bytes.firstIndex(of: percent) : nil
  }

  /// Returns the text with all characters escaped except letters, digits, and signs without a
  /// meaning in queries.
  static func encode(_ text: String) -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isLetterOrDigit(byte) || plainSigns.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let percent = UInt8(ascii: "%")
  private static let plainSigns = Array("-._~:".utf8)
  /// What a URL may contain without an escape.
  private static let signs = Array("-._~:/?#[]@!$&'()*+,;=".utf8)
  private static let digits = Array("0123456789ABCDEF".utf8)

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
