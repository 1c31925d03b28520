public import KalugaArchitecture

/// Something that can be bought.
public struct Item: Codable, Hashable, NavigationBundleContent {
  /// Its number in the shop.
  public var number: Int

  /// Creates an item.
  public init(number: Int) {
    self.number = number
  }

  /// Makes a row of the number, in links and in transcripts.
  public static let bundleSpec = NavigationBundleSpec<Self>.codable()
}
