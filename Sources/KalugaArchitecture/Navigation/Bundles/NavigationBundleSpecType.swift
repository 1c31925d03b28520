/// How one type of value goes into a row of a bundle and comes out again.
///
/// There is one for each of Kaluga's types that exists in Swift: `.unit`, `.boolean`, the integers,
/// `.float`, `.double`, `.character`, `.string`, `.date`, `.array(_:)`, `.optional(_:)`, `.bundle(_:)` and
/// `.codable(_:)` for everything else.
///
/// Kaluga: `NavigationBundleSpecType`.
public struct NavigationBundleSpecType<Value>: Sendable {
  /// The type's name in error messages.
  public let name: String

  let encode: @Sendable (Value) -> NavigationBundleValue
  let decode: @Sendable (NavigationBundleValue, DecodingPath) -> Decoded<Value>
  /// What stands for a row that is not there; nil if that is an error.
  let missing: NavigationBundleValue?

  init(
    name: String,
    missing: NavigationBundleValue? = nil,
    encode: @escaping @Sendable (Value) -> NavigationBundleValue,
    decode: @escaping @Sendable (NavigationBundleValue, DecodingPath) -> Decoded<Value>
  ) {
    self.name = name
    self.missing = missing
    self.encode = encode
    self.decode = decode
  }

  /// A type whose values are recognised, or not, without a look inside.
  init(
    name: String,
    encode: @escaping @Sendable (Value) -> NavigationBundleValue,
    read: @escaping @Sendable (NavigationBundleValue) -> Value?
  ) {
    self.init(name: name, encode: encode) { value, path in
      if let result = read(value) {
        .value(result)
      } else {
        .problems([path.problem(expected: name, found: value)])
      }
    }
  }
}

/// What came out of a row.
enum Decoded<Value> {
  case value(Value)
  case problems([NavigationBundleError.Problem])
}

/// Where in a bundle decoding is, and whether what is there may be shown.
struct DecodingPath: Sendable {
  private(set) var text = ""
  private(set) var isPrivate = false

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

  func problem(expected: String, found: NavigationBundleValue) -> NavigationBundleError.Problem {
    problem(expected: expected, found: isPrivate ? "<private>" : found.description)
  }

  func problem(expected: String, found: String) -> NavigationBundleError.Problem {
    NavigationBundleError.Problem(path: text, expected: expected, found: found)
  }
}
