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
  let decode: @Sendable (NavigationBundleValue, DecodingPath) -> Decoded<Value>
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
    decode: @escaping @Sendable (NavigationBundleValue, DecodingPath) -> Decoded<Value>
  ) {
    self.name = name
    self.missing = missing
    self.isOptional = isOptional
    self.hasPrivateParts = hasPrivateParts
    self.encode = encode
    self.decode = decode
  }

  /// A type whose values are recognised, or not, without a look inside.
  ///
  /// JSON has numbers and truth values of its own, so a text is none there: `isTextInJSON` says which
  /// texts are values all the same.
  init(
    name: String,
    isTextInJSON: @escaping @Sendable (String) -> Bool = { _ in true },
    encode: @escaping @Sendable (Value) -> NavigationBundleValue,
    read: @escaping @Sendable (NavigationBundleValue) -> Value?
  ) {
    self.init(name: name, encode: encode) { value, path in
      if path.reading.source == .json, case .text(let text) = value, !isTextInJSON(text) {
        .problems([path.problem(expected: name, found: value)])
      } else if let result = read(value) {
        .value(result)
      } else {
        .problems([path.problem(expected: name, found: value)])
      }
    }
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

/// What came out of a row.
enum Decoded<Value> {
  case value(Value)
  case problems([NavigationBundleError.Problem])
}

/// What reading has to know beside the spec.
struct BundleReading: Sendable {
  /// Where rows come from.
  enum Form: Hashable, Sendable {
    /// Typed values, or text of unknown type.
    case rows
    /// JSON, which tells numbers and truth values from text.
    case json
  }

  var source = Form.rows
  var unknownKeys = NavigationBundleUnknownKeys.ignored
}

/// Where in a bundle decoding is, and whether what is there may be shown.
struct DecodingPath: Sendable {
  let reading: BundleReading
  private(set) var text = ""
  private(set) var isPrivate = false

  init(_ reading: BundleReading = BundleReading()) {
    self.reading = reading
  }

  func row(_ key: String, isPrivate: Bool) -> DecodingPath {
    var path = self
    path.text += text.isEmpty ? key : ".\(key)"
    path.isPrivate = self.isPrivate || isPrivate
    return path
  }

  func element(_ index: Int) -> DecodingPath {
    var path = self
    path.text += "[\(index)]"
    return path
  }

  /// A key that the spec does not name; strangers may have chosen it.
  func unknown(_ key: String) -> NavigationBundleError.Problem {
    row(key.escapingControlCharacters(), isPrivate: true)
      .problem(expected: "no such row", found: "one")
  }

  func problem(
    expected: String,
    found: NavigationBundleValue,
    isPrivate hasPrivateParts: Bool = false
  ) -> NavigationBundleError.Problem {
    let isHidden = isPrivate || hasPrivateParts
    return problem(expected: expected, found: isHidden ? "<private>" : found.description)
  }

  func problem(expected: String, found: String) -> NavigationBundleError.Problem {
    NavigationBundleError.Problem(path: text, expected: expected, found: found)
  }
}
