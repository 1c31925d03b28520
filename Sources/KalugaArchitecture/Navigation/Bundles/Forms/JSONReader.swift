/// Reads the JSON of a bundle in one pass, without a spec.
///
/// Written by hand, because the platform's decoder throws an error for each type that a value does
/// not have. Finding the types that way took six times as long as the rest of the reading.
struct JSONReader {
  enum Problem: Error {
    /// The text is not JSON, or has too many levels.
    case malformed
    /// An object has a key twice.
    case repeatedKey(NavigationBundleError.Problem)

    fileprivate func inside(
      _ change: (NavigationBundleError.Problem) -> NavigationBundleError.Problem
    ) -> Problem {
      switch self {
      case .malformed: self
      case .repeatedKey(let problem): .repeatedKey(change(problem))
      }
    }
  }

  private let bytes: [UInt8]
  private var index = 0

  private init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  static func value(_ bytes: some Sequence<UInt8>) throws(Problem) -> NavigationBundleValue {
    var reader = JSONReader(Array(bytes))
    let value = try reader.value(depth: 0)
    reader.skipSpace()
    guard reader.index == reader.bytes.count else { throw .malformed }
    return value
  }

  // MARK: Values

  private mutating func value(depth: Int) throws(Problem) -> NavigationBundleValue {
    skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return .bundle(try rows(depth: depth + 1))
    case UInt8(ascii: "["): return .array(try elements(depth: depth + 1))
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "t"): return try word("true", .boolean(true))
    case UInt8(ascii: "f"): return try word("false", .boolean(false))
    default: return try number()
    }
  }

  private mutating func rows(depth: Int) throws(Problem) -> [NavigationBundleRow] {
    guard try !isEmpty(until: UInt8(ascii: "}"), depth: depth) else { return [] }
    var rows: [NavigationBundleRow] = []
    repeat {
      skipSpace()
      guard byte == UInt8(ascii: "\"") else { throw .malformed }
      let key = try text()
      skipSpace()
      guard skip(UInt8(ascii: ":")) else { throw .malformed }
      do throws(Problem) {
        rows.append(NavigationBundleRow(key: key, value: try value(depth: depth)))
      } catch {
        throw error.inside { $0.inside(row: key.escapingControlCharacters()) }
      }
      skipSpace()
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "}")) else { throw .malformed }
    // Objects have no order, so sort the keys for a reproducible result.
    rows.sort { $0.key < $1.key }
    for (row, next) in zip(rows, rows.dropFirst()) where row.key == next.key {
      let key = row.key.escapingControlCharacters()
      throw .repeatedKey(.init(path: key, expected: "one value", found: "several"))
    }
    return rows
  }

  private mutating func elements(depth: Int) throws(Problem) -> [NavigationBundleValue] {
    guard try !isEmpty(until: UInt8(ascii: "]"), depth: depth) else { return [] }
    var values: [NavigationBundleValue] = []
    repeat {
      let index = values.count
      do throws(Problem) {
        values.append(try value(depth: depth))
      } catch {
        throw error.inside { $0.inside(element: index) }
      }
      skipSpace()
    } while skip(UInt8(ascii: ","))
    guard skip(UInt8(ascii: "]")) else { throw .malformed }
    return values
  }

  /// Reads the opening bracket of an object or array, and the closing bracket if it is empty.
  private mutating func isEmpty(until end: UInt8, depth: Int) throws(Problem) -> Bool {
    guard depth <= UntypedNavigationBundle.deepest else { throw .malformed }
    index += 1
    skipSpace()
    return skip(end)
  }

  private mutating func word(
    _ word: String,
    _ value: NavigationBundleValue
  ) throws(Problem) -> NavigationBundleValue {
    guard bytes[index...].starts(with: word.utf8) else { throw .malformed }
    index += word.utf8.count
    return value
  }

  // MARK: Numbers

  private mutating func number() throws(Problem) -> NavigationBundleValue {
    let start = index
    _ = skip(UInt8(ascii: "-"))
    let isZero = byte == UInt8(ascii: "0")
    let digits = skipDigits()
    guard digits == 1 || digits > 1 && !isZero else { throw .malformed }
    var isWhole = true
    if skip(UInt8(ascii: ".")) {
      isWhole = false
      guard skipDigits() > 0 else { throw .malformed }
    }
    if skip(UInt8(ascii: "e")) || skip(UInt8(ascii: "E")) {
      isWhole = false
      if !skip(UInt8(ascii: "+")) { _ = skip(UInt8(ascii: "-")) }
      guard skipDigits() > 0 else { throw .malformed }
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self)
    // A negative zero would lose its sign if it were read as an integer.
    if isWhole, text != "-0", let whole = Int128(text) { return .integer(whole) }
    guard let number = Double(text), number.isFinite else {
      return .invalid("a number that is out of range")
    }
    // Up to this limit, a `Double` represents every integer exactly.
    guard number.magnitude < 0x1p53, number != 0 || number.sign == .plus else {
      return .double(number)
    }
    return Int128(exactly: number).map { .integer($0) } ?? .double(number)
  }

  private mutating func skipDigits() -> Int {
    let start = index
    while let byte, byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") { index += 1 }
    return index - start
  }

  // MARK: Text

  private mutating func text() throws(Problem) -> String {
    index += 1
    let start = index
    while let byte, byte >= 0x20 {
      switch byte {
      case UInt8(ascii: "\""):
        defer { index += 1 }
        return try Self.text(bytes[start..<index])
      case UInt8(ascii: "\\"): return try escapedText(bytes[start..<index])
      default: index += 1
      }
    }
    throw .malformed
  }

  private mutating func escapedText(_ beginning: ArraySlice<UInt8>) throws(Problem) -> String {
    var result = Array(beginning)
    while let byte, byte >= 0x20 {
      index += 1
      switch byte {
      case UInt8(ascii: "\""): return try Self.text(result[...])
      case UInt8(ascii: "\\"): result += UTF8.encode(try escapedScalar()) ?? .init()
      default: result.append(byte)
      }
    }
    throw .malformed
  }

  private static func text(_ bytes: ArraySlice<UInt8>) throws(Problem) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .malformed }
    return text
  }

  /// Reads the character of an escape, after its backslash.
  private mutating func escapedScalar() throws(Problem) -> Unicode.Scalar {
    guard let sign = byte else { throw .malformed }
    index += 1
    switch sign {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(sign)
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): break
    default: throw .malformed
    }
    let first = try codeUnit()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // The two halves of a surrogate pair form one character.
    guard UTF16.isLeadSurrogate(first), skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
      throw .malformed
    }
    let second = try codeUnit()
    guard UTF16.isTrailSurrogate(second) else { throw .malformed }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private mutating func codeUnit() throws(Problem) -> UInt16 {
    let digits = bytes[index...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw .malformed }
    index += 4
    return unit
  }

  // MARK: Bytes

  private var byte: UInt8? { index < bytes.count ? bytes[index] : nil }

  private mutating func skip(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    index += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { index += 1 }
  }
}
