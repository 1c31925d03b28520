import KalugaArchitecture

/// The screens of the tests.
enum Place: NavigationDestination, CaseIterable {
  case home, a, b, c, cover
}

/// The view model of a place, which counts the taps on its button.
final class PlaceViewModel: BaseLifecycleViewModel {
  let place: Place
  @InitializedSubject var taps = 0

  init(_ place: Place, services: [any LifecycleSubscribable] = []) {
    self.place = place
    super.init(lifecycleSubscribables: services)
  }
}

/// A screen with a stack of its own.
final class Shop: BaseLifecycleViewModel {
  let pages: NavigationDriver<Place>
  let isInOuterPath: Bool

  init(
    _ place: NestedStackPlace = .inPlace,
    pages: NavigationDriver<Place> = .places(root: .a)
  ) {
    self.pages = pages
    isInOuterPath = place == .inOuterPath
    super.init()
    addChild(pages, drawn: place)
  }
}

extension Shop {
  /// The name of the first screen, or of the first one in its own stack.
  var firstName: String {
    let root = pages.stack.current.layers[0].path[0]
    return (pages.viewModel(of: root.id) as? Shop)?.firstName ?? root.destination.screenName
  }
}

extension NavigationDriver<Place> {
  /// A driver whose screens are places, except for the one with the shop.
  static func places(
    root: Place = .home,
    shop: (shop: Shop, place: Place)? = nil,
    hiddenTabs: NavigationConfiguration.HiddenTabs = .eagerly
  ) -> NavigationDriver {
    NavigationDriver(
      root: root,
      configuration: NavigationConfiguration(
        beforeStart: .wait(limit: 4),
        hiddenTabs: hiddenTabs
      )
    ) {
      place,
      _ in
      if let shop, shop.place == place { return shop.shop }
      return PlaceViewModel(place)
    }
  }

  /// A driver that continues with the stack of another one.
  static func places(restoring other: NavigationDriver<Place>) -> NavigationDriver {
    NavigationDriver(restoring: other.snapshot()) { place, _ in PlaceViewModel(place) }
  }
}

extension SeededRandom {
  /// An operation of the app, which may be impossible.
  mutating func operation(
    on stack: BackStack<Place>,
    tabs: Int = 3
  ) -> NavigationSpec<Place> {
    let spec = plainOperation(on: stack, tabs: tabs)
    return switch stack.top.id.rawValue % 5 {
    case 0: spec.animated(false)
    case 1: spec.animated(true)
    default: spec
    }
  }

  private mutating func plainOperation(
    on stack: BackStack<Place>,
    tabs: Int
  ) -> NavigationSpec<Place> {
    switch below(18) {
    case 0...4: .push(place())
    case 5: .replace(place())
    case 6: .pop()
    case 7: .popToRoot()
    case 8, 9: .present(place(), style: style(on: stack), covering: covering())
    case 10: .replacePresented(place(), style: style(on: stack), covering: covering())
    case 11: .dismiss()
    case 12: .tabs((0..<1 + below(tabs)).map { _ in place() })
    case 13: operation(onTab: below(3), of: stack)
    case 14: .setRoot(place())
    case 15: .below(.push(place()))
    case 16: .closeEntry(stack.entries[below(stack.entries.count)].id)
    default: .open(root: place(), [place()])
    }
  }

  /// An operation on the tab with this number, by its number or by its first screen.
  private func operation(onTab number: Int, of stack: BackStack<Place>) -> NavigationSpec<Place> {
    let tabs = stack.layers.first { $0.tabs.count > number }?.tabs
    guard let root = tabs?[number][0].destination else { return .bringToFront(.home) }
    return switch stack.top.id.rawValue % 4 {
    case 0: .selectTab(number)
    case 1: .selectTabOf(root)
    case 2: .pushInTab(.a, of: root)
    default: .openInTab([.a, .b], of: root)
    }
  }

  /// Half of the requests have a style.
  private func style(on stack: BackStack<Place>) -> PresentationStyle? {
    switch stack.top.id.rawValue % 8 {
    case 0: .sheet(detents: [.medium])
    case 1: .popover
    case 2: .cover(transition: .fade)
    case 3: .overlay()
    default: nil
    }
  }

  private mutating func covering() -> PresentationCovering? {
    switch below(4) {
    case 0: .partly
    case 1: .wholly
    default: nil
    }
  }

  private mutating func place() -> Place { Place.allCases[below(Place.allCases.count)] }
}

extension BackStack<Place> {
  /// The layers that the user can use: the top one, and those below sheets that cover partly.
  var usedLayers: [Layer] {
    var count = 1
    for layer in layers.dropFirst().reversed() {
      guard layer.coversPartly, layer.isDrawnAsSheet else { break }
      count += 1
    }
    return layers.suffix(count)
  }
}

extension BackStack<Place>.Layer {
  fileprivate var isDrawnAsSheet: Bool {
    switch style {
    case .sheet: true
    case .popover, .cover, .overlay: false
    case nil: tabs[0][0].destination != .cover
    }
  }
}
