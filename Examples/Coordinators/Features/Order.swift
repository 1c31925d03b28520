public import AddressWizard

/// An item that was bought, and where it is delivered.
public struct Order: Hashable, Sendable {
  /// The item.
  public var item: Item

  /// Where it is delivered.
  public var address: Address

  /// Creates an order.
  public init(item: Item, address: Address) {
    self.item = item
    self.address = address
  }
}
