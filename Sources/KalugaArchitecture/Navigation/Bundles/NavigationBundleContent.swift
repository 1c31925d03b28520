/// A struct that knows the spec of its bundle.
///
///     struct Profile: Codable, NavigationBundleContent {
///       var userID: String
///       var age: Int?
///       static let bundleSpec = NavigationBundleSpec<Self>.codable()
///     }
///
/// If such a value is the payload of an action or a destination, transitions show its rows.
///
/// The description of the value redacts private rows, also when it is part of another value. A
/// `dump` or a `Mirror` of the value shows all fields of the struct. A `dump` or a `Mirror` of its
/// ``NavigationBundle``, or of a navigation value that contains it, such as a ``BackStack``, redacts
/// private rows.
public protocol NavigationBundleContent: Sendable, CustomDebugStringConvertible {
  /// The spec that names the rows.
  static var bundleSpec: NavigationBundleSpec<Self> { get }
}

extension NavigationBundleContent {
  /// A bundle with this value as its content.
  public var bundle: NavigationBundle<Self> { Self.bundleSpec.bundle(self) }

  /// The rows of the bundle.
  public var rows: [NavigationBundleRow] { Self.bundleSpec.rows(of: self) }

  /// The type and the rows in one line: `Profile {userID: "7", age: 36}`.
  ///
  /// Private values are redacted.
  public var debugDescription: String { "\(Self.self) \(rows.bundleDescription)" }
}
