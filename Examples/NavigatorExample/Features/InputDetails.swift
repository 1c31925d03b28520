public import KalugaArchitecture

/// The fields that the user enters on Home and changes on Details, passed between them as a bundle.
public struct InputDetails: Codable, Hashable, NavigationBundleContent {
  /// A name.
  public var name: String

  /// A number.
  public var number: Int

  /// Creates details.
  public init(name: String, number: Int) {
    self.name = name
    self.number = number
  }

  /// Represents the name and the number as rows, for links and transcripts.
  public static let bundleSpec = NavigationBundleSpec<Self>.codable()
}
