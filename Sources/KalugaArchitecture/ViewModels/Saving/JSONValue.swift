#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// Any JSON value.
package enum JSONValue: Codable, Hashable, Sendable {
  case null
  case boolean(Bool)
  case integer(Int128)
  case unsigned(UInt128)
  case number(Double)
  /// A number with more digits than a `Double` has.
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
    } else if let members = try? value.decode([String: JSONValue].self) {
      self = .object(members)
    } else if let integer = try? value.decode(Int128.self) {
      let isNegativeZero = integer == 0 && (try? value.decode(Double.self))?.sign == .minus
      self = isNegativeZero ? .number(-0.0) : .integer(integer)
    } else if let elements = try? value.decode([JSONValue].self) {
      self = .array(elements)
    } else if let boolean = try? value.decode(Bool.self) {
      self = .boolean(boolean)
    } else if let unsigned = try? value.decode(UInt128.self) {
      self = .unsigned(unsigned)
    } else {
      let number = try value.decode(Double.self)
      let decimal = try? value.decode(Decimal.self)
      self =
        decimal.flatMap { $0 == Decimal(string: "\(number)") ? nil : .decimal($0) }
        ?? .number(number)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .boolean(let value): try container.encode(value)
    case .integer(let value): try container.encode(value)
    case .unsigned(let value): try container.encode(value)
    case .number(let value): try container.encode(value)
    case .decimal(let value): try container.encode(value)
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// The kind of the value, in words.
  package var kind: String {
    switch self {
    case .null: "nothing"
    case .boolean: "a boolean"
    case .integer, .unsigned, .number, .decimal: "a number"
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
