import KalugaArchitecture
import KalugaUIKit
import Testing
import UIKit

@MainActor
struct HostControllerTests {
  typealias Order = UIWindow.CoordinatorOrder

  // MARK: Controllers

  @Test func `a presented layer stays presented when its first tab is another one`() throws {
    let scene = UIKitScene()
    try scene.perform(.present(.a), .tabs([.a, .b]))
    let presented = scene.host.presentedViewController
    try scene.perform(.tabs([.b, .a]))
    #expect(scene.host.presentedViewController === presented)
  }

  @Test func `the controllers of a tab are made when it is first selected`() throws {
    let first = UIKitScene()
    try first.perform(.tabs([.home, .a]), .selectTab(1), .push(.b), .tabs([.home, .a, .c]))
    first.window.selectTab(0)
    let scene = UIKitScene(.beforeDelegate, .places(restoring: first.driver))
    #expect(scene.madePlaces == [.home])
    #expect(scene.window.tabTitles == ["the home", "the a", "the c"])
    scene.expectPicture("{*[home] | [] | []}")
    scene.window.selectTab(1)
    #expect(scene.madePlaces == [.home, .a, .b])
    scene.expectPicture("{[home] | *[a, b] | []}")
    // Its screens are now kept, also while another tab is selected.
    scene.window.selectTab(0)
    #expect(scene.madePlaces.count == 3)
    scene.expectPicture("{*[home] | [a, b] | []}")
  }

  /// Report 4841 of wix/react-native-navigation: the item lost its icon.
  @Test(arguments: Order.allCases)
  func `a tab has the item of its new first screen, and the others keep theirs`(
    order: Order
  ) throws {
    let scene = UIKitScene(order)
    #expect(scene.askedItems == [])
    try scene.perform(.tabs([.home, .a, .b], selected: 1))
    let bar: UITabBarController? = scene.container()
    let items = { bar?.viewControllers?.map(\.tabBarItem) ?? [] }
    let old = items()
    try scene.perform(.replace(.c), .push(.a))
    scene.expectPicture("{[home] | *[c, a] | []}")
    #expect(scene.window.tabTitles == ["the home", "the c", "the b"])
    #expect(items()[0] === old[0])
    #expect(items()[2] === old[2])
    try scene.perform(.tabs([.c]), .setRoot(.a), .tabs([.a, .b]))
    #expect(scene.window.tabTitles == ["the a", "the b"])
    #expect(scene.askedItems == [.home, .a, .b, .c, .a, .b])
  }

  @Test func `the item of a tab is made again when the view model of its screen is made`() throws {
    let scene = UIKitScene(.beforeDelegate, .places(hiddenTabs: .lazily))
    try scene.perform(.tabs([.home, .a, .b]))
    #expect(scene.askedItems == [.home, .a, .b])
    scene.window.selectTab(1)
    scene.window.selectTab(0)
    scene.window.selectTab(1)
    #expect(scene.askedItems == [.home, .a, .b, .a])
    #expect(scene.window.tabTitles == ["the home", "the a", "the b"])
  }

  @Test func `a presented stack whose first tab is not made is presented with its shown screen`()
    throws
  {
    var presented: [Place] = []
    let scene = UIKitScene(
      .beforeDelegate,
      .places(hiddenTabs: .lazily),
      willPresent: { screen, _ in presented.append(screen.destination) }
    )
    try scene.perform(.steps([.present(.a), .tabs([.a, .b], selected: 1)]))
    #expect(presented == [.b])
  }

  @Test func `a screen that navigates while its controller is made is followed`() {
    let driver = NavigationDriver<Place>.places()
    let window = UIWindow(windowScene: UIWindowScene())
    window.rootViewController = NavigationHostController(driver) { screen in
      if screen.destination == .home { _ = try? driver.perform(.push(.a), action: "test") }
      return PlaceController(screen.destination)
    }
    window.makeKeyAndVisible()
    window.settle()
    #expect(window.picture == "[home, a]")
  }

  /// Pull request 243 of swift-navigation: the screen that was popped was pushed again.
  @Test(arguments: Order.allCases)
  func `a screen that changes the stack when it appears again keeps the way back`(
    order: Order
  ) throws {
    let scene = UIKitScene(order)
    try scene.perform(.push(.a))
    let home = scene.driver.stack.current.entries[0].id
    scene.willAppear = { [driver = scene.driver] place in
      if place == .home { _ = try? driver.perform(.update(home, to: .c), action: "appear") }
    }
    scene.window.swipeBack()
    #expect(scene.window.picture == "[home]")
    #expect("\(scene.driver.stack.current)" == "[c]")
    #expect(scene.window.problems == [])
  }

  @Test(arguments: Order.allCases)
  func `a transition counts as ended after another one has ended, too`(order: Order) throws {
    let scene = UIKitScene(order)
    scene.willAppear = { [driver = scene.driver] place in
      guard place == .c else { return }
      _ = try? driver.perform(.below(.below(.push(.b))), action: "appear")
    }
    // The push and the first presentation run at once.
    try scene.atOnce { try scene.perform(.push(.a), .present(.b), .present(.c)) }
    scene.expectPicture("[home, a, b] ▸ [b] ▸ [c]")
  }

  /// Report 420 of the Composable Architecture: an update during the transition showed it twice.
  @Test(arguments: Order.allCases)
  func `a sheet whose destination becomes one of a cover is presented again once`(
    order: Order
  ) throws {
    let scene = UIKitScene(order)
    try scene.atOnce {
      try scene.perform(.present(.a))
      let top = try #require(scene.top)
      try scene.driver.update(top, to: .cover)
    }
    #expect(scene.window.presentations == [.fullScreen])
    #expect("\(scene.driver.stack.current)" == "[home] ▸ [cover]")
    // The controller stays the one of its screen.
    #expect(scene.madePlaces == [.home, .a])
    #expect(scene.window.problems == [])
  }

  // MARK: What is kept

  @Test func `services are attached to the controller of their screen`() async throws {
    let service = LifecycleHostObserver<UIViewController>()
    let driver = NavigationDriver<Place>(root: .home) { place, _ in
      PlaceViewModel(place, services: place == .a ? [service] : [])
    }
    let scene = UIKitScene(.beforeDelegate, driver)
    try scene.perform(.push(.a))
    #expect(service.currentHost?.title == "a")
    try scene.perform(.pop())
    await until(service.currentHost == nil)
  }

  @Test func `a host that is released leaves the driver alone`() throws {
    let driver = NavigationDriver<Place>.places()
    weak var host: UIViewController?
    do {
      let scene = UIKitScene(.beforeDelegate, driver)
      host = scene.host
      try scene.perform(.present(.a), .dismiss())
    }
    #expect(host == nil)
    #expect(driver.topViewModel?.stage.current != .cleared)
    try driver.perform(.push(.a), action: "test")
  }

  /// Report 30 of AndreyPanov/ApplicationCoordinator: they stayed in memory after a swipe.
  @Test(arguments: Order.allCases, [true, false])
  func `what a sheet has shown is released`(order: Order, byUser: Bool) async throws {
    let scene = UIKitScene(order)
    try scene.perform(.present(.a), .push(.b))
    weak let controller = scene.host.presentedViewController
    weak let path: UINavigationController? = scene.container()
    weak let screen = path?.topViewController
    #expect(controller != nil && screen != nil)
    if byUser { scene.window.swipeDown() } else { try scene.perform(.dismiss()) }
    await until(controller == nil && screen == nil)
  }

  // MARK: State

  @Test func `no screen is resumed before the host has appeared in an attached scene`() {
    let driver = NavigationDriver<Place>.places()
    let host = NavigationHostController(driver) { PlaceController($0.destination) }
    host.loadViewIfNeeded()
    #expect(driver.topViewModel?.stage.current == .created)
    // It is not attached yet.
    let scene = UIWindowScene()
    let window = UIWindow(windowScene: scene)
    window.rootViewController = host
    window.makeKeyAndVisible()
    #expect(driver.topViewModel?.stage.current == .created)
    scene.enter(.foregroundActive)
    #expect(driver.topViewModel?.stage.current == .resumed)
  }

  @Test func `a host that has not appeared is in the background`() {
    let driver = NavigationDriver<Place>.places()
    let host = NavigationHostController(driver) { PlaceController($0.destination) }
    host.loadViewIfNeeded()
    #expect(driver.hostState == .background)
    #expect(driver.topViewModel?.stage.current == .created)
  }

  @Test(arguments: Order.allCases)
  func `a host that another tab of the app hides is in the background`(order: Order) throws {
    let scene = UIKitScene(order)
    let bar = UITabBarController()
    scene.window.rootViewController = nil
    bar.viewControllers = [scene.host, UIViewController()]
    scene.window.rootViewController = bar
    scene.window.settle()
    #expect(scene.top?.stage.current == .resumed)
    bar.selectedIndex = 1
    #expect(scene.driver.hostState == .background)
    #expect(scene.top?.stage.current == .paused)
    // The scene does not bring it back.
    scene.enter(.inactive)
    scene.enter(.active)
    // Pull request 342 of react-native-screens: the sheet was never presented.
    try scene.perform(.push(.a), .present(.b))
    #expect(scene.top?.stage.current == .created)
    bar.selectedIndex = 0
    scene.window.settle()
    #expect(scene.window.picture == "{*[home, a] | [?]} ▸ [b]")
    #expect(scene.driver.hostState == .active)
    #expect(scene.top?.stage.current == .resumed)
    #expect(scene.window.problems == [])
  }

  @Test(arguments: [Place?.none, .a, .cover])
  func `a host that the app covers is in the background`(presented: Place?) throws {
    let scene = UIKitScene()
    if let presented { try scene.perform(.present(presented)) }
    let player = PlaceController(.c)
    player.modalPresentationStyle = .fullScreen
    scene.topLayer.present(player, animated: true)
    scene.window.settle()
    #expect(scene.driver.hostState == .background)
    #expect(scene.top?.stage.current == .paused)
    player.dismiss(animated: true)
    scene.window.settle()
    #expect(scene.driver.hostState == .active)
    #expect(scene.top?.stage.current == .resumed)
    scene.expectShown()
  }

  @Test(arguments: Order.allCases)
  func `layers of the host that cover each other pause nothing else`(order: Order) throws {
    let scene = UIKitScene(order)
    var states: [HostState] = []
    let token = scene.driver.onTransition { [driver = scene.driver] _ in
      states.append(driver.hostState)
    }
    for operation in [
      NavigationSpec<Place>.present(.cover), .present(.a), .below(.dismiss()), .present(.cover),
      .dismiss(), .replacePresented(.cover), .push(.b), .dismiss(),
    ] {
      try scene.perform(operation)
      states.append(scene.driver.hostState)
      #expect(scene.top?.stage.current == .resumed)
    }
    #expect(Set(states) == [.active])
    token.dispose()
  }

  @Test(arguments: Order.allCases, [true, false])
  func `a layer that leaves with one below it and comes back stays resumed`(
    order: Order,
    marksAbove: Bool
  ) throws {
    let scene = UIKitScene(order)
    scene.window.marksDismissalsAbove = marksAbove
    try scene.perform(.present(.a), .present(.b))
    var stages: [LifecycleStage] = []
    let token = scene.top?.stage.observe { stages.append($0) }
    try scene.perform(.below(.dismiss()))
    scene.expectPicture("[home] ▸ [b]")
    #expect(stages == [.resumed])
    token?.dispose()
  }

  @Test func `a host that was replaced does not pause its driver`() throws {
    let scene = UIKitScene()
    // Called after the first host, and before the second.
    var states: [HostState] = []
    let token = scene.driver.onTransition { [driver = scene.driver] _ in
      states.append(driver.hostState)
    }
    scene.window.rootViewController = NavigationHostController(scene.driver) {
      PlaceController($0.destination)
    }
    states = []
    try scene.perform(.push(.a))
    #expect(scene.window.picture == "[home, a]")
    #expect(states == [.active])
    #expect(scene.top?.stage.current == .resumed)
    token.dispose()
  }

  // MARK: Nesting

  /// Reports 4446 and 4591 of react-native-screens: the sheet of the outer stack was never presented,
  /// or left with the other one.
  @Test(arguments: Order.allCases)
  func `a sheet is presented while and after one of a nested driver leaves`(
    order: Order
  ) async throws {
    let shop = Shop()
    let scene = UIKitScene(order, .places(shop: (shop, .a)))
    try scene.perform(.push(.a))
    try shop.pages.perform(.present(.b), action: "page")
    scene.window.settle()
    try scene.atOnce {
      try shop.pages.perform(.dismiss(), action: "page")
      try scene.perform(.present(.c))
    }
    #expect(scene.window.picture == "[home, shop] ▸ [c]")
    try scene.perform(.dismiss())
    try shop.pages.perform(.present(.b), action: "page")
    try scene.perform(.present(.c))
    #expect(scene.window.picture == "[home, shop] ▸ [b] ▸ [c]")
    try shop.pages.perform(.dismiss(), action: "page")
    await until(scene.settledPicture == "[home, shop] ▸ [c]")
    #expect("\(scene.driver.stack.current)" == "[home, a] ▸ [c]")
    #expect(scene.window.problems == [])
  }

  /// Report 11717 of react-navigation, the other way round.
  @Test(arguments: Order.allCases)
  func `the sheet that contains a nested driver takes its sheets along`(order: Order) throws {
    let shop = Shop()
    let scene = UIKitScene(order, .places(shop: (shop, .a)))
    try scene.perform(.present(.a))
    for place in [Place.b, .c] { try shop.pages.perform(.present(place), action: "page") }
    scene.window.settle()
    #expect(scene.window.picture == "[home] ▸ [shop] ▸ [b] ▸ [c]")
    try scene.perform(.dismiss())
    #expect(scene.window.picture == "[home]")
    #expect(scene.window.problems == [])
  }
}

extension UIKitScene {
  /// What is shown after all transitions.
  fileprivate var settledPicture: String {
    window.settle()
    return window.picture
  }
}
