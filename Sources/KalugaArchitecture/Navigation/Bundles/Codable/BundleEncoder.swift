/// Encodes a value of a `Codable` type to its untyped form.
///
/// A class, because nested containers are filled later.
final class BundleEncoder: Encoder {
  private enum Form {
    case none
    case single(NavigationBundleValue)
    case rows([(key: String, part: Part)])
    case elements([Part])
  }

  private enum Part {
    case value(NavigationBundleValue)
    /// A nested container, which is not complete yet.
    case encoder(BundleEncoder)

    var written: NavigationBundleValue {
      switch self {
      case .value(let value): value
      case .encoder(let encoder): encoder.written
      }
    }
  }

  private let schema: BundleSchema
  private var form = Form.none

  init(schema: BundleSchema) {
    self.schema = schema
  }

  /// Encodes a part of a value.
  ///
  /// Uses the spec of the part's type if it has one.
  private func value<Value: Encodable>(of part: Value) throws -> NavigationBundleValue {
    if let scalar = part as? any BundleScalar { return scalar.bundleValue }
    if let content = part as? any NavigationBundleContent { return .bundle(content.rows) }
    return try BundleEncoder(schema: schema).composite(part)
  }

  /// Encodes a value with parts, or one that is encoded as another type.
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

  /// Returns the parts and clears the property, so that appending to them does not copy them.
  private func takeForm() -> Form {
    defer { form = .none }
    return form
  }

  private func append(_ part: Part, _ key: any CodingKey) {
    var rows: [(key: String, part: Part)] = []
    if case .rows(let written) = takeForm() { rows = written }
    rows.append((key.stringValue, part))
    form = .rows(rows)
  }

  private func append(_ part: Part) {
    var elements: [Part] = []
    if case .elements(let written) = takeForm() { elements = written }
    elements.append(part)
    form = .elements(elements)
  }

  private func nested(_ key: any CodingKey) -> BundleEncoder {
    let encoder = BundleEncoder(schema: schema)
    append(.encoder(encoder), key)
    return encoder
  }

  private func nested() -> BundleEncoder {
    let encoder = BundleEncoder(schema: schema)
    append(.encoder(encoder))
    return encoder
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

    func encodeNil(forKey key: Key) { encoder.append(.value(.null), key) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      encoder.append(.value(try encoder.value(of: value)), key)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type,
      forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      encoder.nested(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.nested(key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.nested(BundleSchema.superKey) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.nested(key) }
  }

  private struct Unkeyed: UnkeyedEncodingContainer {
    let encoder: BundleEncoder
    var codingPath: [any CodingKey] { [] }
    var count: Int { if case .elements(let elements) = encoder.form { elements.count } else { 0 } }

    func encodeNil() { encoder.append(.value(.null)) }

    func encode<Value: Encodable>(_ value: Value) throws {
      encoder.append(.value(try encoder.value(of: value)))
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      encoder.nested().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      encoder.nested().unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.nested() }
  }
}
