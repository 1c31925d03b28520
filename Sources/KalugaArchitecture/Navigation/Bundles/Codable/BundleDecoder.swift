/// Decodes a value of a `Codable` type from its untyped form.
struct BundleDecoder: Decoder {
  /// The problems of a value, with paths that begin at that value.
  struct Misfit: Error {
    let problems: [NavigationBundleError.Problem]
  }

  private let value: NavigationBundleValue
  private let reading: BundleReading
  private let privateKeys: Set<String>

  init(
    _ value: NavigationBundleValue,
    _ reading: BundleReading,
    privateKeys: Set<String> = []
  ) {
    self.value = value
    self.reading = reading
    self.privateKeys = privateKeys
  }

  /// Decodes a part of a value.
  ///
  /// Uses the spec of the part's type if it has one.
  static func part<Value: Decodable>(
    _ type: Value.Type,
    from value: NavigationBundleValue,
    _ reading: BundleReading
  ) throws -> Value {
    if let scalar = type as? any BundleScalar.Type {
      guard let value = scalar.read(value, reading) as? Value else {
        throw reading.misfit(type, value)
      }
      return value
    }
    if let content = type as? any NavigationBundleContent.Type {
      return try nested(content, from: value, reading, as: type)
    }
    return try composite(type, from: value, reading)
  }

  private static func nested<Content: NavigationBundleContent, Value>(
    _ content: Content.Type,
    from value: NavigationBundleValue,
    _ reading: BundleReading,
    as type: Value.Type
  ) throws -> Value {
    let nested = NavigationBundleSpecType.bundle(Content.bundleSpec)
    switch nested.decode(value, reading) {
    case .value(let content as Value): return content
    case .value: throw reading.misfit(type, value)
    case .problems(let problems): throw Misfit(problems: problems)
    }
  }

  /// Decodes a value with parts, or one that is encoded as another type.
  static func composite<Value: Decodable>(
    _ type: Value.Type,
    from value: NavigationBundleValue,
    _ reading: BundleReading
  ) throws -> Value {
    do {
      let rows = reading.privateRows
      let privateKeys = rows?.content == ObjectIdentifier(type) ? rows?.keys : nil
      return try Value(from: BundleDecoder(value, reading, privateKeys: privateKeys ?? []))
    } catch let misfit as Misfit {
      throw misfit
    } catch {
      // The type refused the value. Its error and the parts of the value may be private.
      throw reading.misfit(type, value, hasPrivateParts: value.text == nil)
    }
  }

  // MARK: Decoder

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .bundle(let rows) = value else { throw reading.misfit("rows", value) }
    return KeyedDecodingContainer(
      Keyed(rows: rows, table: BundleRowTable(rows), reading: reading, privateKeys: privateKeys)
    )
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let values) = value else { throw reading.misfit("an array", value) }
    return Unkeyed(values: values, reading: reading)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer {
    Single(value: value, reading: reading)
  }

  // MARK: Containers

  private struct Single: SingleValueDecodingContainer {
    let value: NavigationBundleValue
    let reading: BundleReading
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { value == .null }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try BundleDecoder.part(type, from: value, reading)
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let rows: [NavigationBundleRow]
    let table: BundleRowTable
    let reading: BundleReading
    let privateKeys: Set<String>
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { rows.compactMap { Key(stringValue: $0.key) } }

    // A property that was not written has a row with nil, which other forms omit.
    func contains(_ key: Key) -> Bool { value(key) != .null }

    func decodeNil(forKey key: Key) -> Bool { value(key) == .null }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      do {
        return try BundleDecoder.part(type, from: value(key), reading(key))
      } catch let misfit as Misfit {
        // The keys of a private dictionary are private as well.
        let name = reading.isPrivate ? "<private>" : key.stringValue.escapingControlCharacters()
        throw Misfit(problems: misfit.problems.map { $0.inside(row: name) })
      }
    }

    private func value(_ key: any CodingKey) -> NavigationBundleValue {
      table[key.stringValue]?.value ?? .null
    }

    /// Returns how to read a row, which may be private even if the spec does not say so.
    private func reading(_ key: any CodingKey) -> BundleReading {
      let isPrivate = table[key.stringValue]?.isPrivate == true
      return reading.hiding(isPrivate || privateKeys.contains(key.stringValue))
    }

    private func decoder(_ key: any CodingKey) -> BundleDecoder {
      BundleDecoder(value(key), reading(key))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder(key).unkeyedContainer()
    }

    func superDecoder() -> any Decoder { decoder(BundleSchema.superKey) }
    func superDecoder(forKey key: Key) -> any Decoder { decoder(key) }
  }

  private struct Unkeyed: UnkeyedDecodingContainer {
    let values: [NavigationBundleValue]
    let reading: BundleReading
    private(set) var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { values.count }
    var isAtEnd: Bool { currentIndex == values.count }

    init(values: [NavigationBundleValue], reading: BundleReading) {
      self.values = values
      self.reading = reading
    }

    private func current() throws -> NavigationBundleValue {
      guard !isAtEnd else {
        let path = "[\(currentIndex)]"
        throw Misfit(problems: [.init(path: path, expected: "an element", found: "nothing")])
      }
      return values[currentIndex]
    }

    mutating func decodeNil() throws -> Bool {
      guard try current() == .null else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      do {
        let value = try BundleDecoder.part(type, from: current(), reading)
        currentIndex += 1
        return value
      } catch let misfit as Misfit {
        throw Misfit(problems: misfit.problems.map { $0.inside(element: currentIndex) })
      }
    }

    private mutating func decoder() throws -> BundleDecoder {
      defer { currentIndex += 1 }
      return BundleDecoder(try current(), reading)
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      try decoder().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try decoder().unkeyedContainer()
    }

    mutating func superDecoder() throws -> any Decoder { try decoder() }
  }
}

extension BundleReading {
  fileprivate func misfit(
    _ expected: Any,
    _ value: NavigationBundleValue,
    hasPrivateParts: Bool = false
  ) -> BundleDecoder.Misfit {
    BundleDecoder.Misfit(problems: [
      misfit(expected: "\(expected)", found: value, hasPrivateParts: hasPrivateParts)
    ])
  }
}
