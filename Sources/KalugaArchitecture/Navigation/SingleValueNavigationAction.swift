/// An action that carries one value; for navigators with a single action, without an enum.
///
///     let navigator: any Navigator<SingleValueNavigationAction<String>>
///     try navigator.navigate(SingleValueNavigationAction("Ada", .string, key: "name"))
///
/// Kaluga: `SingleValueNavigationAction` (whose rows all have the key `Row`).
public struct SingleValueNavigationAction<Value: Sendable>: NavigationAction {
  /// The value.
  public let value: Value

  /// How the value is stored.
  public let type: NavigationBundleSpecType<Value>

  /// The key of the only row.
  public let key: String

  /// Whether the value must not be shown.
  public let isPrivate: Bool

  /// Creates an action.
  public init(
    _ value: Value,
    _ type: NavigationBundleSpecType<Value>,
    key: String = "value",
    isPrivate: Bool = false
  ) {
    self.value = value
    self.type = type
    self.key = key
    self.isPrivate = isPrivate
  }

  /// The bundle of the one value, and its spec.
  public var bundle: NavigationBundle<Value> {
    SingleValueNavigationSpec(type, key: key, isPrivate: isPrivate).bundle(value)
  }

  /// The only row.
  public var rows: [NavigationBundleRow] { bundle.rows }
}

extension SingleValueNavigationAction: CustomReflectable {
  /// The only row, redacted if it is private.
  public var customMirror: Mirror {
    Mirror(self, children: rows.map(\.shown), displayStyle: .struct)
  }
}

extension SingleValueNavigationAction: CustomStringConvertible {
  /// The only row, redacted if it is private.
  public var description: String { rows.bundleDescription }
}
