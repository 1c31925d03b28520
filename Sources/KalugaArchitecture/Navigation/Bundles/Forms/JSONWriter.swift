/// Writes rows as the text of a JSON object, with the keys in alphabetical order.
struct JSONWriter {
  private var bytes: [UInt8] = []

  static func bytes(_ rows: [NavigationBundleRow]) -> [UInt8] {
    var writer = JSONWriter()
    writer.append(rows)
    return writer.bytes
  }

  private mutating func append(_ rows: [NavigationBundleRow]) {
    bytes.append(UInt8(ascii: "{"))
    for (index, row) in rows.sorted(by: { $0.key < $1.key }).enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      append(text: row.key)
      bytes.append(UInt8(ascii: ":"))
      append(row.value)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func append(_ value: NavigationBundleValue) {
    switch value {
    case .bundle(let rows): append(rows)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        append(value)
      }
      bytes.append(UInt8(ascii: "]"))
    case .boolean(let value): bytes += "\(value)".utf8
    // Larger numbers are written as text, because few readers preserve their digits.
    case .integer(let value) where Int64(exactly: value) != nil || UInt64(exactly: value) != nil:
      bytes += "\(value)".utf8
    case .double(let value) where value.isFinite:
      let text = "\(value)"
      bytes += text.hasSuffix(".0") ? text.utf8.dropLast(2) : text.utf8[...]
    default: if let text = value.text { append(text: text) } else { bytes += "null".utf8 }
    }
  }

  private mutating func append(text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
      case 0x08: bytes += #"\b"#.utf8
      case 0x0C: bytes += #"\f"#.utf8
      case 0x0A: bytes += #"\n"#.utf8
      case 0x0D: bytes += #"\r"#.utf8
      case 0x09: bytes += #"\t"#.utf8
      case ..<0x10: bytes += "\\u000\(String(byte, radix: 16))".utf8
      case ..<0x20: bytes += "\\u00\(String(byte, radix: 16))".utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
