import Foundation
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// The module: it does not know the app.
private enum ParcelScreen: NavigationDestination {
  case size, address(AddressScreen), weight(Int)

  static let addresses = NavigationEmbedding(ParcelScreen.address) { screen in
    if case .address(let inner) = screen { inner } else { nil }
  }

  static let routes = [
    DeepLinkRoute("size", screens: [ParcelScreen.size]),
    DeepLinkRoute(["weights", .row(Weight.Rows.grams)], Weight.spec) {
      [ParcelScreen.size, .weight($0.grams)]
    } content: { screens in
      if case .weight(let grams) = screens.last { Weight(grams: grams) } else { nil }
    },
  ]
}

private struct Weight: Hashable {
  var grams: Int

  enum Rows { static let grams = NavigationBundleSpecRow("grams", \Weight.grams, .integer) }

  static let spec = NavigationBundleSpec(Weight.init, Rows.grams)
}

private struct Cart: Hashable {
  var id: Int

  enum Rows { static let id = NavigationBundleSpecRow("id", \Cart.id, .integer) }

  static let spec = NavigationBundleSpec(Cart.init, Rows.id)
}

/// A module in the module.
private enum AddressScreen: NavigationDestination {
  case street, city
}

private enum ShopScreen: NavigationDestination {
  case home, cart
  case parcel(ParcelScreen)

  static let parcels = NavigationEmbedding(ShopScreen.parcel) { screen in
    if case .parcel(let inner) = screen { inner } else { nil }
  }
}

private enum ParcelNavigation: NavigationAction { case go(NavigationSpec<ParcelScreen>) }
private enum AddressNavigation: NavigationAction { case go(NavigationSpec<AddressScreen>) }
private enum ShopNavigation: NavigationAction { case orderParcel }

/// Screens of modules, on the stack of an app that embeds them.
@MainActor
struct NavigationEmbeddingTests {
  private let driver = NavigationDriver(root: ShopScreen.home) { _, _ in BaseLifecycleViewModel() }

  private func go(_ spec: NavigationSpec<ParcelScreen>) throws(NavigationError) {
    let navigator = StackNavigator(driver, embedding: ShopScreen.parcels) {
      (action: ParcelNavigation) in
      switch action {
      case .go(let spec): spec
      }
    }
    try navigator.navigate(.go(spec))
  }

  private var stack: String { "\(driver.stack.current)" }

  @Test func `a module moves on the stack of the app by its own destinations`() throws {
    driver.start()
    try go(.push(.size))
    try go(.push(.weight(3)))
    #expect(driver.stack.current.top.destination == .parcel(.weight(3)))
    #expect(stack == "[home, parcel.size, parcel.weight]")
    try driver.perform(.push(.cart))
    try go(.popTo(.size, inclusive: true))
    #expect(stack == "[home]")
  }

  @Test func `a condition of a module is not asked about screens of the app`() throws {
    driver.start()
    try go(.push(.size))
    try driver.perform(.push(.cart))
    let asked = Log<ParcelScreen>()
    try go(
      .popToScreen {
        asked.append($0)
        return true
      }
    )
    #expect(asked.all == [.size])
    #expect(stack == "[home, parcel.size]")
  }

  @Test func `a navigator maps some actions to a module, and others to the app`() throws {
    driver.start()
    let pickCart = { NavigationSpec<ShopScreen>.push(.cart) }
    let navigator = StackNavigator(driver) { (action: MixedNavigation) in
      switch action {
      case .next: ShopScreen.parcels.embed(.push(.weight(3)))
      case .other: pickCart()
      }
    }
    try navigator.navigate(.next)
    try navigator.navigate(.other)
    #expect(stack == "[home, parcel.weight, cart]")
  }

  private enum MixedNavigation: NavigationAction { case next, other }

  @Test func `the steps and layers of a module are those of the app`() throws {
    driver.start()
    try go(.present(.size))
    try go(.below(.push(.weight(1))))
    #expect(stack == "[home, parcel.weight] ▸ [parcel.size]")
    try go(.steps([.dismiss(), .replace(.weight(2))]))
    #expect(driver.stack.current.entries.map(\.destination) == [.home, .parcel(.weight(2))])
  }

  @Test func `the app receives the result of a flow of a module`() async throws {
    driver.start()
    let shop = StackNavigator(driver) { (_: ShopNavigation) in .push(.parcel(.size)) }
    let ticket = try shop.navigate(NavigationRequest<ShopNavigation, Int>(.orderParcel))
    try go(.push(.weight(7)))
    try go(.popTo(.size, inclusive: true, result: NavigationResult(7, .integer)))
    #expect(try await ticket.result == 7)
  }

  @Test func `late requests of a screen of a module in a module are refused`() throws {
    let embedding = ParcelScreen.addresses.embedded(in: ShopScreen.parcels)
    var navigators: [any Navigator<AddressNavigation>] = []
    let driver = NavigationDriver(root: ShopScreen.home) { screen, driver in
      if embedding.extract(screen) != nil {
        navigators.append(
          StackNavigator(driver, embedding: embedding) { (action: AddressNavigation) in
            switch action {
            case .go(let spec): spec
            }
          }
        )
      }
      return BaseLifecycleViewModel()
    }
    driver.start()
    try driver.perform(.push(.parcel(.address(.street))))
    try driver.perform(.push(.parcel(.address(.city))))
    #expect(
      throws: NavigationError.screenIsCovered(screen: "parcel.address.street", action: "go")
    ) {
      try navigators[0].navigate(.go(.push(.city)))
    }
    try navigators[1].navigate(.go(.finish()))
    #expect("\(driver.stack.current)" == "[home, parcel.address.street]")
    #expect(throws: NavigationError.screenHasLeft(screen: "parcel.address.city", action: "go")) {
      try navigators[1].navigate(.go(.push(.city)))
    }
    try navigators[0].navigate(.go(.popToScreen(inclusive: true) { $0 == .street }))
    #expect("\(driver.stack.current)" == "[home]")
  }

  @Test func `a module in a module is embedded by both`() {
    let addresses = ParcelScreen.addresses.embedded(in: ShopScreen.parcels)
    #expect(addresses.embed(.city) == .parcel(.address(.city)))
    #expect(addresses.extract(.parcel(.address(.street))) == .street)
    #expect(addresses.extract(.parcel(.size)) == nil)
    #expect(addresses.extract(.cart) == nil)
  }

  @Test func `the name of a screen of a module follows that of the case that embeds it`() throws {
    driver.start()
    try driver.perform(.push(.parcel(.address(.street))))
    #expect(stack == "[home, parcel.address.street]")
  }

  // MARK: Links

  private static func links(
    _ modules: DeepLinkModule<ShopScreen>...
  ) throws(DeepLinkError) -> DeepLinks<ShopScreen> {
    try DeepLinks(scheme: "shop", host: "open", joining: modules)
  }

  private static let app = DeepLinkModule(routes: [
    DeepLinkRoute("", screens: [ShopScreen.home]),
    DeepLinkRoute("cart", screens: [ShopScreen.home, .cart]),
  ])

  private static let parcels = DeepLinkModule(
    ShopScreen.parcels,
    after: [.home],
    routes: ParcelScreen.routes
  )

  @Test func `the links of several modules are read and written by one table`() throws {
    let links = try Self.links(Self.app, Self.parcels)
    let stacks: [(link: String, screens: [ShopScreen])] = [
      ("shop://open/cart", [.home, .cart]),
      ("shop://open/size", [.home, .parcel(.size)]),
      ("shop://open/weights/7", [.home, .parcel(.size), .parcel(.weight(7))]),
    ]
    for (link, screens) in stacks {
      #expect(try links.screens(for: link) == screens)
      #expect(try links.link(to: screens) == link)
    }
    #expect(throws: DeepLinkError.noLink(screens: ["cart", "parcel.size"])) {
      try links.link(to: [.cart, .parcel(.size)])
    }
  }

  @Test func `words in front of the paths of a module tell apart equal links of two modules`()
    throws
  {
    let other = DeepLinkModule(routes: [
      DeepLinkRoute("parcels/size", screens: [ShopScreen.home]),
      DeepLinkRoute(["weights", .row(Cart.Rows.id)], Cart.spec) { _ in [ShopScreen.cart] },
    ])
    #expect(
      throws: DeepLinkError.samePath(
        paths: ["weights/{id}", "weights/{grams}"],
        modules: ["ShopScreen", "ParcelScreen"]
      )
    ) {
      try Self.links(other, Self.parcels)
    }
    let moved = DeepLinkModule(
      ShopScreen.parcels,
      path: "old/parcels",
      routes: ParcelScreen.routes
    )
    #expect(
      try Self.links(other, moved).screens(for: "shop://open/old/parcels/weights/7")
        == [.parcel(.size), .parcel(.weight(7))]
    )
  }

  @Test func `a module that is joined twice with one embedding is named`() throws {
    let error = try #require(throws: DeepLinkError.self) {
      try Self.links(
        Self.parcels,
        DeepLinkModule(ShopScreen.parcels, path: "again", routes: ParcelScreen.routes)
      )
    }
    #expect(error == .joinedTwice(module: "ParcelScreen"))
    #expect("\(error)" == "the links of ParcelScreen are joined twice")
  }

  @Test func `a module in a module that is joined twice is named`() {
    #expect(throws: DeepLinkError.joinedTwice(module: "AddressScreen")) {
      try DeepLinks(
        scheme: "shop",
        host: "open",
        joining: ["from", "to"].map { path in
          DeepLinkModule(
            ParcelScreen.addresses.embedded(in: ShopScreen.parcels),
            path: path,
            routes: [DeepLinkRoute("street", screens: [AddressScreen.street])]
          )
        }
      )
    }
  }

  @Test(arguments: ["/send", "send/", "/send/"])
  func `slashes around the words of a module do not matter`(path: String) throws {
    let links = try DeepLinks(
      scheme: "shop",
      host: "open",
      joining: [DeepLinkModule(ShopScreen.parcels, path: path, routes: ParcelScreen.routes)]
    )
    #expect(try links.screens(for: "shop://open/send/size") == [.parcel(.size)])
    #expect(try links.link(to: [.parcel(.size)]) == "shop://open/send/size")
  }

  @Test func `a link of a module that is not joined is refused, and the joined ones are named`()
    throws
  {
    let links = try Self.links(Self.app)
    let error = try #require(throws: DeepLinkError.self) {
      try links.screens(for: "shop://open/size")
    }
    #expect(
      error == .unknownPath(found: "size", known: ["", "cart"], modules: ["ShopScreen"])
    )
    #expect(
      error.debugDescription.hasSuffix("The joined modules are ShopScreen. Join that of the link.")
    )
  }

  // MARK: Saving

  @Test func `a saved stack stays readable when the app moves a module`() throws {
    enum NewScreen: NavigationDestination, Equatable {
      case home, cart
      case more(More)

      enum More: NavigationDestination { case parcels(ParcelScreen) }
    }
    driver.start()
    try go(.push(.size))
    try go(.present(.weight(7), style: .popover))
    let data = try driver.snapshot().data()
    let moved = try NavigationSnapshot<NewScreen>(data, version: 2) { _, json in
      try JSONDecoder().decode(NavigationSnapshot<ShopScreen>.self, from: json).map { old in
        switch old {
        case .home: .home
        case .cart: .cart
        case .parcel(let screen): .more(.parcels(screen))
        }
      }
    }
    #expect("\(moved.stack)" == "[home, more.parcels.size] ▸ popover [more.parcels.weight]")
    #expect(moved.stack.entries.map(\.id) == driver.stack.current.entries.map(\.id))
    #expect(moved.states == driver.snapshot().states)
  }
}
