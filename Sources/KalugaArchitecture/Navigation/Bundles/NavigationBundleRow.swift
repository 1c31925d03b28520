/// One row of a bundle, with a key and a value.
public struct NavigationBundleRow: Hashable, Sendable {
  /// The name of the row, unique in its bundle.
  public let key: String

  /// The untyped value of the row.
  public let value: NavigationBundleValue

  /// Whether the value is private.
  ///
  /// Descriptions then show `<private>` instead of it.
  public let isPrivate: Bool

  /// Whether the row is written for ``NavigationBundlePurpose/saving``.
  public let isSaved: Bool

  /// Creates a row.
  public init(
    key: String,
    value: NavigationBundleValue,
    isPrivate: Bool = false,
    isSaved: Bool = true
  ) {
    self.key = key
    self.value = value
    self.isPrivate = isPrivate
    self.isSaved = isSaved
  }
}

extension NavigationBundleRow: CustomStringConvertible {
  /// The key and the value: `key: value`, or `key: <private>`.
  public var description: String {
    let key = key.escapingControlCharacters()
    return "\(key): \(isPrivate ? "<private>" : value.description)"
  }
}

extension NavigationBundleRow: CustomReflectable {
  /// The key and the value, redacted if the row is private.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["key": key, "value": shown.value, "isPrivate": isPrivate, "isSaved": isSaved],
      displayStyle: .struct
    )
  }

  /// The row as a child of its bundle's mirror.
  var shown: (label: String?, value: Any) {
    (key, isPrivate ? "<private>" : value)
  }
}

extension [NavigationBundleRow] {
  /// The rows in one line: `{name: "Ada", number: 42}`.
  public var bundleDescription: String {
    "{\(map(\.description).joined(separator: ", "))}"
  }
}
