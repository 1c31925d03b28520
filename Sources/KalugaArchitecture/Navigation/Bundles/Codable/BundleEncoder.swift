/// Writes a value of a `Codable` type in the form that it has in a row.
///
/// A class, because nested containers are written to later.
final class BundleEncoder: Encoder {
  private enum Form {
    case none
    case single(NavigationBundleValue)
    case rows([(key: String, part: BundleEncoder)])
    case elements([BundleEncoder])
  }

  private let schema: BundleSchema
  private var form = Form.none

  init(schema: BundleSchema) {
    self.schema = schema
  }

  /// The form of a part; one with a spec of its own has the rows of that.
  private func value<Value: Encodable>(of part: Value) throws -> NavigationBundleValue {
    if let scalar = part as? any BundleScalar { return scalar.bundleValue }
    if let content = part as? any NavigationBundleContent { return .bundle(content.rows) }
    return try BundleEncoder(schema: schema).composite(part)
  }

  /// The form of a value that has several parts, or the form of another type.
  func composite<Value: Encodable>(_ value: Value) throws -> NavigationBundleValue {
    try value.encode(to: self)
    return schema.arranged(written, as: Value.self)
  }

  private var written: NavigationBundleValue {
    switch form {
    case .none: .bundle([])
    case .single(let value): value
    case .rows(let rows):
      .bundle(rows.map { NavigationBundleRow(key: $0.key, value: $0.part.written) })
    case .elements(let elements): .array(elements.map(\.written))
    }
  }

  private func row(_ key: any CodingKey) -> BundleEncoder {
    let part = BundleEncoder(schema: schema)
    if case .rows(var rows) = form {
      form = .none
      rows.append((key.stringValue, part))
      form = .rows(rows)
    } else {
      form = .rows([(key.stringValue, part)])
    }
    return part
  }

  private func element() -> BundleEncoder {
    let part = BundleEncoder(schema: schema)
    if case .elements(var elements) = form {
      form = .none
      elements.append(part)
      form = .elements(elements)
    } else {
      form = .elements([part])
    }
    return part
  }

  // MARK: Encoder

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .none = form { form = .rows([]) }
    return KeyedEncodingContainer(Keyed(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .none = form { form = .elements([]) }
    return Unkeyed(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(encoder: self) }

  // MARK: Containers

  private struct Single: SingleValueEncodingContainer {
    let encoder: BundleEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { encoder.form = .single(.null) }

    func encode<Value: Encodable>(_ value: Value) throws {
      encoder.form = .single(try encoder.value(of: value))
    }
  }

  private struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: BundleEncoder
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { encoder.row(key).form = .single(.null) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      encoder.row(key).form = .single(try encoder.value(of: value))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder.row(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.row(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.row(BundleSchema.superKey) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.row(key) }
  }

  private struct Unkeyed: UnkeyedEncodingContainer {
    let encoder: BundleEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { if case .elements(let elements) = encoder.form { elements.count } else { 0 } }

    func encodeNil() { encoder.element().form = .single(.null) }

    func encode<Value: Encodable>(_ value: Value) throws {
      encoder.element().form = .single(try encoder.value(of: value))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      encoder.element().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      encoder.element().unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.element() }
  }
}
