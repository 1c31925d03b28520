#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stored form of saved state: its version, its JSON as a string, and a checksum of both.
///
/// Storing the JSON as a string lets a migration read the state of any version. Without the
/// checksum most damage would go unnoticed: changing a byte in a string or number gives another
/// valid state.
struct SavedStateEnvelope: Codable, Sendable {
  private let version: Int
  /// The JSON of the state.
  let state: String
  private let checksum: String

  private init(version: Int, state: String) {
    self.version = version
    self.state = state
    checksum = Self.checksum(version, state)
  }

  /// Encodes a state.
  init(_ state: some Encodable, version: Int) throws(SavedStateError) {
    let json = try Self.json(of: state)
    self.init(version: version, state: String(decoding: json, as: UTF8.self))
  }

  /// Reads an envelope, but not the state in it.
  init(reading data: Data) throws(SavedStateError) {
    do {
      self = try JSONDecoder().decode(SavedStateEnvelope.self, from: data)
    } catch {
      throw .damaged(Self.place(of: error) ?? Self.unknown)
    }
  }

  /// Returns the 64-bit FNV-1a hash, which detects every change of a single byte, and misses about
  /// one in 2⁶⁴ other changes.
  private static func checksum(_ version: Int, _ state: String) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(version) \(state)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }

  /// Returns the data of a state in its envelope.
  static func seal(_ state: some Encodable, version: Int) throws(SavedStateError) -> Data {
    try json(of: SavedStateEnvelope(state, version: version))
  }

  /// Returns the state that ``seal(_:version:)`` has written.
  static func open<State: Decodable>(
    _ data: Data,
    version: Int,
    migrate: ((Int, Data) throws -> State)?
  ) throws(SavedStateError) -> State {
    try SavedStateEnvelope(reading: data).open(version: version, migrate: migrate)
  }

  static func json(of value: some Encodable) throws(SavedStateError) -> Data {
    do {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      return try encoder.encode(value)
    } catch {
      throw .notWritable(place(of: error) ?? "its own encoding failed")
    }
  }

  /// Decodes the state.
  func open<State: Decodable>(
    version: Int,
    migrate: ((Int, Data) throws -> State)?
  ) throws(SavedStateError) -> State {
    guard checksum == Self.checksum(self.version, state) else {
      throw .damaged("its checksum does not match")
    }
    let json = Data(state.utf8)
    guard self.version != version else {
      do {
        return try JSONDecoder().decode(State.self, from: json)
      } catch {
        throw .damaged(Self.place(of: error) ?? Self.unknown)
      }
    }
    guard let migrate else { throw .wrongVersion(expected: version, found: self.version) }
    do {
      return try migrate(self.version, json)
    } catch {
      throw .damaged("the migration from version \(self.version) failed")
    }
  }

  /// Returns the members of a state that is an object, each as a state of its own.
  func members() throws(SavedStateError) -> [String: SavedStateEnvelope] {
    let state: JSONValue = try open(version: version, migrate: nil)
    guard case .object(let members) = state else {
      throw .damaged("the data: expected an object")
    }
    var states: [String: SavedStateEnvelope] = [:]
    for (name, member) in members {
      states[name] = try SavedStateEnvelope(member, version: version)
    }
    return states
  }

  private static var unknown: String { "it cannot be read" }

  /// Describes where an error occurred, if known, without quoting values, which may be private.
  private static func place(of error: any Error) -> String? {
    switch error {
    case EncodingError.invalidValue(_, let context):
      "\(path(context.codingPath)) cannot be written as JSON"
    case DecodingError.keyNotFound(let key, let context):
      "\(path(context.codingPath + [key])) is missing"
    case DecodingError.typeMismatch(let type, let context),
      DecodingError.valueNotFound(let type, let context):
      "\(path(context.codingPath)): expected \(type)"
    case DecodingError.dataCorrupted(let context): "\(path(context.codingPath)) is not valid"
    default: nil
    }
  }

  /// Returns the path that the keys form, in words.
  static func path(_ keys: [any CodingKey]) -> String {
    keys.isEmpty ? "the data" : keys.map(name).joined(separator: ".")
  }

  /// Returns the name of a property, or `*` for the key of a dictionary, which may be private.
  private static func name(_ key: any CodingKey) -> String {
    let mirror = Mirror(reflecting: key)
    return mirror.displayStyle == .enum && mirror.children.isEmpty ? key.stringValue : "*"
  }
}
