import KalugaArchitecture
import KalugaUIKit
import Testing
import UIKit

/// What users of other navigation libraries have reported.
@MainActor
struct HostFieldTests {
  typealias Order = UIWindow.CoordinatorOrder

  // MARK: What the app presents itself

  /// Pull request 55005 of react-native: only the upper one was dismissed.
  @Test(arguments: Order.allCases)
  func `a sheet leaves together with what the app has presented over it`(order: Order) throws {
    let scene = HostScene(order)
    try scene.perform(.present(.a))
    scene.presentAlert()
    scene.window.settle()
    try scene.perform(.dismiss())
    scene.expectShown("[home]")
    // The same while the alert is moving in.
    try scene.perform(.present(.a))
    scene.presentAlert()
    try scene.perform(.dismiss())
    scene.expectShown("[home]")
  }

  /// UIKit then warns, and does nothing, as in any dismissal during a presentation.
  @Test(arguments: Order.allCases)
  func `a sheet leaves after what moves in above the sheet over it`(order: Order) throws {
    let scene = HostScene(order)
    for place in [Place.a, .b] { try scene.perform(.present(place)) }
    scene.presentAlert()
    try scene.driver.perform(.below(.dismiss()), action: "test")
    try scene.perform(.dismiss())
    scene.expectShown("[home]")
  }

  /// Pull request 2671 of react-native-screens: the sheet below was dismissed.
  @Test(arguments: Order.allCases, [true, false])
  func `a sheet that is presented while an alert leaves keeps the one below`(
    order: Order,
    animated: Bool
  ) throws {
    let scene = HostScene(order)
    try scene.perform(.present(.a))
    let alert = scene.presentAlert()
    scene.window.settle()
    alert.dismiss(animated: animated)
    try scene.driver.perform(.present(.b), action: "test")
    scene.window.settle()
    scene.expectShown("[home] ▸ [a] ▸ [b]")
  }

  /// Pull request 7644 of wix/react-native-navigation: the sheet left with the alert.
  @Test(arguments: Order.allCases)
  func `a sheet is not presented over an alert that leaves`(order: Order) throws {
    let scene = HostScene(order)
    let alert = scene.presentAlert()
    scene.window.settle()
    alert.dismiss(animated: true)
    try scene.perform(.present(.a))
    scene.expectShown("[home] ▸ [a]")
  }

  /// Report 2736 of deltachat-ios: of two that are presented in one turn, one was never shown.
  @Test(arguments: Order.allCases)
  func `an alert and a sheet in one turn are both shown`(order: Order) throws {
    let scene = HostScene(order)
    scene.presentAlert()
    try scene.driver.perform(.present(.a), action: "test")
    scene.window.settle()
    #expect(scene.window.picture == "[home] ▸ [c] ▸ [a]")
    #expect(scene.window.problems == [])
    try scene.perform(.dismiss())
    // Pull request 995 of fluentui-apple: only its own is dismissed.
    #expect(scene.window.picture == "[home] ▸ [c]")
  }

  /// Pull request 6 of lm/navigation-stack-backport: going back left two screens.
  @Test(arguments: Order.allCases)
  func `a controller that a screen pushes itself leaves alone`(order: Order) throws {
    let scene = HostScene(order)
    try scene.perform(.push(.a))
    let path = try #require(scene.window.path)
    path.pushViewController(PlaceController(.cover), animated: true)
    scene.window.settle()
    #expect(scene.window.picture == "[home, a, cover]")
    scene.window.swipeBack()
    scene.expectShown("[home, a]")
    path.pushViewController(PlaceController(.cover), animated: true)
    scene.window.swipeBack(2)
    scene.expectShown("[home]")
  }

  // MARK: Presenting

  /// Pull request 332 of swift-navigation: the presenter was dismissed, too.
  @Test(arguments: Order.allCases)
  func `a sheet over a sheet is replaced while an earlier one leaves`(order: Order) throws {
    let scene = HostScene(order)
    for place in [Place.a, .b] { try scene.perform(.present(place)) }
    try scene.driver.perform(.replacePresented(.c), action: "test")
    try scene.driver.perform(.replacePresented(.cover), action: "test")
    scene.window.settle()
    scene.expectShown("[home] ▸ [a] ▸ [cover]")
  }

  /// Report 85 of SwiftfulRouting: the second dismissal was not noticed.
  @Test(arguments: Order.allCases)
  func `sheets that are swiped away one after another are reported one by one`(
    order: Order
  ) throws {
    let scene = HostScene(order)
    for place in [Place.a, .b] { try scene.perform(.present(place)) }
    var kinds: [String] = []
    let token = scene.driver.onTransition { kinds.append($0.kind) }
    for picture in ["[home] ▸ [a]", "[home]"] {
      scene.window.swipeDown()
      scene.expectShown(picture)
    }
    #expect(kinds == ["dismiss", "dismiss"])
    token.dispose()
  }

  /// Pull request 342 of react-native-screens: it was never presented.
  @Test(arguments: Order.allCases)
  func `a sheet is presented when a host that is out of the window appears`(order: Order) throws {
    let scene = HostScene(order)
    let bar = UITabBarController()
    let other = PlaceController(.c)
    scene.window.rootViewController = bar
    bar.viewControllers = [other, scene.host]
    scene.window.settle()
    try scene.perform(.push(.a))
    try scene.perform(.present(.b))
    #expect(scene.window.picture == "{*[c] | [home, a]}")
    bar.selectedIndex = 1
    scene.window.settle()
    #expect(scene.window.picture == "{[c] | *[home, a]} ▸ [b]")
    #expect(scene.window.problems == [])
  }

  /// Report 30 of AndreyPanov/ApplicationCoordinator: they stayed in memory after a swipe.
  @Test(arguments: Order.allCases, [true, false])
  func `what a sheet has shown is released`(order: Order, byUser: Bool) async throws {
    let scene = HostScene(order)
    try scene.perform(.present(.a))
    try scene.perform(.push(.b))
    weak let controller = scene.host.presentedViewController
    weak let screen = scene.window.path?.topViewController
    weak let model = scene.top
    #expect(controller != nil && screen != nil && model != nil)
    if byUser { scene.window.swipeDown() } else { try scene.perform(.dismiss()) }
    await until(controller == nil && screen == nil && model == nil)
  }

  /// Report 420 of the Composable Architecture: an update during the transition showed it twice.
  @Test(arguments: Order.allCases)
  func `a sheet whose destination becomes one of a cover is presented again once`(
    order: Order
  ) throws {
    let scene = HostScene(order)
    try scene.driver.perform(.present(.a), action: "test")
    let top = try #require(scene.driver.topScreen)
    try scene.driver.update(top, to: .cover)
    scene.window.settle()
    #expect(scene.window.presentations == [.fullScreen])
    #expect("\(scene.driver.stack.current)" == "[home] ▸ [cover]")
    // The controller stays the one of its screen.
    #expect(scene.madePlaces == [.home, .a])
    #expect(scene.window.problems == [])
  }

  // MARK: Gestures

  /// Reports 20 of Ramotion/navigation-stack and 3673 of the Composable Architecture: after a
  /// cancelled swipe, the next change went wrong.
  @Test(arguments: Order.allCases)
  func `a push and a pop after a cancelled swipe are shown`(order: Order) throws {
    let scene = HostScene(order)
    try scene.perform(.push(.a))
    scene.window.beginSwipeBack()
    scene.window.cancelGesture()
    try scene.perform(.push(.b))
    scene.expectShown("[home, a, b]")
    scene.window.beginSwipeBack()
    scene.window.cancelGesture()
    try scene.perform(.pop())
    scene.expectShown("[home, a]")
  }

  // MARK: Tabs

  /// Report 4841 of wix/react-native-navigation: the item lost its icon.
  @Test(arguments: Order.allCases)
  func `a tab has the item of its new first screen, and the others keep theirs`(
    order: Order
  ) throws {
    let scene = HostScene(order)
    try scene.perform(.tabs([.home, .a, .b], selected: 1))
    let old = scene.window.tabItems
    try scene.perform(.replace(.c))
    scene.expectShown("{[home] | *[c] | []}")
    let new = scene.window.tabItems
    #expect(new.map(\.title) == ["home", "c", "b"])
    #expect(new[0] === old[0])
    #expect(new[2] === old[2])
  }

  // MARK: Nesting

  /// Report 4446 of react-native-screens: the sheet of the outer stack was never presented.
  @Test(arguments: Order.allCases)
  func `a sheet is presented while one of a nested driver leaves`(order: Order) throws {
    let nested = NestedScene(order)
    try nested.pages.perform(.present(.b), action: "page")
    nested.window.settle()
    #expect(nested.window.picture == "[home, shop] ▸ [b]")
    try nested.pages.perform(.dismiss(), action: "page")
    try nested.driver.perform(.present(.c), action: "test")
    nested.window.settle()
    #expect(nested.window.picture == "[home, shop] ▸ [c]")
    #expect(nested.window.problems == [])
  }

  /// Report 4591 of react-native-screens: two stacks dismissed the same chain.
  @Test(arguments: Order.allCases)
  func `a sheet that leaves with one of a nested driver is presented again`(
    order: Order
  ) async throws {
    let nested = NestedScene(order)
    try nested.pages.perform(.present(.b), action: "page")
    try nested.driver.perform(.present(.c), action: "test")
    nested.window.settle()
    #expect(nested.window.picture == "[home, shop] ▸ [b] ▸ [c]")
    try nested.pages.perform(.dismiss(), action: "page")
    nested.window.settle()
    await until(nested.window.settledPicture == "[home, shop] ▸ [c]")
    #expect("\(nested.driver.stack.current)" == "[home, a] ▸ [c]")
    #expect(nested.window.problems == [])
  }

  /// Report 11717 of react-navigation, the other way round.
  @Test(arguments: Order.allCases)
  func `the sheet that contains a nested driver takes its sheets along`(order: Order) throws {
    let nested = NestedScene(order, presented: true)
    for place in [Place.b, .c] { try nested.pages.perform(.present(place), action: "page") }
    nested.window.settle()
    #expect(nested.window.picture == "[home] ▸ [shop] ▸ [b] ▸ [c]")
    try nested.driver.perform(.dismiss(), action: "test")
    nested.window.settle()
    #expect(nested.window.picture == "[home]")
    #expect(nested.window.problems == [])
  }

  /// A window with a host of a driver, whose second screen has a driver of its own.
  @MainActor
  private final class NestedScene {
    let window: UIWindow
    let driver: NavigationDriver<Place>
    let shop: Shop
    var pages: NavigationDriver<Place> { shop.pages }

    init(_ order: Order, presented: Bool = false) {
      let shop = Shop()
      self.shop = shop
      driver = NavigationDriver(root: .home) { place, _ in
        place == .a ? shop : PlaceViewModel(place)
      }
      let scene = UIWindowScene()
      scene.enter(.foregroundActive)
      window = UIWindow(windowScene: scene)
      window.coordinatorOrder = order
      window.rootViewController = NavigationHostController(driver) { screen in
        screen.viewModel === shop
          ? ShopController(shop.pages) : PlaceController(screen.destination)
      }
      window.makeKeyAndVisible()
      _ = try? driver.perform(presented ? .present(.a) : .push(.a), action: "shop")
      window.settle()
    }
  }

  /// A screen with a stack of its own.
  private final class Shop: BaseLifecycleViewModel {
    let pages = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }

    init() {
      super.init()
      addChild(pages)
    }
  }

  private final class ShopController: UIViewController {
    private let pages: NavigationDriver<Place>

    init(_ pages: NavigationDriver<Place>) {
      self.pages = pages
      super.init(nibName: nil, bundle: nil)
      title = "shop"
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let host = NavigationHostController(pages) { PlaceController($0.destination) }
      addChild(host)
      view.addSubview(host.view)
      host.didMove(toParent: self)
    }
  }
}

extension HostScene {
  /// Presents a controller of the app itself over what is shown.
  @discardableResult
  fileprivate func presentAlert() -> UIViewController {
    let alert = PlaceController(.c)
    var presenter: UIViewController = host
    while let presented = presenter.presentedViewController { presenter = presented }
    presenter.present(alert, animated: true)
    return alert
  }
}

extension UIWindow {
  /// The navigation controller of the topmost layer.
  fileprivate var path: UINavigationController? {
    guard var top = rootViewController else { return nil }
    while let presented = top.presentedViewController { top = presented }
    return top.descendant()
  }

  /// What is shown after all transitions.
  fileprivate var settledPicture: String {
    settle()
    return picture
  }

  fileprivate var tabItems: [UITabBarItem] {
    let bar: UITabBarController? = rootViewController?.descendant()
    return bar?.viewControllers?.map(\.tabBarItem) ?? []
  }
}

extension UIViewController {
  fileprivate func descendant<Controller: UIViewController>() -> Controller? {
    self as? Controller ?? children.lazy.compactMap { $0.descendant() }.first
  }
}
