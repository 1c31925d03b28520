/// The spec of a bundle whose content is a single value and not a struct.
///
///     let name = SingleValueNavigationSpec(.string, key: "name")
///     let rows = name.bundle("Ada").rows                      // {name: "Ada"}
///     let read = try name.spec.content(from: rows)            // "Ada"
///
/// Kaluga: `SingleValueNavigationSpec` (whose rows all have the key `Row`).
public struct SingleValueNavigationSpec<Value: Sendable>: Sendable {
  /// The default key of the row.
  public static var defaultKey: String { "value" }

  /// The only row, whose content is the value itself.
  public let row: NavigationBundleSpecRow<Value, Value>

  /// Creates a spec.
  public init(
    _ type: NavigationBundleSpecType<Value>,
    key: String = Self.defaultKey,
    isPrivate: Bool = false,
    isSaved: Bool = true
  ) {
    row = NavigationBundleSpecRow(key, \.self, type, isPrivate: isPrivate, isSaved: isSaved)
  }

  /// The spec of the row, for reading and for nesting in other bundles.
  public var spec: NavigationBundleSpec<Value> {
    NavigationBundleSpec({ $0 }, row)
  }

  /// Returns the bundle of a value.
  public func bundle(_ value: Value) -> NavigationBundle<Value> {
    spec.bundle(value)
  }
}
