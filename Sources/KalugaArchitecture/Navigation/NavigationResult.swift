/// What a screen gives back to the one that opened it, together with the rows that may be shown.
public struct NavigationResult: Sendable {
  let value: any Sendable

  /// What may be shown of the result.
  public let rows: [NavigationBundleRow]

  /// The answer of a host, which shows nowhere.
  init(answer: some Sendable) {
    value = answer
    rows = []
  }

  /// A result whose rows are those of its bundle.
  public init<Content: NavigationBundleContent>(_ content: Content) {
    value = content
    rows = content.rows
  }

  /// A result of one value, shown as a row.
  public init<Value: Sendable>(
    _ value: Value,
    _ type: NavigationBundleSpecType<Value>,
    key: String = "value",
    isPrivate: Bool = false
  ) {
    self.value = value
    rows = SingleValueNavigationAction(value, type, key: key, isPrivate: isPrivate).rows
  }
}

extension NavigationResult: CustomReflectable {
  /// The rows, private ones redacted.
  public var customMirror: Mirror {
    Mirror(self, children: rows.map(\.shown), displayStyle: .struct)
  }
}

extension NavigationResult: CustomStringConvertible {
  /// The rows in one line, private ones redacted.
  public var description: String { rows.bundleDescription }
}
