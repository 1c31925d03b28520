#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension UntypedNavigationBundle {
  /// Reads a bundle from plain Swift values.
  ///
  /// Values may be truth values, numbers, characters, strings, dates, `()`, optionals and arrays of
  /// these, dictionaries with string keys for nested bundles, bundles and their contents, any other
  /// `Codable` value, and the JSON text of one.
  ///
  /// - Throws: Every value of another type, by its path, or that stands too deep.
  public init(_ values: [String: any Sendable]) throws(NavigationBundleError) {
    var reading = PlainReading()
    let rows = reading.rows(values, DecodingPath(), depth: 1)
    guard reading.problems.isEmpty else { throw NavigationBundleError(problems: reading.problems) }
    self.init(rows: rows, isForeign: true)
  }

  /// The bundle as plain Swift values: what `init(_:)` reads.
  ///
  /// Integers are `Int`, or `Int128` if they do not fit; codable values are the text of their JSON.
  /// Rows that hold nil are left out, elements that are nil are `Optional<Never>.none`.
  ///
  /// - Throws: Every row that cannot be written, as a codable value that JSON has no notation for.
  public func values(
    for purpose: NavigationBundlePurpose = .transfer
  ) throws(NavigationBundleError) -> [String: any Sendable] {
    Self.plain(try writableRows(for: purpose))
  }

  private static func plain(_ rows: [NavigationBundleRow]) -> [String: any Sendable] {
    let present = rows.filter { $0.value != .null }
    return Dictionary(uniqueKeysWithValues: present.map { ($0.key, plain($0.value)) })
  }

  private static func plain(_ value: NavigationBundleValue) -> any Sendable {
    switch value {
    case .null, .invalid: Never?.none
    case .unit: ()
    case .boolean(let value): value
    case .integer(let value): if let small = Int(exactly: value) { small } else { value }
    case .double(let value): value
    case .character(let value): value
    case .string(let text), .serialized(let text), .text(let text): text
    case .date(let value): value
    case .array(let values): values.map(plain) as [any Sendable]
    case .bundle(let rows): plain(rows)
    }
  }
}

/// Finds the kind of each value, and the values that have none.
private struct PlainReading {
  var problems: [NavigationBundleError.Problem] = []

  mutating func rows(
    _ values: [String: Any],
    _ path: DecodingPath,
    depth: Int
  ) -> [NavigationBundleRow] {
    // Dictionaries have no order: any will do if it is always the same.
    values.sorted { $0.key < $1.key }.map { key, value in
      let path = path.row(key.escapingControlCharacters(), isPrivate: true)
      return NavigationBundleRow(key: key, value: self.value(value, path, depth: depth))
    }
  }

  private mutating func value(
    _ value: Any,
    _ path: DecodingPath,
    depth: Int
  ) -> NavigationBundleValue {
    if let single = single(value) { return single }
    if let optional = value as? any PlainOptional {
      return optional.some.map { self.value($0, path, depth: depth) } ?? .null
    }
    if let rows = value as? any NavigationRowsProviding { return .bundle(rows.rows) }
    if let bundle = value as? UntypedNavigationBundle { return .bundle(bundle.rows) }
    if let values = value as? [Any], depth < UntypedNavigationBundle.deepest {
      return .array(
        values.enumerated().map { self.value($1, path.element($0), depth: depth + 1) }
      )
    }
    if let values = value as? [String: Any], depth < UntypedNavigationBundle.deepest {
      return .bundle(rows(values, path, depth: depth + 1))
    }
    if let codable = value as? any Codable { return .serialized(encoding: codable) }
    problems.append(
      path.problem(expected: "a value that bundles have", found: "\(Swift.type(of: value))")
    )
    return .null
  }

  private func single(_ value: Any) -> NavigationBundleValue? {
    switch value {
    case let value as NavigationBundleValue: value
    case is Void: .unit
    case let value as Bool: .boolean(value)
    case let value as Double: .double(value)
    case let value as Float: .double(Double(value))
    case let value as String: .string(value)
    case let value as Character: .character(value)
    case let value as Date: .date(value)
    case let value as any FixedWidthInteger: Int128(exactly: value).map { .integer($0) }
    default: nil
    }
  }
}

/// Lets an optional of any type be looked into.
private protocol PlainOptional {
  var some: Any? { get }
}

extension Optional: PlainOptional {
  var some: Any? { map { $0 as Any } }
}
