/// A bundle without a spec, which holds untyped rows, for example those of JSON or a query.
///
///     let untyped = try UntypedNavigationBundle(json: data)
///     let profile = try Profile.bundleSpec.content(from: untyped)     // all rows
///     let age = try untyped.get(Profile.Rows.age)                     // one row
///
/// In the other direction, write `profile.bundle.untyped.json()`. The values are converted only
/// when one of these methods is called.
///
/// The keys of a bundle are distinct, as are those of nested bundles. Bundles and arrays can be nested up
/// to 100 levels deep.
///
/// Only a spec knows which rows are private, so the description of a bundle that was read from JSON
/// or a query shows only the keys.
///
/// Kaluga: Android's `Bundle` with `toNavigationBundle`, `toTypedProperty`, `asInt` and the like.
public struct UntypedNavigationBundle: Hashable, Sendable {
  /// The maximum nesting of bundles and arrays, so that hostile data cannot exhaust the call stack.
  static let deepest = 100

  /// The rows, sorted by their keys if they were read from JSON.
  public let rows: [NavigationBundleRow]

  let source: BundleReading.Form

  /// Creates a bundle of rows that are known to be valid.
  init(rows: [NavigationBundleRow], source: BundleReading.Form) {
    self.rows = rows
    self.source = source
  }

  /// Creates a bundle of rows.
  ///
  /// - Throws: An error that lists each key that two rows of the same bundle have.
  public init(rows: [NavigationBundleRow]) throws(NavigationBundleError) {
    let problems = Self.repeatedKeys(in: .bundle(rows))
    guard problems.isEmpty else { throw NavigationBundleError(problems: problems) }
    self.init(rows: rows, source: .rows)
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
          let found = "another row with the same key"
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

  /// Returns the value of the row with a key, or nil if the bundle has no such row.
  public subscript(key: String) -> NavigationBundleValue? {
    rows.first { $0.key == key }?.value
  }

  /// Returns the typed value of a row.
  ///
  /// - Throws: An error if the row does not match its type, or if it is missing and its type has no
  ///   default. A missing row is never read as 0 or false.
  ///
  /// Kaluga: `NavigationBundle.get(row)`.
  public func get<Content, Value>(
    _ row: NavigationBundleSpecRow<Content, Value>
  ) throws(NavigationBundleError) -> Value {
    var problems: [NavigationBundleError.Problem] = []
    let reading = BundleReading(source: source)
    guard let value = row.read(from: rows, reading, problems: &problems) else {
      throw NavigationBundleError(problems: problems)
    }
    return value
  }

  /// Returns the value of a bundle that was made with ``SingleValueNavigationSpec`` or
  /// ``SingleValueNavigationAction``.
  ///
  /// Ignores other rows.
  ///
  /// Kaluga: `NavigationBundle.get(type)`, `toTypedProperty(type)`, and `asInt()` to
  /// `asTypeOf(_:)`.
  public func get<Value: Sendable>(
    _ type: NavigationBundleSpecType<Value>,
    key: String = SingleValueNavigationSpec<Value>.defaultKey
  ) throws(NavigationBundleError) -> Value {
    try get(SingleValueNavigationSpec(type, key: key).row)
  }
}

extension UntypedNavigationBundle: CustomStringConvertible {
  /// The rows in one line, with private values redacted.
  ///
  /// For a bundle that was read from JSON or a query, all values are redacted.
  public var description: String { shownRows.bundleDescription }

  private var shownRows: [NavigationBundleRow] {
    if source == .rows { return rows }
    return rows.map { NavigationBundleRow(key: $0.key, value: .null, isPrivate: true) }
  }
}

extension UntypedNavigationBundle: CustomReflectable {
  /// The same rows as in the description.
  public var customMirror: Mirror {
    Mirror(self, children: shownRows.map(\.shown), displayStyle: .struct)
  }
}

extension NavigationBundle {
  /// The rows as an untyped bundle, which can be written as JSON or a query.
  public var untyped: UntypedNavigationBundle {
    UntypedNavigationBundle(rows: rows, source: .rows)
  }
}
