public import KalugaArchitecture

/// Where something is delivered: the result of the wizard.
public struct Address: Codable, Hashable, NavigationBundleContent {
  /// The name of the recipient.
  public var name: String

  /// The city of the recipient.
  public var city: String

  /// Creates an address.
  public init(name: String, city: String) {
    self.name = name
    self.city = city
  }

  /// Represents the parts as rows, for links and transcripts.
  public static let bundleSpec = NavigationBundleSpec<Self>.codable()

  /// The address in one line.
  public var line: String { "\(name), \(city)" }
}
