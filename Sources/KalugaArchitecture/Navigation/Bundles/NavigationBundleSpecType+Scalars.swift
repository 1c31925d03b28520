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
    Self(
      name: "Void",
      encode: { .unit },
      decode: { value, reading in
        value == .unit || value == .text("")
          ? .value(()) : .problems([reading.misfit(expected: "Void", found: value)])
      }
    )
  }
}

extension NavigationBundleSpecType where Value == Bool {
  /// A truth value; `true` or `false` in links.
  ///
  /// Kaluga: `BooleanType`.
  public static var boolean: Self { Self(scalar: Bool.self) }
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
      encode: { $0.integerValue },
      decode: { value, reading in
        Value(integer: value, reading).map { .value($0) }
          ?? .problems([reading.misfit(expected: "\(Value.self)", found: value)])
      }
    )
  }
}

extension NavigationBundleSpecType where Value == Double {
  /// A floating-point number; `nan`, `inf` and `-inf` are text in JSON, which has no such numbers.
  ///
  /// Kaluga: `DoubleType`.
  public static var double: Self { Self(scalar: Double.self) }
}

extension NavigationBundleSpecType where Value == Float {
  /// A floating-point number of single precision.
  ///
  /// Kaluga: `FloatType`.
  ///
  /// A finite number that is too large is an error.
  public static var float: Self { Self(scalar: Float.self) }
}

extension NavigationBundleSpecType where Value == Character {
  /// One character.
  ///
  /// Kaluga: `CharType`.
  public static var character: Self { Self(scalar: Character.self) }
}

extension NavigationBundleSpecType where Value == String {
  /// Text.
  ///
  /// Kaluga: `StringType`, `CharSequenceType`.
  public static var string: Self { Self(scalar: String.self) }
}

extension NavigationBundleSpecType where Value == Date {
  /// A point in time, to the millisecond; ISO 8601 in JSON and links.
  ///
  /// What ISO 8601 cannot write (years of more than four digits, or no number at all) is `@` and the
  /// seconds since 1970 there.
  ///
  /// Kaluga: `DateType`.
  public static var date: Self { Self(scalar: Date.self) }
}
