/// Reads and writes percent escapes, for which FoundationEssentials has no API.
package enum PercentEscapes {
  /// Returns the text without escapes, or nil if an escape is malformed or the result is not UTF-8.
  ///
  /// A `+` stays a plus sign.
  static func decode(_ text: Substring) -> String? {
    guard text.utf8.contains(percent) else { return String(text) }
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
    var start = bytes.startIndex
    while let index = bytes[start...].firstIndex(where: { !isPlain($0) && !isSign($0) }) {
      let digits = bytes[index...].dropFirst().prefix(2)
      guard bytes[index] == percent, digits.count == 2,
        digits.allSatisfy({ digit($0) != nil })
      else { return index }
      start = digits.endIndex
    }
    return decode(text) == nil ? bytes.firstIndex(of: percent) : nil
  }

  /// Returns the text with all characters escaped except letters, digits, `-._~`, and the signs to
  /// keep; by default a colon, which has no meaning in queries.
  package static func encode(_ text: String, keeping kept: String = ":") -> String {
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isPlain(byte) || kept.utf8.contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static var percent: UInt8 { UInt8(ascii: "%") }
  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Returns whether a character is a letter, a digit, or a sign that no link has to escape.
  private static func isPlain(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_", "~": true
    default: false
    }
  }

  /// Returns whether a URL may contain another character without an escape.
  private static func isSign(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case ":", "/", "?", "#", "[", "]", "@", "!", "$", "&", "'", "(", ")", "*", "+", ",", ";", "=":
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
