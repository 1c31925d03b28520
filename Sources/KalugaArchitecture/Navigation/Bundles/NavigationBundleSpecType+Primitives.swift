#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension NavigationBundleSpecType where Value == Void {
  /// A row that only says that it is there.
  ///
  /// Kaluga: `UnitType`.
  public static var unit: Self {
    Self(name: "Void", encode: { .unit }, read: { $0 == .unit || $0 == .text("") ? () : nil })
  }
}

extension NavigationBundleSpecType where Value == Bool {
  /// A truth value; `true` or `false` in links.
  ///
  /// Kaluga: `BooleanType`.
  public static var boolean: Self {
    Self(
      name: "Bool",
      isTextInJSON: { _ in false },
      encode: { .boolean($0) },
      read: { value in
        switch value {
        case .boolean(let value): value
        case .text(let text): Bool(text)
        default: nil
        }
      }
    )
  }
}

extension NavigationBundleSpecType where Value: FixedWidthInteger & Sendable {
  /// An integer of any width.
  ///
  /// Kaluga: `ByteType`, `ShortType`, `IntegerType`, `LongType`.
  ///
  /// A number that does not fit the type is an error, never cut off. In JSON, numbers of more than 64
  /// bits are text, because few readers of JSON keep their digits.
  public static var integer: Self {
    Self(
      name: "\(Value.self)",
      isTextInJSON: { Int64($0) == nil && UInt64($0) == nil },
      // The widest values are those of 128 unsigned bits, which no row needs: they say so.
      encode: { value in
        Int128(exactly: value).map { .integer($0) } ?? .invalid("\(Value.self) out of range")
      },
      read: { value in
        switch value {
        case .integer(let value): Value(exactly: value)
        case .text(let text): Value(text)
        default: nil
        }
      }
    )
  }
}

extension NavigationBundleSpecType where Value == Double {
  /// A floating-point number; `nan`, `inf` and `-inf` are text in JSON, which has no such numbers.
  ///
  /// Kaluga: `DoubleType`.
  public static var double: Self {
    Self(
      name: "Double",
      isTextInJSON: isNoFiniteNumber,
      encode: { .double($0) },
      read: { $0.floatingPoint }
    )
  }
}

extension NavigationBundleSpecType where Value == Float {
  /// A floating-point number of single precision.
  ///
  /// Kaluga: `FloatType`.
  ///
  /// A finite number that is too large is an error.
  public static var float: Self {
    Self(
      name: "Float",
      isTextInJSON: isNoFiniteNumber,
      encode: { .double(Double($0)) },
      read: { value in
        guard let double = value.floatingPoint else { return nil }
        let float = Float(double)
        return float.isFinite == double.isFinite ? float : nil
      }
    )
  }
}

private func isNoFiniteNumber(_ text: String) -> Bool {
  Double(text)?.isFinite != true
}

extension NavigationBundleValue {
  fileprivate var floatingPoint: Double? {
    switch self {
    case .double(let value): value
    case .integer(let value): Double(exactly: value)
    case .text(let text): Self.floatingPoint(text)
    default: nil
    }
  }

  /// Digits that are too large for the type read as infinity; only the word for it may.
  private static func floatingPoint(_ text: String) -> Double? {
    guard let number = Double(text) else { return nil }
    return number.isInfinite && text.contains(where: \.isNumber) ? nil : number
  }
}

extension NavigationBundleSpecType where Value == Character {
  /// One character.
  ///
  /// Kaluga: `CharType`.
  public static var character: Self {
    Self(
      name: "Character",
      encode: { .character($0) },
      read: { value in
        switch value {
        case .character(let character): character
        case .text(let text): text.count == 1 ? text.first : nil
        default: nil
        }
      }
    )
  }
}

extension NavigationBundleSpecType where Value == String {
  /// Text.
  ///
  /// Kaluga: `StringType`, `CharSequenceType`.
  public static var string: Self {
    Self(
      name: "String",
      encode: { .string($0) },
      read: { value in
        switch value {
        case .string(let text), .text(let text): text
        default: nil
        }
      }
    )
  }
}

extension NavigationBundleSpecType where Value == Date {
  /// A point in time, to the millisecond; ISO 8601 in JSON and links.
  ///
  /// What ISO 8601 cannot write (years of more than four digits, or no number at all) is `@` and the
  /// seconds since 1970 there.
  ///
  /// Kaluga: `DateType`.
  public static var date: Self {
    Self(
      name: "Date",
      encode: { .date($0) },
      read: { value in
        switch value {
        case .date(let date): date
        case .text(let text): DateNotation.date(text)
        default: nil
        }
      }
    )
  }
}
