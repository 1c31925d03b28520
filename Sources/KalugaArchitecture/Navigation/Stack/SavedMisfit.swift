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
    let whole = try? JSONValue(from: decoder)
    // An enum case with a payload is encoded as an object whose only key is the name of the case.
    // The name is not private.
    if place.isEmpty, case .object(let members) = whole, members.count == 1 {
      found = members.keys.joined().escapingControlCharacters()
    } else {
      found = place.reduce(whole) { $0?.member($1) }?.kind ?? "nothing"
    }
  }
}
