public import AddressWizard
public import KalugaArchitecture

/// The screens of the app.
public enum AppScreen: NavigationDestination {
  /// Shown until the first flow begins.
  case launch
  /// A page of the tutorial.
  case tutorial(page: Int)
  /// The login.
  case login
  /// The shop.
  case shop
  /// One item of the shop.
  case item(Item)
  /// The question whether to buy an item.
  case confirm(Item)
  /// A screen of the wizard that asks for an address.
  case address(AddressScreen)

  /// Embeds the screens of the wizard.
  public static let addresses = NavigationEmbedding(AppScreen.address) { screen in
    if case .address(let step) = screen { step } else { nil }
  }
}

extension DeepLinks where Destination == AppScreen {
  /// The links of the app: `kaluga://shop/item?number=3`.
  public static let app = DeepLinks(
    scheme: "kaluga",
    host: "shop",
    routes: [
      DeepLinkRoute("home", screens: [.shop]),
      DeepLinkRoute("item", Item.bundleSpec) { [.shop, .item($0)] },
    ]
  )
}
