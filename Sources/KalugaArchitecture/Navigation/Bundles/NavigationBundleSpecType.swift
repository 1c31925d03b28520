/// How one type of value goes into a row of a bundle and comes out again.
///
/// There is one for each of Kaluga's types that exists in Swift:
///
/// | Kaluga | here |
/// |---|---|
/// | `UnitType` | `.unit` |
/// | `BooleanType` | `.boolean` |
/// | `ByteType`, `ShortType`, `IntegerType`, `LongType` | `.integer`, for every integer of Swift |
/// | `FloatType`, `DoubleType` | `.float`, `.double` |
/// | `CharType` | `.character`; a whole grapheme, where Kotlin has half a UTF-16 pair |
/// | `StringType`, `CharSequenceType` | `.string`; Swift has no text that is not a string |
/// | `DateType` | `.date`; a time zone does not survive, as in Kaluga |
/// | `BooleanArrayType`, `StringArrayType`, … | `.array(_:)` of any of these |
/// | `BundleType` | `.bundle(_:)` |
/// | `SerializedType` | `.codable(_:)` |
/// | `OptionalType` | `.optional(_:)` of any of these |
///
/// Kaluga: `NavigationBundleSpecType`.
public struct NavigationBundleSpecType<Value>: Sendable {
  /// The type's name in error messages.
  public let name: String

  let encode: @Sendable (Value) -> NavigationBundleValue
  let decode: @Sendable (NavigationBundleValue, BundleReading) -> Decoded<Value>
  /// What a row that is not there reads as; nil if that is an error.
  let missing: (@Sendable () -> Value)?
  /// Whether nil is one of the values, which `null` stands for.
  let isOptional: Bool
  /// Whether rows inside are private: what does not even fit the outside must not be shown then.
  let hasPrivateParts: Bool

  init(
    name: String,
    missing: (@Sendable () -> Value)? = nil,
    isOptional: Bool = false,
    hasPrivateParts: Bool = false,
    encode: @escaping @Sendable (Value) -> NavigationBundleValue,
    decode: @escaping @Sendable (NavigationBundleValue, BundleReading) -> Decoded<Value>
  ) {
    self.name = name
    self.missing = missing
    self.isOptional = isOptional
    self.hasPrivateParts = hasPrivateParts
    self.encode = encode
    self.decode = decode
  }

  /// A type whose values are single.
  init(scalar type: Value.Type) where Value: BundleScalar {
    self.init(
      name: "\(type)",
      encode: { $0.bundleValue },
      decode: { value, reading in
        Value.read(value, reading).map { .value($0) }
          ?? .problems([reading.misfit(expected: "\(type)", found: value)])
      }
    )
  }

  /// The same type for a row that may be missing: it then reads as this value.
  ///
  /// For rows that are not saved, or that older data does not have. Only a missing row has a default;
  /// a wrong one is still an error. An optional type has one already, nil: giving it another is a
  /// programming error, which stops the program.
  public func defaulting(to value: Value) -> Self where Value: Sendable {
    // Forms leave nil out, so a row that holds nil would come back as the default.
    precondition(!isOptional, "A missing row of the type \(name) reads as nil. Drop the default.")
    return Self(
      name: name,
      missing: { value },
      hasPrivateParts: hasPrivateParts,
      encode: encode,
      decode: decode
    )
  }
}
