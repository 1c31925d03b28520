#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The rows of all values of a `Codable` type, which a dry run of its decoder has found.
///
/// The platform encodes the values to JSON and decodes them from JSON. The schema converts between
/// that JSON and rows: it knows which text of the JSON is a date, for example.
struct BundleSchema: Sendable {
  /// The form of a value.
  enum Shape: Sendable {
    case scalar(any BundleScalar.Type)
    /// A value that may be nil; its row is left out of the JSON if the type asks for its presence.
    indirect case optional(Shape, isLeftOut: Bool = false)
    indirect case array(Shape)
    indirect case dictionary(Shape)
    case rows([(key: String, shape: Shape)])
    /// The shape of the type in ``BundleSchema/shapes``.
    ///
    /// The type may contain itself.
    case type(Any.Type)

    var isOptional: Bool {
      if case .optional = self { true } else { false }
    }
  }

  /// The shapes of all types other than scalars.
  var shapes: [ObjectIdentifier: Shape] = [:]
  /// The type of the content, which has the private keys.
  var content: ObjectIdentifier?
  var privateKeys: Set<String> = []

  /// Whether the content has nested contents, whose own specs may have private rows.
  var hasContents = false
  var hasPrivateParts: Bool { !privateKeys.isEmpty || hasContents }

  func privateKeys(of type: Any.Type) -> Set<String> {
    ObjectIdentifier(type) == content ? privateKeys : []
  }

  /// Returns a part's type as a content with its own spec, or nil if it has none.
  func nestedContent(_ type: Any.Type) -> (any NavigationBundleContent.Type)? {
    ObjectIdentifier(type) == content ? nil : type as? any NavigationBundleContent.Type
  }

  /// Returns all cases of an enum.
  static func cases(of type: Any.Type) -> [Any] {
    func cases<Value: CaseIterable>(of type: Value.Type) -> [Any] { Array(type.allCases) }
    return (type as? any CaseIterable.Type).map { cases(of: $0) } ?? []
  }

  func name(of shape: Shape) -> String {
    switch shape {
    case .scalar(let type): "\(type)"
    case .optional(let wrapped, _): "\(name(of: wrapped))?"
    case .array(let element): "[\(name(of: element))]"
    case .dictionary(let element): "[String: \(name(of: element))]"
    case .rows: "rows"
    case .type(let type):
      // In errors, a type with rows appears with its own name, and other types with those of their
      // parts.
      switch shapes[ObjectIdentifier(type)] {
      case .rows?, nil: "\(type)"
      case let shape?: choices(of: type) ?? name(of: shape)
      }
    }
  }

  /// Returns the raw values of an enum, in words; nil if the type is not one.
  func choices(of type: Any.Type) -> String? {
    guard case .scalar? = shapes[ObjectIdentifier(type)] else { return nil }
    let values = Self.cases(of: type).compactMap { $0 as? any Encodable }
      .compactMap { try? value(JSONValue(encoding: $0), .type(type)) }
    return values.isEmpty
      ? nil : "one of \(values.map(\.description).joined(separator: ", "))"
  }

  // MARK: Writing

  /// Returns all rows of a content in their order, including those that are nil.
  ///
  /// Returns nil if the content does not have the rows that its decoder has asked for.
  func rows<Content: Encodable>(of content: Content) -> [NavigationBundleRow]? {
    guard let json = try? JSONValue(encoding: content),
      case .bundle(let rows) = value(json, .type(Content.self))
    else { return nil }
    return rows
  }

  private func value(_ json: JSONValue, _ shape: Shape) -> NavigationBundleValue {
    switch (shape, json) {
    case (_, .null): .null
    case (.optional(let wrapped, _), _): value(json, wrapped)
    case (.scalar(let type), _): type.value(json)
    case (.array(let element), .array(let elements)):
      .array(elements.map { value($0, element) })
    case (.dictionary(let element), .object(let members)):
      // Dictionaries have no order, so sort them for a reproducible result.
      .bundle(
        members.sorted { $0.key < $1.key }
          .map { NavigationBundleRow(key: $0, value: value($1, element)) }
      )
    case (.rows(let fields), .object(let members)): rows(members, fields, of: nil)
    case (.type(let type), _): value(json, type)
    default: .invalid("\(json.kind) in place of \(name(of: shape))")
    }
  }

  private func value(_ json: JSONValue, _ type: Any.Type) -> NavigationBundleValue {
    if let nested = nestedContent(type) { return nested.value(json) }
    guard let shape = shapes[ObjectIdentifier(type)] else {
      return .invalid("\(type) cannot be written")
    }
    if case .rows(let fields) = shape, case .object(let members) = json {
      return rows(members, fields, of: type)
    }
    let value = value(json, shape)
    // Sets have no order, so sort them for a reproducible result.
    guard type is any Unordered.Type, case .array(let elements) = value else { return value }
    return .array(elements.sorted(by: Self.precedes))
  }

  private func rows(
    _ members: [String: JSONValue],
    _ fields: [(key: String, shape: Shape)],
    of type: Any.Type?
  ) -> NavigationBundleValue {
    let others = members.filter { member in !fields.contains { $0.key == member.key } }
    guard others.isEmpty || supplies(others, type, members) else {
      // Their keys may be private.
      return .invalid("members without rows in \(type.map { "\($0)" } ?? "an object")")
    }
    let privateKeys = type.map(privateKeys) ?? []
    return .bundle(
      fields.map { key, shape in
        NavigationBundleRow(
          key: key,
          value: members[key].map { value($0, shape) } ?? .null,
          isPrivate: privateKeys.contains(key)
        )
      }
    )
  }

  /// Returns whether a type needs no rows for some of its members, such as constants, because it
  /// supplies their values itself.
  private func supplies(
    _ others: [String: JSONValue],
    _ type: Any.Type?,
    _ members: [String: JSONValue]
  ) -> Bool {
    guard let type = type as? any Codable.Type,
      let value = try? JSONValue.object(members.filter { others[$0.key] == nil }).decoded(as: type),
      case .object(let again)? = try? JSONValue(encoding: value)
    else { return false }
    return others.allSatisfy { again[$0.key] == $0.value }
  }

  private static func precedes(_ one: NavigationBundleValue, _ other: NavigationBundleValue) -> Bool
  {
    if case (.integer(let one), .integer(let other)) = (one, other) { return one < other }
    // Unlike the description, the query has the private rows too.
    let query = { QueryNotation.query([NavigationBundleRow(key: "", value: $0)]) }
    return query(one) < query(other)
  }

  // MARK: Reading

  /// Reads a content from rows.
  func content<Content: Decodable>(
    from rows: [NavigationBundleRow],
    _ reading: BundleReading
  ) throws(NavigationBundleError) -> Content {
    let type = Content.self
    var attempt = BundleSchemaReading(schema: self)
    let json = attempt.json(.bundle(rows), .type(type), reading)
    // The decoder decides whether missing rows are a problem.
    if !attempt.hasMisfit, let content = try? json.decoded(as: type) { return content }
    // The decoder stops at its first problem. Find all of them for one error.
    var search = BundleSchemaReading(schema: self, asksTypes: true)
    _ = search.json(.bundle(rows), .type(type), reading)
    throw NavigationBundleError(problems: search.problems)
  }
}

/// Converts rows to the JSON that a type's decoder expects, and collects the problems.
private struct BundleSchemaReading {
  typealias Shape = BundleSchema.Shape
  typealias Problem = NavigationBundleError.Problem

  let schema: BundleSchema
  /// Whether to decode each part by itself, because its type may refuse a value of the right shape.
  var asksTypes = false
  private(set) var problems: [Problem] = []
  /// Whether a problem is something other than a missing value.
  private(set) var hasMisfit = false

  init(schema: BundleSchema, asksTypes: Bool = false) {
    self.schema = schema
    self.asksTypes = asksTypes
  }

  mutating func json(
    _ value: NavigationBundleValue,
    _ shape: Shape,
    _ reading: BundleReading
  ) -> JSONValue {
    switch (shape, value) {
    case (.optional, .null): return .null
    case (.optional(let wrapped, _), _):
      guard reading.isEmptyText(value) else { return json(value, wrapped, reading) }
      // Other programs write nil as an empty text.
      var attempt = BundleSchemaReading(schema: schema, asksTypes: true)
      let json = attempt.json(value, wrapped, reading)
      return attempt.problems.isEmpty ? json : .null
    case (.scalar(let type), _):
      if let json = type.json(value, reading) { return json }
      return misfit(reading.name(of: type), value, reading, hasPrivateParts: false)
    case (.array(let element), _):
      guard let elements = reading.elements(of: value) else {
        return misfit(
          reading.name(ofArray: schema.name(of: shape), insteadOf: value),
          value,
          reading
        )
      }
      return .array(
        elements.enumerated().map { index, value in
          part({ $0.inside(element: index) }) { $0.json(value, element, reading) }
        }
      )
    case (.dictionary(let element), .bundle(let rows)):
      var members: [String: JSONValue] = [:]
      for row in rows {
        // The keys of foreign data may have any content. Those of a private dictionary are private.
        let name = reading.isPrivate ? "<private>" : row.key.escapingControlCharacters()
        members[row.key] = part({ $0.inside(row: name) }) {
          $0.json(row.value, element, reading.hiding(row.isPrivate))
        }
      }
      return .object(members)
    case (.rows(let fields), .bundle(let rows)): return json(rows, fields, [], reading)
    case (.type(let type), _): return json(value, type, reading)
    case (.dictionary, _), (.rows, _): return misfit(schema.name(of: shape), value, reading)
    }
  }

  private mutating func json(
    _ value: NavigationBundleValue,
    _ type: Any.Type,
    _ reading: BundleReading
  ) -> JSONValue {
    if let nested = schema.nestedContent(type) {
      do throws(NavigationBundleError) {
        return try nested.json(value, reading)
      } catch {
        hasMisfit = true
        problems += error.problems
        return .null
      }
    }
    let start = problems.count
    let json =
      switch (schema.shapes[ObjectIdentifier(type)], value) {
      case (.rows(let fields), .bundle(let rows)):
        json(rows, fields, schema.privateKeys(of: type), reading)
      case (.rows, _), (nil, _): misfit("\(type)", value, reading)
      case (let shape?, _): json(value, shape, reading)
      }
    let isRefused = problems.count == start && asksTypes && !Self.accepts(type, json)
    if problems.count > start || isRefused, let choices = schema.choices(of: type) {
      problems.removeSubrange(start...)
      return misfit(choices, value, reading, hasPrivateParts: false)
    }
    // The parts of a value that its type refuses may be private.
    return isRefused
      ? misfit("\(type)", value, reading, hasPrivateParts: value.text == nil) : json
  }

  private static func accepts(_ type: Any.Type, _ json: JSONValue) -> Bool {
    guard let type = type as? any Decodable.Type else { return false }
    return (try? json.decoded(as: type)) != nil
  }

  private mutating func json(
    _ rows: [NavigationBundleRow],
    _ fields: [(key: String, shape: Shape)],
    _ privateKeys: Set<String>,
    _ reading: BundleReading
  ) -> JSONValue {
    var members: [String: JSONValue] = [:]
    for (key, shape) in fields {
      let row = rows.first { $0.key == key }
      let reading = reading.hiding(row?.isPrivate == true || privateKeys.contains(key))
      let value = row?.value ?? .null
      guard value != .null || shape.isOptional else {
        let name = schema.name(of: shape)
        problems.append(
          row == nil
            ? Problem(path: key, expected: name, found: "nothing")
            : reading.misfit(expected: name, found: value).inside(row: key)
        )
        continue
      }
      let json = part({ $0.inside(row: key) }) { $0.json(value, shape, reading) }
      if json == .null, case .optional(_, isLeftOut: true) = shape { continue }
      members[key] = json
    }
    return .object(members)
  }

  /// Converts a part, and extends the paths of its problems.
  private mutating func part(
    _ extended: (Problem) -> Problem,
    _ convert: (inout Self) -> JSONValue
  ) -> JSONValue {
    let start = problems.count
    let json = convert(&self)
    for index in start..<problems.count { problems[index] = extended(problems[index]) }
    return json
  }

  private mutating func misfit(
    _ expected: String,
    _ value: NavigationBundleValue,
    _ reading: BundleReading,
    hasPrivateParts: Bool? = nil
  ) -> JSONValue {
    hasMisfit = true
    problems.append(
      reading.misfit(
        expected: expected,
        found: value,
        hasPrivateParts: hasPrivateParts ?? schema.hasPrivateParts
      )
    )
    return .null
  }
}

extension BundleScalar {
  // The coders of the platform are used only where the usual kinds do not suffice, because they take
  // longer than all other work.

  /// Returns the untyped form of what the platform has encoded.
  fileprivate static func value(_ json: JSONValue) -> NavigationBundleValue {
    let scalar = read(NavigationBundleValue(json), BundleReading())
    return (scalar ?? (try? json.decoded(as: Self.self)))?.bundleValue
      ?? .invalid("\(json.kind) in place of \(Self.self)")
  }

  /// Returns what the platform can decode; nil if the value is not one of this type.
  fileprivate static func json(
    _ value: NavigationBundleValue,
    _ reading: BundleReading
  ) -> JSONValue? {
    guard let scalar = read(value, reading) else { return nil }
    switch scalar.bundleValue {
    case .boolean(let value): return .boolean(value)
    case .integer(let value): return .integer(value)
    case .double(let value) where value.isFinite: return .number(value)
    case .string(let text) where !(scalar is Decimal): return .string(text)
    default: return try? JSONValue(encoding: scalar)
    }
  }
}

extension NavigationBundleContent {
  /// Returns the rows of a content that was encoded without its spec.
  fileprivate static func value(_ json: JSONValue) -> NavigationBundleValue {
    guard let type = Self.self as? any Decodable.Type,
      let content = try? json.decoded(as: type) as? Self
    else { return .invalid("\(Self.self) cannot be written") }
    return .bundle(content.rows)
  }

  /// Reads a content by its spec, and encodes it without the spec.
  fileprivate static func json(
    _ value: NavigationBundleValue,
    _ reading: BundleReading
  ) throws(NavigationBundleError) -> JSONValue {
    let content = try NavigationBundleSpecType.bundle(bundleSpec).decode(value, reading)
    guard let encodable = content as? any Encodable, let json = try? JSONValue(encoding: encodable)
    else {
      throw reading.refusal(expected: "\(Self.self)", found: value, hasPrivateParts: true)
    }
    return json
  }
}

/// A collection that encodes its elements in a random order.
private protocol Unordered {}

extension Set: Unordered {}
