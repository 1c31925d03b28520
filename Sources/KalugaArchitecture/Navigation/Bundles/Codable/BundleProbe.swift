/// A decoder for a dry run of one value, which records what is decoded and returns placeholders.
final class BundleProbe: Decoder {
  private enum Form {
    case none
    case single(BundleSchema.Shape)
    case rows([(key: String, probe: BundleProbe)])
    case array(BundleProbe)
    case dictionary(BundleProbe)
  }

  /// The key of a dictionary.
  private static let anyKey = "*"

  private let finder: BundleSchemaFinder
  /// Whether the probe returns nil and empty collections, which ends the recursion of types.
  private let isEmpty: Bool
  private var form = Form.none
  private var wasAskedForNil = false
  private var wasAskedForPresence = false
  /// Whether the type asked which keys are present, and has fixed keys.
  ///
  /// Its rows then depend on the value.
  private(set) var wasAskedForAllKeys = false

  init(finder: BundleSchemaFinder, isEmpty: Bool = false) {
    self.finder = finder
    self.isEmpty = isEmpty
  }

  private var hasRows: Bool { if case .rows(let rows) = form { !rows.isEmpty } else { false } }

  /// Whether the type has a value without parts.
  var canBeEmpty: Bool {
    switch form {
    case .array, .dictionary: true
    case .none, .single, .rows: wasAskedForNil
    }
  }

  /// The shape of what was decoded.
  ///
  /// Nil if nothing was.
  var shape: BundleSchema.Shape? {
    let shape: BundleSchema.Shape? =
      switch form {
      case .none: nil
      case .single(let shape): shape
      case .rows(let rows):
        .rows(rows.compactMap { key, probe in probe.shape.map { (key, $0) } })
      case .array(let element): element.shape.map { .array($0) }
      case .dictionary(let element): element.shape.map { .dictionary($0) }
      }
    guard let shape, !shape.isOptional, wasAskedForNil || wasAskedForPresence else { return shape }
    return .optional(shape, isLeftOut: wasAskedForPresence)
  }

  /// Returns a placeholder for a part, and records the shape of the part.
  private func part<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      let (shape, value) = try finder.part(type)
      if wasAskedForNil, shape.isOptional {
        // Both kinds of nil would be written as the same row.
        throw BundleSchemaFinder.Refusal(expected: "one level of optionals", found: "\(type)?")
      }
      form = .single(shape)
      return value
    } catch let recursion as BundleSchemaFinder.Recursion {
      form = .single(finder.later(type))
      throw recursion
    }
  }

  private func row(_ key: any CodingKey) -> BundleProbe {
    switch form {
    case .dictionary(let element):
      if key.stringValue != Self.anyKey { wasAskedForAllKeys = true }
      return element
    case .rows(var rows):
      if let row = rows.first(where: { $0.key == key.stringValue }) { return row.probe }
      let probe = BundleProbe(finder: finder)
      rows.append((key.stringValue, probe))
      form = .rows(rows)
      return probe
    case .none, .single, .array:
      let probe = BundleProbe(finder: finder)
      form = .rows([(key.stringValue, probe)])
      return probe
    }
  }

  // MARK: Decoder

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    if case .none = form { form = .rows([]) }
    return KeyedDecodingContainer(Keyed(probe: self))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    let element = BundleProbe(finder: finder)
    form = .array(element)
    return Unkeyed(element: element, isAtEnd: isEmpty)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(probe: self) }

  // MARK: Containers

  // The containers have overloads for integers of 128 bits, because the standard library has
  // defaults for these, which throw.

  private struct Single: SingleValueDecodingContainer {
    let probe: BundleProbe
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool {
      probe.wasAskedForNil = true
      return probe.isEmpty
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try probe.part(type) }
    func decode(_ type: Int128.Type) throws -> Int128 { try probe.part(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try probe.part(type) }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let probe: BundleProbe
    var codingPath: [any CodingKey] { [] }

    /// An arbitrary key if the type accepts any name like a dictionary.
    ///
    /// A type with fixed keys that asks for them, such as an enum with payloads, is not supported.
    var allKeys: [Key] {
      guard let key = Key(stringValue: BundleProbe.anyKey), !probe.hasRows else {
        probe.wasAskedForAllKeys = true
        return []
      }
      guard !probe.isEmpty else { return [] }
      probe.form = .dictionary(BundleProbe(finder: probe.finder))
      return [key]
    }

    func contains(_ key: Key) -> Bool {
      probe.row(key).wasAskedForPresence = true
      return true
    }

    func decodeNil(forKey key: Key) -> Bool {
      probe.row(key).wasAskedForNil = true
      return false
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try part(type, key)
    }
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try part(type, key) }
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try part(type, key) }

    private func part<Value: Decodable>(_ type: Value.Type, _ key: Key) throws -> Value {
      do {
        return try probe.row(key).part(type)
      } catch let refusal as BundleSchemaFinder.Refusal {
        throw refusal.mapped { $0.inside(row: key.stringValue) }
      }
    }

    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
      probe.row(key).wasAskedForNil = true
      do {
        return try decode(type, forKey: key)
      } catch is BundleSchemaFinder.Recursion {
        return nil
      }
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedDecodingContainer<Nested> {
      probe.row(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer {
      probe.row(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { probe.row(AnyCodingKey(stringValue: "super")) }
    func superDecoder(forKey key: Key) -> any Decoder { probe.row(key) }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let element: BundleProbe
    private(set) var isAtEnd: Bool
    private(set) var currentIndex = 0
    private var type: ObjectIdentifier?
    var codingPath: [any CodingKey] { [] }
    var count: Int? { nil }

    init(element: BundleProbe, isAtEnd: Bool) {
      self.element = element
      self.isAtEnd = isAtEnd
    }

    private mutating func advance(_ next: Any.Type) throws {
      guard type == nil || type == ObjectIdentifier(next) else {
        throw BundleSchemaFinder.Refusal(expected: "elements of one type", found: "\(next)")
      }
      type = ObjectIdentifier(next)
      isAtEnd = true
      currentIndex += 1
    }

    func decodeNil() -> Bool {
      element.wasAskedForNil = true
      return false
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try part(type) }
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try part(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try part(type) }

    private mutating func part<Value: Decodable>(_ type: Value.Type) throws -> Value {
      do {
        try advance(type)
        return try element.part(type)
      } catch let refusal as BundleSchemaFinder.Refusal {
        throw refusal.mapped { $0.inside(element: 0) }
      }
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      try advance(type)
      return element.container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try advance([Any].self)
      return element.unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder {
      try advance((any Decoder).self)
      return element
    }
  }
}
