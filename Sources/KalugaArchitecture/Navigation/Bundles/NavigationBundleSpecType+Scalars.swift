#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension NavigationBundleSpecType where Value == Void {
  /// The type of a row without a value, whose presence is the information.
  ///
  /// Kaluga: `UnitType`.
  public static var unit: Self {
    Self(
      name: "Void",
      encode: { .unit },
      read: { value, _ in value == .unit || value == .text("") ? () : nil }
    )
  }
}

extension NavigationBundleSpecType where Value == Bool {
  /// A Boolean, `true` or `false` in links.
  ///
  /// Kaluga: `BooleanType`.
  public static var boolean: Self { Self(scalar: Bool.self) }
}

extension NavigationBundleSpecType where Value: FixedWidthInteger & Sendable {
  /// An integer of any width.
  ///
  /// Kaluga: `ByteType`, `ShortType`, `IntegerType`, `LongType`.
  ///
  /// A number out of the range of the type is an error and is never truncated. In JSON, numbers of
  /// more than 64 bits are text, because few JSON readers preserve their digits.
  public static var integer: Self {
    Self(
      name: "\(Value.self)",
      encode: { $0.integerValue },
      read: { Value(integer: $0, $1) }
    )
  }
}

extension NavigationBundleSpecType where Value == Double {
  /// A floating-point number.
  ///
  /// In JSON, `nan`, `inf` and `-inf` are text.
  ///
  /// Kaluga: `DoubleType`.
  public static var double: Self { Self(scalar: Double.self) }
}

extension NavigationBundleSpecType where Value == Float {
  /// A floating-point number of single precision.
  ///
  /// Kaluga: `FloatType`.
  ///
  /// A finite number that is too large for the type is an error.
  public static var float: Self { Self(scalar: Float.self) }
}

extension NavigationBundleSpecType where Value == Character {
  /// A single character, which is a whole grapheme cluster.
  ///
  /// Kaluga: `CharType`.
  public static var character: Self {
    Self(
      name: "Character",
      encode: { .character($0) },
      read: { value, _ in
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
  public static var string: Self { Self(scalar: String.self) }
}

extension NavigationBundleSpecType where Value == Date {
  /// A point in time with a precision of milliseconds and without a time zone, written as ISO 8601 in
  /// JSON and links.
  ///
  /// ISO 8601 has no notation for years of more than four digits or for dates that are not a
  /// number. They are written as `@` and the seconds since 1970.
  ///
  /// Kaluga: `DateType`.
  public static var date: Self { Self(scalar: Date.self) }
}
