/// One row of a bundle: its key and what it holds.
public struct NavigationBundleRow: Hashable, Sendable {
  /// The row's name, unique in its bundle.
  public let key: String

  /// What the row holds.
  public let value: NavigationBundleValue

  /// Whether the value must not be shown; its description then says `<private>`.
  public let isPrivate: Bool

  /// Whether the row goes into save files.
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
  /// `key: value`, or `key: <private>`.
  public var description: String {
    let key = key.escapingControlCharacters()
    return "\(key): \(isPrivate ? "<private>" : value.description)"
  }
}

extension NavigationBundleRow: CustomReflectable {
  /// Key and value, redacted if the row is private.
  public var customMirror: Mirror {
    Mirror(
      self,
      children: ["key": key, "value": shown.value, "isPrivate": isPrivate, "isSaved": isSaved],
      displayStyle: .struct
    )
  }

  /// The row as a part of its bundle's mirror.
  var shown: (label: String?, value: Any) {
    (key, isPrivate ? "<private>" : value)
  }
}

extension [NavigationBundleRow] {
  /// All rows in one line: `{name: "Ada", number: 42}`.
  public var bundleDescription: String {
    "{\(map(\.description).joined(separator: ", "))}"
  }
}
