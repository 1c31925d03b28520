/// A struct that knows the spec of its bundle.
///
///     struct Profile: Codable, NavigationBundleContent {
///       var userID: String
///       var age: Int?
///       static let bundleSpec = NavigationBundleSpec<Self>.codable()
///     }
///
/// Where such a value is the payload of an action or of a destination, transitions print its rows.
///
/// Printing the value itself, or what it is a part of, leaves out private rows as well. A `dump` and a
/// `Mirror` look past that into the fields of the struct; those of its ``NavigationBundle`` do not.
public protocol NavigationBundleContent:
  Sendable, NavigationRowsProviding, CustomDebugStringConvertible
{
  /// Names the rows.
  static var bundleSpec: NavigationBundleSpec<Self> { get }
}

extension NavigationBundleContent {
  /// The value as a bundle.
  public var bundle: NavigationBundle<Self> { Self.bundleSpec.bundle(self) }

  /// The rows of the bundle.
  public var rows: [NavigationBundleRow] { Self.bundleSpec.rows(of: self) }

  /// The type and the rows in one line, private ones redacted: `Profile {userID: "7", age: 36}`.
  public var debugDescription: String { "\(Self.self) \(rows.bundleDescription)" }
}

/// Something that can be shown as rows.
public protocol NavigationRowsProviding {
  /// The rows, in order.
  var rows: [NavigationBundleRow] { get }
}
