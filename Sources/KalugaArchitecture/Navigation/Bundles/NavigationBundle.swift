/// The typed data of a navigation: a plain struct, together with the spec that names its rows.
///
/// The fields of the struct are also properties of the bundle: `bundle.userID` is a `String`,
/// without a cast and without `try`. The rows, for printing and storage, are made each time they
/// are read.
///
/// Kaluga: `NavigationBundle`.
@dynamicMemberLookup
public struct NavigationBundle<Content: Sendable>: Sendable {
  /// The struct that holds the data.
  public let content: Content

  /// The spec that names the rows.
  public let spec: NavigationBundleSpec<Content>

  /// Creates a bundle from its content and its spec.
  public init(_ content: Content, spec: NavigationBundleSpec<Content>) {
    self.content = content
    self.spec = spec
  }

  /// Returns a field of the content.
  public subscript<Value>(dynamicMember field: KeyPath<Content, Value>) -> Value {
    content[keyPath: field]
  }

  /// Returns the value of a row.
  ///
  /// A row of another content does not compile.
  ///
  /// Kaluga: `NavigationBundle.get(row)`.
  public func get<Value>(_ row: NavigationBundleSpecRow<Content, Value>) -> Value {
    content[keyPath: row.get]
  }

  /// The rows in the order of the spec.
  public var rows: [NavigationBundleRow] { spec.rows(of: content) }
}

extension NavigationBundle: Equatable where Content: Equatable {
  /// Compares the contents, and not the specs that name their rows.
  public static func == (left: Self, right: Self) -> Bool { left.content == right.content }
}

extension NavigationBundle: CustomStringConvertible {
  /// The rows in one line, with private values redacted.
  public var description: String { rows.bundleDescription }
}

extension NavigationBundle: CustomReflectable {
  /// The rows, with private values redacted, so that a `dump` shows no more than the description.
  public var customMirror: Mirror {
    Mirror(self, children: rows.map(\.shown), displayStyle: .struct)
  }
}

/// A bundle with any content.
protocol TypedBundle {
  var rows: [NavigationBundleRow] { get }
}

extension NavigationBundle: TypedBundle {}
