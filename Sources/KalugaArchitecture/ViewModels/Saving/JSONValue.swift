#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Any JSON value, with all digits of its numbers.
///
/// Bundles, saved state and sessions read and write JSON as this type, with the coders of the
/// platform.
package enum JSONValue: Codable, Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int128)
  case number(Double)
  /// A number that neither an `Int128` nor a `Double` holds exactly.
  case decimal(Decimal)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  package init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    // The most frequent kinds first, because each attempt that fails throws an error.
    if value.decodeNil() {
      self = .null
    } else if let string = try? value.decode(String.self) {
      self = .string(string)
    } else if let members = try? decoder.container(keyedBy: AnyCodingKey.self) {
      self = .object(
        try members.allKeys.reduce(into: [:]) { object, key in
          object[key.stringValue] = try members.decode(JSONValue.self, forKey: key)
        }
      )
    } else if let integer = try? value.decode(Int128.self) {
      // The platform rounds a number with a point or an exponent to a double, which may be whole.
      if let decimal = try? value.decode(Decimal.self), decimal != Decimal(string: "\(integer)") {
        self = Int128("\(decimal)").map { .integer($0) } ?? .decimal(decimal)
      } else {
        let isNegativeZero = integer == 0 && (try? value.decode(Double.self))?.sign == .minus
        self = isNegativeZero ? .number(-0.0) : .integer(integer)
      }
    } else if var elements = try? decoder.unkeyedContainer() {
      var array: [JSONValue] = []
      while !elements.isAtEnd { array.append(try elements.decode(JSONValue.self)) }
      self = .array(array)
    } else if let boolean = try? value.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let number = try? value.decode(Double.self) {
      let decimal = try? value.decode(Decimal.self)
      self =
        decimal.flatMap { $0 == Decimal(string: "\(number)") ? nil : .decimal($0) }
        ?? .number(number)
    } else {
      // A number out of range, or text that is not Unicode. The platform's error has no path.
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .decimal(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// How deep arrays and objects are nested; 0 for other values.
  var depth: Int {
    switch self {
    case .array(let elements): 1 + (elements.map(\.depth).max() ?? 0)
    case .object(let members): 1 + (members.values.map(\.depth).max() ?? 0)
    default: 0
    }
  }

  /// The kind of the value, in words.
  package var kind: String {
    switch self {
    case .null: "nothing"
    case .boolean: "a boolean"
    case .integer, .number, .decimal: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  package func member(_ key: any CodingKey) -> JSONValue? {
    switch self {
    case .object(let members): members[key.stringValue]
    case .array(let elements):
      key.intValue.flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    default: nil
    }
  }
}

/// A key of an object whose keys are not known.
package struct AnyCodingKey: CodingKey {
  package let stringValue: String
  package var intValue: Int? { nil }

  package init(stringValue: String) {
    self.stringValue = stringValue
  }

  package init?(intValue: Int) { nil }
}

extension DecodingError {
  /// The path of the value that does not decode, and the type that it should have, if it has another.
  package var misfit: (path: [any CodingKey], type: Any.Type?) {
    switch self {
    case .keyNotFound(let key, let context): (context.codingPath + [key], nil)
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      (context.codingPath, type)
    case .dataCorrupted(let context): (context.codingPath, nil)
    @unknown default: ([], nil)
    }
  }
}

// MARK: Numbers that are not finite

/// The texts of numbers that JSON has no notation for.
private enum NotFinite {
  static let infinity = "∞"
  static let negativeInfinity = "-∞"
  static let nan = "NaN"
}

extension JSONEncoder {
  /// Makes an encoder that writes numbers that are not finite as text.
  package static func forAnyNumber() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: NotFinite.infinity,
      negativeInfinity: NotFinite.negativeInfinity,
      nan: NotFinite.nan
    )
    return encoder
  }
}

extension JSONDecoder {
  /// Makes a decoder for what ``JSONEncoder/forAnyNumber()`` writes.
  package static func forAnyNumber() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: NotFinite.infinity,
      negativeInfinity: NotFinite.negativeInfinity,
      nan: NotFinite.nan
    )
    return decoder
  }
}

extension JSONValue {
  /// Encodes a value; numbers that are not finite become text.
  package init(encoding value: some Encodable) throws {
    let json = try JSONEncoder.forAnyNumber().encode(value)
    self = try JSONDecoder().decode(JSONValue.self, from: json)
  }

  /// Decodes what ``init(encoding:)`` has encoded.
  package func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    try JSONDecoder.forAnyNumber().decode(type, from: JSONEncoder().encode(self))
  }
}
