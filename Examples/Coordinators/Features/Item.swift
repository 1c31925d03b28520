public import KalugaArchitecture

/// Something that can be bought.
public struct Item: Codable, Hashable, NavigationBundleContent {
  /// Its number in the shop.
  public var number: Int

  /// Creates an item.
  public init(number: Int) {
    self.number = number
  }

  /// Names the row of the number, in links and in transcripts.
  public static let bundleSpec = NavigationBundleSpec(Item.init(number:), Rows.number)

  private enum Rows {
    static let number = NavigationBundleSpecRow("number", \Item.number, .integer)
  }
}
