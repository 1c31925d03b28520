/// A bundle whose spec is not known yet: the rows of JSON or a query.
///
///     let untyped = try UntypedNavigationBundle(json: data)
///     let profile = try Profile.bundleSpec.content(from: untyped)     // all rows, all problems at once
///     let age = try untyped.get(Profile.Rows.age)                     // one row
///
/// And the way out: `profile.bundle.untyped.json()`. Nothing is converted until one of these is called.
///
/// The keys of a bundle are distinct, those of nested ones as well. Bundles and arrays may stand in each
/// other up to 100 levels deep.
///
/// Which rows are private is known to the spec only: what came from outside prints its keys alone.
///
/// Kaluga: Android's `Bundle` with `toNavigationBundle`, `toTypedProperty`, `asInt` and the like.
public struct UntypedNavigationBundle: Hashable, Sendable {
  /// Bundles and arrays inside each other, so that hostile data cannot exhaust the stack.
  static let deepest = 100

  /// The rows; those of JSON in the order of their keys.
  public let rows: [NavigationBundleRow]

  let source: BundleReading.Form
  private let isForeign: Bool

  /// Creates a bundle of rows that are known to be good.
  init(
    rows: [NavigationBundleRow],
    source: BundleReading.Form = .rows,
    isForeign: Bool
  ) {
    self.rows = rows
    self.source = source
    self.isForeign = isForeign
  }

  /// Creates a bundle of rows.
  ///
  /// - Throws: Every key that two rows of the same bundle have.
  public init(rows: [NavigationBundleRow]) throws(NavigationBundleError) {
    let problems = Self.repeatedKeys(in: .bundle(rows))
    guard problems.isEmpty else { throw NavigationBundleError(problems: problems) }
    self.init(rows: rows, isForeign: false)
  }

  private static func repeatedKeys(
    in value: NavigationBundleValue
  ) -> [NavigationBundleError.Problem] {
    switch value {
    case .bundle(let rows):
      var keys: Set<String> = []
      return rows.flatMap { row in
        var problems = repeatedKeys(in: row.value)
        if !keys.insert(row.key).inserted {
          let found = "another one with the same key"
          problems.append(.init(path: "", expected: "one row", found: found))
        }
        return problems.map { $0.inside(row: row.key.escapingControlCharacters()) }
      }
    case .array(let values):
      return values.enumerated().flatMap { index, value in
        repeatedKeys(in: value).map { $0.inside(element: index) }
      }
    default: return []
    }
  }

  /// The value of the row with a key; nil if there is no such row.
  public subscript(key: String) -> NavigationBundleValue? {
    rows.first { $0.key == key }?.value
  }

  /// The value of a row of a spec.
  ///
  /// A missing row is an error unless its type has a default: never 0 and never false.
  ///
  /// Kaluga: `NavigationBundle.get(row)`.
  public func get<Content, Value>(
    _ row: NavigationBundleSpecRow<Content, Value>
  ) throws(NavigationBundleError) -> Value {
    var problems: [NavigationBundleError.Problem] = []
    let reading = BundleReading(source: source)
    guard let value = row.read(from: BundleRowTable(rows), reading, problems: &problems) else {
      throw NavigationBundleError(problems: problems)
    }
    return value
  }

  /// The single value of a bundle that was made with ``SingleValueNavigationSpec`` or
  /// ``SingleValueNavigationAction``; other rows do not matter.
  ///
  /// Kaluga: `NavigationBundle.get(type)`, `toTypedProperty(type)`, and `asInt()` to `asTypeOf(_:)`.
  public func get<Value: Sendable>(
    _ type: NavigationBundleSpecType<Value>,
    key: String = SingleValueNavigationSpec<Value>.defaultKey
  ) throws(NavigationBundleError) -> Value {
    try get(SingleValueNavigationSpec(type, key: key).row)
  }
}

extension UntypedNavigationBundle: CustomStringConvertible {
  /// The rows in one line, private ones redacted; the keys alone if it is not known which are private.
  public var description: String { shownRows.bundleDescription }

  private var shownRows: [NavigationBundleRow] {
    guard isForeign else { return rows }
    return rows.map { NavigationBundleRow(key: $0.key, value: .null, isPrivate: true) }
  }
}

extension UntypedNavigationBundle: CustomReflectable {
  /// The rows as the description has them.
  public var customMirror: Mirror {
    Mirror(self, children: shownRows.map(\.shown), displayStyle: .struct)
  }
}

extension NavigationBundle {
  /// The rows as an untyped bundle, on the way to JSON or a query.
  public var untyped: UntypedNavigationBundle {
    UntypedNavigationBundle(rows: rows, isForeign: false)
  }
}
