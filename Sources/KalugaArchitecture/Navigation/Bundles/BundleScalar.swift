#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A type whose values have no parts in a bundle.
protocol BundleScalar: Codable, Sendable {
  /// An arbitrary value, for the dry run of a decoder.
  static var standIn: Self { get }

  /// The name in the problems of a link, which says how the value is written there.
  static var nameInQueries: String { get }

  /// The untyped form of the value.
  var bundleValue: NavigationBundleValue { get }

  /// Reads the untyped form.
  ///
  /// Returns nil if it is not a value of this type.
  static func read(_ value: NavigationBundleValue, _ reading: BundleReading) -> Self?
}

extension BundleScalar {
  static var nameInQueries: String { "\(Self.self)" }
}

extension BundleReading {
  /// Returns the text of unknown type from which a number or a Boolean may be read.
  ///
  /// JSON has its own notation for these. There, text is only read if that notation cannot express
  /// the value.
  func text(
    _ value: NavigationBundleValue,
    inJSON isTextInJSON: (String) -> Bool = { _ in false }
  ) -> String? {
    guard case .text(let text) = value, source != .json || isTextInJSON(text) else { return nil }
    return text
  }
}

extension Bool: BundleScalar {
  static var standIn: Bool { false }
  static var nameInQueries: String { "true or false" }
  var bundleValue: NavigationBundleValue { .boolean(self) }

  static func read(_ value: NavigationBundleValue, _ reading: BundleReading) -> Bool? {
    switch value {
    case .boolean(let value): value
    // The presence of a key without a value is the information, as in a row without a value.
    case .unit: reading.source == .query ? true : nil
    default: reading.text(value).flatMap { Bool($0) }
    }
  }
}

extension FixedWidthInteger {
  // `Int128` is the widest type of a row. Larger values of `UInt128` become invalid.
  var integerValue: NavigationBundleValue {
    Int128(exactly: self).map { .integer($0) } ?? .invalid("\(Self.self) out of range")
  }

  init?(integer value: NavigationBundleValue, _ reading: BundleReading) {
    switch value {
    case .integer(let value): self.init(exactly: value)
    // In JSON, only a double has the zero `-0`.
    case .double(0) where reading.source == .json: self = 0
    default:
      let text = reading.text(value) { Int64($0) == nil && UInt64($0) == nil }
      guard let text, let number = Self(text) else { return nil }
      self = number
    }
  }
}

extension BundleScalar where Self: FixedWidthInteger {
  static var standIn: Self { 0 }
  var bundleValue: NavigationBundleValue { integerValue }

  static func read(_ value: NavigationBundleValue, _ reading: BundleReading) -> Self? {
    Self(integer: value, reading)
  }
}

extension Int: BundleScalar {}
extension Int8: BundleScalar {}
extension Int16: BundleScalar {}
extension Int32: BundleScalar {}
extension Int64: BundleScalar {}
extension Int128: BundleScalar {}
extension UInt: BundleScalar {}
extension UInt8: BundleScalar {}
extension UInt16: BundleScalar {}
extension UInt32: BundleScalar {}
extension UInt64: BundleScalar {}
extension UInt128: BundleScalar {}

extension Double: BundleScalar {
  static var standIn: Double { 0 }
  var bundleValue: NavigationBundleValue { .double(self) }

  static func read(_ value: NavigationBundleValue, _ reading: BundleReading) -> Double? {
    switch value {
    case .double(let value): return value
    case .integer(let value):
      if let double = Double(exactly: value) { return double }
      // Other programs write a large double without an exponent, and fill up its digits with zeros.
      let double = Double(value)
      return Decimal(string: "\(double)") == Decimal(string: "\(value)") ? double : nil
    // A number of JSON with more digits than a double has.
    case .serialized(let text): return Double(text)
    default:
      let text = reading.text(value) { Double($0)?.isFinite != true }
      guard let text, let number = Double(text) else { return nil }
      // `Double` reads a number that is too large as infinity. Accept only the word for infinity.
      return number.isInfinite && text.contains(where: \.isNumber) ? nil : number
    }
  }
}

extension Float: BundleScalar {
  static var standIn: Float { 0 }
  var bundleValue: NavigationBundleValue { .double(Double(self)) }

  static func read(_ value: NavigationBundleValue, _ reading: BundleReading) -> Float? {
    guard let double = Double.read(value, reading) else { return nil }
    let float = Float(double)
    return float.isFinite == double.isFinite ? float : nil
  }
}

extension Date: BundleScalar {
  static var standIn: Date { Date(timeIntervalSince1970: 0) }
  static var nameInQueries: String { "a date with a time, such as 2026-11-25T09:00:00Z" }
  var bundleValue: NavigationBundleValue { .date(self) }

  static func read(_ value: NavigationBundleValue, _ reading: BundleReading) -> Date? {
    switch value {
    case .date(let date): date
    case .text(let text): DateNotation.date(text)
    default: nil
    }
  }
}

// MARK: Text

/// A type whose values are text in a bundle.
protocol BundleTextScalar: BundleScalar {
  var bundleText: String { get }
  init?(bundleText: String)
}

extension BundleTextScalar {
  var bundleValue: NavigationBundleValue { .string(bundleText) }

  static func read(_ value: NavigationBundleValue, _ reading: BundleReading) -> Self? {
    switch value {
    case .string(let text), .text(let text): Self(bundleText: text)
    case .unit: reading.source == .query ? Self(bundleText: "") : nil
    default: nil
    }
  }
}

extension String: BundleTextScalar {
  static var standIn: String { "" }
  var bundleText: String { self }
  init?(bundleText: String) { self = bundleText }
}

extension UUID: BundleTextScalar {
  static var standIn: UUID { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) }
  var bundleText: String { uuidString }
  init?(bundleText: String) { self.init(uuidString: bundleText) }
}

extension URL: BundleTextScalar {
  static var standIn: URL { URL(filePath: "/") }
  var bundleText: String { absoluteString }
  init?(bundleText: String) { self.init(string: bundleText, encodingInvalidCharacters: false) }
}

extension Data: BundleTextScalar {
  static var standIn: Data { Data() }
  static var nameInQueries: String { "Data in Base64" }
  var bundleText: String { base64EncodedString() }
  init?(bundleText: String) { self.init(base64Encoded: bundleText) }
}

extension Decimal: BundleTextScalar {
  static var standIn: Decimal { 0 }
  var bundleText: String { description }

  /// Reads a number of JSON, too, with all its digits.
  static func read(_ value: NavigationBundleValue, _ reading: BundleReading) -> Decimal? {
    switch value {
    case .integer(let value): Decimal(bundleText: "\(value)")
    case .double(let value): Decimal(bundleText: "\(value)")
    case .string(let text), .text(let text), .serialized(let text): Decimal(bundleText: text)
    default: nil
    }
  }

  init?(bundleText: String) {
    // The initializer ignores the rest of a text that only begins with a number.
    let signs = Set("0123456789+-.eE".utf8)
    guard bundleText.utf8.allSatisfy(signs.contains), Double(bundleText) != nil else { return nil }
    self.init(string: bundleText)
  }
}
