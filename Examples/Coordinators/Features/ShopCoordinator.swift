public import KalugaArchitecture
public import KalugaCoordinators

/// Shows the shop to a user until that user logs out.
public final class ShopCoordinator: Coordinator<AppScreen, Void> {
  private let user: String
  private let firstItem: Item?

  /// Creates the flow for a user, which begins with an item if one is given.
  public init(user: String, at firstItem: Item?) {
    self.user = user
    self.firstItem = firstItem
  }

  /// Shows the shop, and then the first item if there is one.
  public override func start() async throws(NavigationError) {
    let shop = ShopViewModel(user: user)
    shop.output.loggedOut.collect { [weak self] _ in self?.finish(()) }.addTo(scope)
    shop.output.openedItem.collect { [weak self, weak shop] item in
      if let shop { self?.order(item, in: shop) }
    }
    .addTo(scope)
    try await router.setRoot(shop)
    if let firstItem { order(firstItem, in: shop) }
  }

  private func order(_ item: Item, in shop: ShopViewModel) {
    scope.launch { [weak self, weak shop] in
      if let order = try await self?.coordinate(to: OrderCoordinator(item)).result {
        shop?.didBuy(order)
      }
    }
  }
}
