/// The location and the kind of the value because of which a saved destination does not decode.
struct SavedMisfit: Codable, Hashable, Sendable {
  let path: String
  let expected: String
  let found: String

  /// Creates a description of a decoding error, without the values that the error may quote.
  ///
  /// - Parameters:
  ///   - error: The error that decoding the destination has thrown.
  ///   - type: The type of the destination.
  ///   - decoder: The decoder of the destination.
  init(_ error: any Error, decoding type: Any.Type, from decoder: any Decoder) {
    var place: [any CodingKey] = []
    var expected = "a valid value"
    switch error {
    case DecodingError.keyNotFound(let key, let context): place = context.codingPath + [key]
    case DecodingError.typeMismatch(let type, let context),
      DecodingError.valueNotFound(let type, let context):
      place = context.codingPath
      expected = "\(type)"
    case DecodingError.dataCorrupted(let context): place = context.codingPath
    default: break
    }
    place.removeFirst(min(decoder.codingPath.count, place.count))
    path = place.isEmpty ? "" : SavedStateEnvelope.path(place)
    self.expected = place.isEmpty ? "\(type)" : expected
    let whole = try? JSONShape(from: decoder)
    // An enum case with a payload is encoded as an object whose only key is the name of the case.
    // The name is not private.
    if place.isEmpty, case .object(let members) = whole, members.count == 1 {
      found = members.keys.joined().escapingControlCharacters()
    } else {
      found = place.reduce(whole) { $0?.member($1) }?.kind ?? "nothing"
    }
  }
}

/// The structure of a JSON value: its kinds and keys, without the scalar values.
private indirect enum JSONShape: Decodable {
  case null, boolean, number, string
  case array([JSONShape])
  case object([String: JSONShape])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if (try? value.decode(Bool.self)) != nil {
      self = .boolean
    } else if (try? value.decode(String.self)) != nil {
      self = .string
    } else if let elements = try? value.decode([JSONShape].self) {
      self = .array(elements)
    } else if let members = try? value.decode([String: JSONShape].self) {
      self = .object(members)
    } else {
      self = .number
    }
  }

  var kind: String {
    switch self {
    case .null: "nothing"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  func member(_ key: any CodingKey) -> JSONShape? {
    switch self {
    case .object(let members): members[key.stringValue]
    case .array(let elements):
      key.intValue.flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    default: nil
    }
  }
}
