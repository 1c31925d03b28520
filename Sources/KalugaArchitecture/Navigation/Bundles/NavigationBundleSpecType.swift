/// Converts values of one type to the untyped form of a bundle's row and back.
///
/// Kaluga: `NavigationBundleSpecType`.
public struct NavigationBundleSpecType<Value>: Sendable {
  /// The name of the type in error messages.
  public let name: String

  let encode: @Sendable (Value) -> NavigationBundleValue
  /// Reads a value, or throws its problems with paths that begin at it.
  let decode:
    @Sendable (NavigationBundleValue, BundleReading) throws(NavigationBundleError) -> Value
  /// Returns the value of a missing row.
  ///
  /// If nil, a missing row is an error.
  let missing: (@Sendable () -> Value)?
  /// Whether the type has nil as a value, whose untyped form is `null`.
  let isOptional: Bool
  /// Whether rows inside are private.
  ///
  /// A value that does not match the type is then not shown.
  let hasPrivateParts: Bool

  init(
    name: String,
    missing: (@Sendable () -> Value)? = nil,
    isOptional: Bool = false,
    hasPrivateParts: Bool = false,
    encode: @escaping @Sendable (Value) -> NavigationBundleValue,
    decode:
      @escaping @Sendable (NavigationBundleValue, BundleReading) throws(NavigationBundleError)
      -> Value
  ) {
    self.name = name
    self.missing = missing
    self.isOptional = isOptional
    self.hasPrivateParts = hasPrivateParts
    self.encode = encode
    self.decode = decode
  }

  /// Creates a type whose values have no parts.
  ///
  /// The closure `read` returns nil for a value of another type.
  init(
    name: String,
    nameInQueries: String? = nil,
    encode: @escaping @Sendable (Value) -> NavigationBundleValue,
    read: @escaping @Sendable (NavigationBundleValue, BundleReading) -> Value?
  ) {
    self.init(
      name: name,
      encode: encode,
      decode: { value, reading throws(NavigationBundleError) in
        if let value = read(value, reading) { return value }
        let expected = reading.source == .query ? nameInQueries ?? name : name
        throw reading.refusal(expected: expected, found: value)
      }
    )
  }

  /// Creates the type of a scalar.
  init(scalar type: Value.Type) where Value: BundleScalar {
    self.init(
      name: "\(type)",
      nameInQueries: type.nameInQueries,
      encode: { $0.bundleValue },
      read: { Value.read($0, $1) }
    )
  }

  /// Returns this type for a row that may be missing.
  ///
  /// A missing row is read as the default value.
  ///
  /// Use it for rows that are not saved or that older data does not have. The default is used only
  /// for a missing row. A row with a wrong value is still an error.
  ///
  /// The default of an optional type is nil. Giving it another default is a programming error and
  /// stops the program.
  public func defaulting(to value: Value) -> Self where Value: Sendable {
    // A row with nil is not written, so it would be read back as the default.
    precondition(
      !isOptional,
      "A missing row of the type \(name) is read as nil. Remove the default."
    )
    return Self(
      name: name,
      missing: { value },
      hasPrivateParts: hasPrivateParts,
      encode: encode,
      decode: decode
    )
  }
}
