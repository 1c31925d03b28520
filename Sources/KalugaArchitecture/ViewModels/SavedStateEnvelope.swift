#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What stands around saved state: its version, and the JSON of the state as text.
///
/// The text keeps the state of an unknown version readable for a migration.
struct SavedStateEnvelope: Codable {
  private let version: Int
  private let state: String

  static func seal<State: Encodable>(
    _ state: State,
    version: Int
  ) throws(SavedStateError) -> Data {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let json = String(decoding: try encoder.encode(state), as: UTF8.self)
      return try encoder.encode(SavedStateEnvelope(version: version, state: json))
    } catch {
      throw .notWritable(place(of: error))
    }
  }

  static func open<State: Decodable>(
    _ data: Data,
    version: Int,
    migrate: ((Int, Data) throws -> State)?
  ) throws(SavedStateError) -> State {
    let envelope: SavedStateEnvelope
    do {
      envelope = try JSONDecoder().decode(SavedStateEnvelope.self, from: data)
    } catch {
      throw .damaged(place(of: error))
    }
    let json = Data(envelope.state.utf8)
    guard envelope.version != version else {
      do {
        return try JSONDecoder().decode(State.self, from: json)
      } catch {
        throw .damaged(place(of: error))
      }
    }
    guard let migrate else { throw .wrongVersion(expected: version, found: envelope.version) }
    do {
      return try migrate(envelope.version, json)
    } catch {
      throw .damaged("the migration from version \(envelope.version) failed")
    }
  }

  /// Where an error is, without the values that it may quote.
  private static func place(of error: any Error) -> String {
    switch error {
    case EncodingError.invalidValue(_, let context): "no JSON for \(path(context.codingPath))"
    case DecodingError.keyNotFound(let key, let context):
      "\(path(context.codingPath + [key])) is missing"
    case DecodingError.typeMismatch(let type, let context),
      DecodingError.valueNotFound(let type, let context):
      "\(path(context.codingPath)): expected \(type)"
    case DecodingError.dataCorrupted(let context): "\(path(context.codingPath)) is no valid data"
    default: "it cannot be read"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    keys.isEmpty ? "the whole" : keys.map(\.stringValue).joined(separator: ".")
  }
}
