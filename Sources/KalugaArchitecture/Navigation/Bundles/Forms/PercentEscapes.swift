/// Percent escapes of a query, which FoundationEssentials does not have on their own.
enum PercentEscapes {
  /// The text without escapes, where `+` is a plus; nil if one is broken or the text is not UTF-8.
  static func decode(_ text: Substring) -> String? {
    guard text.utf8.contains(percent) else { return String(text) }
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == percent else {
        bytes.append(byte)
        continue
      }
      guard let high = digit(rest.popFirst()), let low = digit(rest.popFirst()) else { return nil }
      bytes.append(high << 4 | low)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// The text with everything escaped but letters, digits and what means nothing in any query.
  static func encode(_ text: String) -> String {
    let isPlain = { (byte: UInt8) in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: ":"):
        true
      default: false
      }
    }
    guard !text.utf8.allSatisfy(isPlain) else { return text }
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in text.utf8 {
      if isPlain(byte) {
        bytes.append(byte)
      } else {
        bytes += [percent, digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static let percent = UInt8(ascii: "%")

  private static func digit(_ byte: UInt8?) -> UInt8? {
    guard let byte, byte < 128 else { return nil }
    return Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
  }
}
