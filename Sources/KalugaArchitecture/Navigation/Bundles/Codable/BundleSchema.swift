/// The rows of all values of a `Codable` type, which a dry run of its decoder has found.
struct BundleSchema: Sendable {
  /// The form of a value.
  enum Shape: Sendable {
    case scalar(any BundleScalar.Type)
    /// A case of an enum, given by the raw values of all cases.
    case choice([NavigationBundleValue], any BundleScalar.Type)
    indirect case optional(Shape)
    indirect case array(Shape)
    indirect case dictionary(Shape)
    case rows([(key: String, shape: Shape)])
    /// A nested bundle whose type has its own spec.
    case content(any NavigationBundleContent.Type)
    /// The shape of the type in ``BundleSchema/shapes``.
    ///
    /// The type may contain itself.
    case type(Any.Type)
  }

  /// The key under which a class stores its superclass.
  static let superKey: any CodingKey = SuperKey.super

  private enum SuperKey: CodingKey {
    case `super`
  }

  /// The shapes of all types other than scalars.
  var shapes: [ObjectIdentifier: Shape] = [:]
  /// The type of the content, which has the private keys.
  var content: ObjectIdentifier?
  var privateKeys: Set<String> = []

  /// Whether the content has nested contents, whose own specs may have private rows.
  var hasContents = false
  var hasPrivateParts: Bool { !privateKeys.isEmpty || hasContents }

  var privateRows: (content: ObjectIdentifier, keys: Set<String>)? {
    privateKeys.isEmpty ? nil : content.map { ($0, privateKeys) }
  }

  // MARK: Writing

  /// Returns an encoded value with all rows in their order, including those that are nil.
  func arranged(_ value: NavigationBundleValue, as type: Any.Type) -> NavigationBundleValue {
    // Sets have no order, so sort them for a reproducible result.
    if case .array(let values) = value, type is any Unordered.Type {
      return .array(values.sorted(by: Self.precedes))
    }
    guard case .bundle(let rows) = value, let shape = shapes[ObjectIdentifier(type)]
    else { return value }
    switch shape {
    case .rows(let fields):
      let privateKeys = privateKeys(of: type)
      if privateKeys.isEmpty, rows.elementsEqual(fields, by: { $0.key == $1.key }) { return value }
      let table = BundleRowTable(rows)
      return .bundle(
        fields.map { key, _ in
          NavigationBundleRow(
            key: key,
            value: table[key]?.value ?? .null,
            isPrivate: privateKeys.contains(key)
          )
        }
      )
    // Dictionaries have no order, so sort them for a reproducible result.
    case .dictionary: return .bundle(rows.sorted { $0.key < $1.key })
    default: return value
    }
  }

  private static func precedes(_ one: NavigationBundleValue, _ other: NavigationBundleValue) -> Bool
  {
    if case (.integer(let one), .integer(let other)) = (one, other) { return one < other }
    // Unlike the description, the query has the private rows too.
    let query = { QueryNotation.query([NavigationBundleRow(key: "", value: $0)]) }
    return query(one) < query(other)
  }

  // MARK: Reading

  /// Returns a value of a link in the form that the type's decoder expects.
  ///
  /// Other programs write an array of one element like a single value, and nil as an empty text.
  func adapted(
    _ value: NavigationBundleValue,
    to shape: Shape,
    _ reading: BundleReading
  ) -> NavigationBundleValue {
    switch (shape, value) {
    case (.optional(let wrapped), _):
      reading.isEmptyText(value) && !problems(of: value, wrapped, reading).isEmpty
        ? .null : adapted(value, to: wrapped, reading)
    case (.array(let element), _):
      reading.elements(of: value)
        .map { .array($0.map { adapted($0, to: element, reading) }) } ?? value
    case (.dictionary(let element), .bundle(let rows)):
      .bundle(rows.map { $0.with(adapted($0.value, to: element, reading)) })
    case (.rows(let fields), .bundle(let rows)):
      .bundle(
        rows.map { row in
          let shape = fields.first { $0.key == row.key }?.shape
          return shape.map { row.with(adapted(row.value, to: $0, reading)) } ?? row
        }
      )
    case (.type(let type), _):
      shapes[ObjectIdentifier(type)].map { adapted(value, to: $0, reading) } ?? value
    case (.scalar, _), (.choice, _), (.content, _), (.dictionary, _), (.rows, _): value
    }
  }

  /// Returns all problems of an untyped value.
  func problems(
    of value: NavigationBundleValue,
    _ shape: Shape,
    _ reading: BundleReading
  ) -> [NavigationBundleError.Problem] {
    switch (shape, value) {
    case (.scalar(let type), _) where type.read(value, reading) != nil: []
    case (.choice(let values, let type), _)
    where type.read(value, reading).map { values.contains($0.bundleValue) } == true: []
    case (.scalar(let type), _): [reading.misfit(expected: reading.name(of: type), found: value)]
    case (.choice, _): [reading.misfit(expected: name(of: shape), found: value)]
    case (.optional, .null): []
    case (.optional(let wrapped), _): problems(of: value, wrapped, reading)
    case (.content(let type), _): type.problems(of: value, reading)
    case (.rows(let fields), .bundle(let rows)): problems(of: rows, fields, [], reading)
    case (.type(let type), _):
      switch (shapes[ObjectIdentifier(type)], value) {
      case (.rows(let fields), .bundle(let rows)):
        problems(of: rows, fields, privateKeys(of: type), reading)
      case (.rows, _), (nil, _): [misfit("\(type)", value, reading)]
      case (let shape?, _): problems(of: value, shape, reading)
      }
    case (.array(let element), .array(let values)):
      values.enumerated().flatMap { index, value in
        problems(of: value, element, reading).map { $0.inside(element: index) }
      }
    case (.dictionary(let element), .bundle(let rows)):
      rows.flatMap { row in
        // The keys of foreign data may have any content. Those of a private dictionary are private.
        let key = reading.isPrivate ? "<private>" : row.key.escapingControlCharacters()
        return problems(of: row.value, element, reading.hiding(row.isPrivate))
          .map { $0.inside(row: key) }
      }
    case (.array, _):
      [misfit(reading.name(ofArray: name(of: shape), insteadOf: value), value, reading)]
    default: [misfit(name(of: shape), value, reading)]
    }
  }

  private func privateKeys(of type: Any.Type) -> Set<String> {
    ObjectIdentifier(type) == content ? privateKeys : []
  }

  private func misfit(
    _ expected: String,
    _ value: NavigationBundleValue,
    _ reading: BundleReading
  ) -> NavigationBundleError.Problem {
    reading.misfit(expected: expected, found: value, hasPrivateParts: hasPrivateParts)
  }

  private func problems(
    of rows: [NavigationBundleRow],
    _ fields: [(key: String, shape: Shape)],
    _ privateKeys: Set<String>,
    _ reading: BundleReading
  ) -> [NavigationBundleError.Problem] {
    let table = BundleRowTable(rows)
    var problems = fields.flatMap { key, shape in
      guard let row = table[key] else {
        if case .optional = shape { return [NavigationBundleError.Problem]() }
        return [.init(path: key, expected: name(of: shape), found: "nothing")]
      }
      let reading = reading.hiding(row.isPrivate || privateKeys.contains(key))
      return self.problems(of: row.value, shape, reading).map { $0.inside(row: key) }
    }
    if reading.unknownKeys == .reported {
      let keys = Set(fields.map(\.key))
      problems += .unknownKeys(of: rows, known: keys.contains)
    }
    return problems
  }

  private func name(of shape: Shape) -> String {
    switch shape {
    case .scalar(let type): "\(type)"
    case .choice(let values, _): "one of \(values.map(\.description).joined(separator: ", "))"
    case .optional(let wrapped): "\(name(of: wrapped))?"
    case .array(let element): "[\(name(of: element))]"
    case .dictionary(let element): "[String: \(name(of: element))]"
    case .rows: "rows"
    case .content(let type): "\(type)"
    case .type(let type): "\(type)"
    }
  }
}

extension NavigationBundleContent {
  /// Returns all problems of an untyped value that does not match the spec of this content.
  fileprivate static func problems(
    of value: NavigationBundleValue,
    _ reading: BundleReading
  ) -> [NavigationBundleError.Problem] {
    switch NavigationBundleSpecType.bundle(bundleSpec).decode(value, reading) {
    case .value: []
    case .problems(let problems): problems
    }
  }
}

extension NavigationBundleRow {
  fileprivate func with(_ value: NavigationBundleValue) -> NavigationBundleRow {
    NavigationBundleRow(key: key, value: value, isPrivate: isPrivate, isSaved: isSaved)
  }
}

/// A collection that encodes its elements in a random order.
private protocol Unordered {}

extension Set: Unordered {}
