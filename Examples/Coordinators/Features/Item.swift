public import KalugaArchitecture

/// Something that can be bought.
public struct Item: Codable, Hashable, NavigationBundleContent {
  /// Its number in the shop.
  public var number: Int

  /// Creates an item.
  public init(number: Int) {
    self.number = number
  }

  /// Represents the number as a row, for links and transcripts.
  public static let bundleSpec = NavigationBundleSpec<Self>.codable()
}
