/// The typed data that goes with a navigation: a plain struct, and the spec that names its rows.
///
/// Reads as the struct's fields: `bundle.userID` is a `String`, without a cast and without `try`. The
/// rows, for printing and storage, are made when they are asked for.
///
/// Kaluga: `NavigationBundle`.
@dynamicMemberLookup
public struct NavigationBundle<Content: Sendable>: Sendable {
  /// The data.
  public let content: Content

  /// What names the rows.
  public let spec: NavigationBundleSpec<Content>

  /// Creates a bundle.
  public init(_ content: Content, spec: NavigationBundleSpec<Content>) {
    self.content = content
    self.spec = spec
  }

  /// A field of the content.
  public subscript<Value>(dynamicMember field: KeyPath<Content, Value>) -> Value {
    content[keyPath: field]
  }

  /// The value of a row; a row of another spec does not compile.
  ///
  /// Kaluga: `NavigationBundle.get(row)`.
  public func get<Value>(_ row: NavigationBundleSpecRow<Content, Value>) -> Value {
    content[keyPath: row.get]
  }

  /// The rows in the order of the spec.
  public var rows: [NavigationBundleRow] { spec.rows(of: content) }
}

extension NavigationBundle: CustomStringConvertible {
  /// The rows in one line, private ones redacted.
  public var description: String { rows.bundleDescription }
}

extension NavigationBundle: CustomReflectable {
  /// The rows, private ones redacted: a `dump` prints no more than a description.
  public var customMirror: Mirror {
    Mirror(self, children: rows.map(\.shown), displayStyle: .struct)
  }
}

extension NavigationBundle: NavigationRowsProviding {}
