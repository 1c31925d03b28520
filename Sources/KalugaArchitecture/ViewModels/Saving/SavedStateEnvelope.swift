#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stored form of saved state: its version, its JSON and a checksum of both.
///
///     {
///       "checksum" : "9d4f2b1c55e08a37",
///       "state" : { "theme" : "dark" },
///       "version" : 1
///     }
///
/// Without the checksum most damage would go unnoticed: changing a byte in a string or number gives
/// another valid state. A person who edits the file leaves it out. Earlier versions of the toolkit
/// saved the JSON as a string.
struct SavedStateEnvelope: Codable, Sendable {
  private let version: Int
  /// The JSON of the state.
  let state: JSONValue
  private var checksum: String?

  /// How deep the JSON of a property may be nested, so that the file that contains it can be read.
  static let maximumDepth = 200

  /// Encodes a state.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - version: The version of its format.
  ///   - maximumDepth: How deep its JSON may be nested. The decoder of the platform reads 512 levels.
  /// - Throws: ``SavedStateError/notWritable(_:)``.
  init(
    _ state: some Encodable,
    version: Int,
    maximumDepth: Int = 500
  ) throws(SavedStateError) {
    let json = try Self.json(of: state)
    // `Decimal.nan` is written as text that no decoder reads.
    guard let value = try? JSONDecoder().decode(JSONValue.self, from: json) else {
      throw .notWritable("it cannot be written as JSON")
    }
    guard value.depth <= maximumDepth else { throw .notWritable("its JSON is nested too deep") }
    self.version = version
    self.state = value
    checksum = Self.checksum(version, value)
  }

  private enum CodingKeys: CodingKey, CaseIterable {
    case version, state, checksum
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let version = try container.decode(Int.self, forKey: .version)
    let state = try container.decode(JSONValue.self, forKey: .state)
    let checksum = try container.decodeIfPresent(String.self, forKey: .checksum)
    // Damage to the name of the checksum must not look like an edited file without one.
    if let key = try decoder.container(keyedBy: AnyCodingKey.self).allKeys.first(where: { key in
      !CodingKeys.allCases.contains { $0.stringValue == key.stringValue }
    }) {
      let context = DecodingError.Context(codingPath: [key], debugDescription: "unknown")
      throw DecodingError.dataCorrupted(context)
    }
    self.version = version
    // The checksum tells the string of an earlier version from a state that is a string.
    if case .string(let json) = state, checksum == "\(version) \(json)".checksum {
      self.state = try JSONDecoder().decode(JSONValue.self, from: Data(json.utf8))
      self.checksum = nil
    } else {
      self.state = state
      self.checksum = checksum
    }
  }

  /// Returns the data of a state in its envelope, for a file.
  static func seal(_ state: some Encodable, version: Int) throws(SavedStateError) -> Data {
    try json(of: SavedStateEnvelope(state, version: version), .prettyPrinted)
  }

  /// Returns the state in what ``seal(_:version:)`` has returned.
  static func open<State: Decodable>(
    _ data: Data,
    version: Int,
    migrate: ((Int, Data) throws -> State)?
  ) throws(SavedStateError) -> State {
    try SavedStateEnvelope(reading: data).open(version: version, migrate: migrate)
  }

  /// Reads an envelope, but not the state in it.
  init(reading data: Data) throws(SavedStateError) {
    do {
      self = try JSONDecoder().decode(SavedStateEnvelope.self, from: data)
    } catch {
      throw .damaged(Self.place(of: error) ?? Self.unknown)
    }
  }

  static func json(
    of value: some Encodable,
    _ formatting: JSONEncoder.OutputFormatting = []
  ) throws(SavedStateError) -> Data {
    do {
      return try JSONEncoder.forSavedState(formatting).encode(value)
    } catch {
      throw .notWritable(place(of: error) ?? "its own encoding failed")
    }
  }

  private var isIntact: Bool { checksum.map { $0 == Self.checksum(version, state) } ?? true }

  /// The same for a place in a larger file, which has a checksum of its own.
  fileprivate var withoutChecksum: SavedStateEnvelope {
    var envelope = self
    if isIntact { envelope.checksum = nil }
    return envelope
  }

  private static func checksum(_ version: Int, _ state: JSONValue) -> String {
    var text = "\(version) "
    state.appendCanonicalText(to: &text)
    return text.checksum
  }

  /// Decodes the state.
  func open<State: Decodable>(
    version: Int,
    migrate: ((Int, Data) throws -> State)?
  ) throws(SavedStateError) -> State {
    guard isIntact else { throw .damaged("its checksum does not match") }
    let json: Data
    do throws(SavedStateError) {
      json = try Self.json(of: state)
    } catch {
      throw .damaged(Self.unknown)
    }
    guard self.version != version else {
      do {
        return try JSONDecoder.forSavedState().decode(State.self, from: json)
      } catch {
        throw .damaged(Self.place(of: error) ?? Self.unknown)
      }
    }
    guard let migrate else { throw .wrongVersion(expected: version, found: self.version) }
    do {
      return try migrate(self.version, json)
    } catch {
      let place = Self.place(of: error).map { ": \($0)" } ?? ""
      throw .damaged("the migration from version \(self.version) failed\(place)")
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

/// The state of a screen or a nested stack, which is written as JSON in the JSON of its file.
struct NestedState: Codable {
  let data: Data

  init(_ data: Data) {
    self.data = data
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    // Earlier versions wrote text.
    if let data = try? container.decode(Data.self) {
      self.data = data
    } else {
      data = try JSONEncoder.forSavedState().encode(try container.decode(JSONValue.self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    let decoder = JSONDecoder()
    if let values = try? decoder.decode([String: SavedStateEnvelope].self, from: data) {
      try container.encode(values.mapValues(\.withoutChecksum))
    } else if let stack = try? decoder.decode(SavedStateEnvelope.self, from: data) {
      try container.encode(stack.withoutChecksum)
    } else {
      try container.encode(data)
    }
  }
}

extension String {
  /// The 64-bit FNV-1a hash, which detects every change of a single byte, and misses about one in
  /// 2⁶⁴ other changes.
  fileprivate var checksum: String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    return String(hash, radix: 16)
  }
}

extension JSONValue {
  /// Appends a text that depends neither on white space nor on how numbers are written.
  fileprivate func appendCanonicalText(to text: inout String) {
    switch self {
    case .null: text += "null "
    case .boolean(let value): text += "\(value) "
    case .integer(let value): text += "\(value) "
    case .number(let value): text += Int128(exactly: value).map { "\($0) " } ?? "\(value) "
    case .decimal(let value): text += "\(value) "
    case .string(let value): text += "\(value.utf8.count):\(value) "
    case .array(let elements):
      text += "[\(elements.count) "
      for element in elements { element.appendCanonicalText(to: &text) }
    case .object(let members):
      text += "{\(members.count) "
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        text += "\(key.utf8.count):\(key) "
        value.appendCanonicalText(to: &text)
      }
    }
  }
}
