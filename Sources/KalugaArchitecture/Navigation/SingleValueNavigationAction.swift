/// An action that carries one value.
///
/// Use it for a navigator with a single action that needs no enum:
///
///     let navigator: any Navigator<SingleValueNavigationAction<String>>
///     try navigator.navigate(SingleValueNavigationAction("Ada", .string, key: "name"))
///
/// Kaluga: `SingleValueNavigationAction` (whose rows all have the key `Row`).
public struct SingleValueNavigationAction<Value: Sendable>: NavigationAction {
  /// The value that the action carries.
  public let value: Value

  /// The type that converts the value to its untyped form and back.
  public let type: NavigationBundleSpecType<Value>

  /// The key of the only row.
  public let key: String

  /// Whether the value is private and never shown.
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

  /// A bundle with the value as its only row.
  public var bundle: NavigationBundle<Value> {
    SingleValueNavigationSpec(type, key: key, isPrivate: isPrivate).bundle(value)
  }

  /// The row of the value.
  public var rows: [NavigationBundleRow] { bundle.rows }
}

extension SingleValueNavigationAction: Equatable where Value: Equatable {
  /// Compares the keys and the values.
  public static func == (left: Self, right: Self) -> Bool {
    (left.key, left.value) == (right.key, right.value)
  }
}

extension SingleValueNavigationAction: CustomReflectable {
  /// The row of the value, redacted if it is private.
  public var customMirror: Mirror {
    Mirror(self, children: rows.map(\.shown), displayStyle: .struct)
  }
}

extension SingleValueNavigationAction: CustomStringConvertible {
  /// The row of the value, redacted if it is private.
  public var description: String { rows.bundleDescription }
}
