/// A result that a screen returns to its opener, together with the rows that logs may show.
public struct NavigationResult: Sendable {
  let value: any Sendable

  /// The screen that returns the result, for diagnostics.
  var screen: (any NavigationDestination)?

  /// The rows of the result, for logs and transcripts.
  public let rows: [NavigationBundleRow]

  /// Creates a result from the host's answer to an effect, without rows.
  init(answer: some Sendable) {
    value = answer
    rows = []
  }

  /// Creates a result that is a bundle's content, whose rows logs show.
  public init<Content: NavigationBundleContent>(_ content: Content) {
    value = content
    rows = content.rows
  }

  /// Creates a result that is a single value, which logs show as a row with this key.
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
  /// The rows, with private values redacted.
  public var customMirror: Mirror {
    Mirror(self, children: rows.map(\.shown), displayStyle: .struct)
  }
}

extension NavigationResult: CustomStringConvertible {
  /// The rows in one line, with private values redacted.
  public var description: String { rows.bundleDescription }
}
