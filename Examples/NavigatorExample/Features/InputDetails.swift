public import KalugaArchitecture

/// What the user enters on Home and changes on Details: the content of the bundle between them.
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

  /// Makes rows of the name and the number, in links and in transcripts.
  public static let bundleSpec = NavigationBundleSpec<Self>.codable()
}
