/// A struct that knows the spec of its bundle.
///
///     struct Profile: NavigationBundleContent {
///       var userID: String
///       var age: Int?
///       static let bundleSpec = NavigationBundleSpec(Profile.init, Rows.userID, Rows.age)
///     }
///
/// Where such a value is the payload of an action or of a destination, transitions print its rows.
public protocol NavigationBundleContent: Sendable, NavigationRowsProviding {
  /// Names the rows.
  static var bundleSpec: NavigationBundleSpec<Self> { get }
}

extension NavigationBundleContent {
  /// The value as a bundle.
  public var bundle: NavigationBundle<Self> { Self.bundleSpec.bundle(self) }

  /// The rows of the bundle.
  public var rows: [NavigationBundleRow] { Self.bundleSpec.rows(of: self) }
}

/// Something that can be shown as rows.
public protocol NavigationRowsProviding {
  /// The rows, in order.
  var rows: [NavigationBundleRow] { get }
}
