import KalugaArchitecture
import KalugaUIKit
import Testing
import UIKit

@MainActor
struct HostStateTests {
  @Test(arguments: [
    (UIScene.ActivationState.foregroundActive, HostState.active),
    (.foregroundInactive, .inactive), (.background, .background), (.unattached, .background),
  ])
  func `the state of the host follows the scene`(
    state: UIScene.ActivationState,
    expected: HostState
  ) {
    #expect(HostState(state) == expected)
    if state == .unattached { return }
    let scene = HostScene()
    scene.scene.enter(state)
    #expect(scene.driver.hostState == expected)
    #expect(scene.top?.stage.current == (expected == .active ? .resumed : .paused))
  }

  @Test func `no screen is resumed before the host has appeared`() {
    let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
    let host = NavigationHostController(driver) { PlaceController($0.destination) }
    host.loadViewIfNeeded()
    #expect(driver.topScreen?.stage.current == .created)
  }

  @Test func `a push in the background is shown, and resumed when the app is active`() throws {
    let scene = HostScene()
    scene.scene.enter(.background)
    try scene.perform(.push(.a))
    scene.expectShown("[home, a]")
    #expect(scene.top?.stage.current == .created)
    scene.scene.enter(.foregroundActive)
    #expect(scene.top?.stage.current == .resumed)
  }

  @Test func `saved files are written when the scene of a host enters the background`() async throws
  {
    let scene = HostScene()
    let written = try await DeletedFile()
    scene.scene.enter(.background)
    await until(written.isWritten)
    try written.delete()
  }

  @Test func `a cover of the driver does not stop it from following the scene`() throws {
    let scene = HostScene()
    try scene.perform(.present(.cover))
    scene.scene.enter(.background)
    #expect(scene.top?.stage.current == .paused)
    scene.scene.enter(.foregroundActive)
    #expect(scene.top?.stage.current == .resumed)
  }

  @Test(arguments: UIWindow.CoordinatorOrder.allCases)
  func `a host that another tab of the app hides is in the background`(
    order: UIWindow.CoordinatorOrder
  ) throws {
    let scene = HostScene(order)
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
    scene.scene.enter(.foregroundInactive)
    scene.scene.enter(.foregroundActive)
    try scene.perform(.push(.a))
    #expect(scene.top?.stage.current == .created)
    bar.selectedIndex = 0
    scene.window.settle()
    #expect(scene.driver.hostState == .active)
    #expect(scene.top?.stage.current == .resumed)
    #expect(scene.window.problems == [])
  }

  @Test(arguments: [Place?.none, .a, .cover])
  func `a host that the app covers is in the background`(presented: Place?) throws {
    let scene = HostScene()
    if let presented { try scene.perform(.present(presented)) }
    let player = PlaceController(.c)
    player.modalPresentationStyle = .fullScreen
    (scene.host.presentedViewController ?? scene.host).present(player, animated: true)
    scene.window.settle()
    #expect(scene.driver.hostState == .background)
    #expect(scene.top?.stage.current == .paused)
    player.dismiss(animated: true)
    scene.window.settle()
    #expect(scene.driver.hostState == .active)
    #expect(scene.top?.stage.current == .resumed)
    scene.expectShown()
  }

  @Test(arguments: UIWindow.CoordinatorOrder.allCases)
  func `layers of the host that cover each other pause nothing else`(
    order: UIWindow.CoordinatorOrder
  ) throws {
    let scene = HostScene(order)
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

  @Test(arguments: UIWindow.CoordinatorOrder.allCases, [true, false])
  func `a layer that leaves with one below it and comes back stays resumed`(
    order: UIWindow.CoordinatorOrder,
    marksAbove: Bool
  ) throws {
    let scene = HostScene(order)
    scene.window.marksDismissalsAbove = marksAbove
    for place in [Place.a, .b] { try scene.perform(.present(place)) }
    var stages: [LifecycleStage] = []
    let token = scene.top?.stage.observe { stages.append($0) }
    try scene.perform(.below(.dismiss()))
    scene.expectShown("[home] ▸ [b]")
    #expect(stages == [.resumed])
    token?.dispose()
  }

  @Test func `a host that another one has replaced does not pause its driver`() throws {
    let scene = HostScene()
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

  @Test func `a restored stack is shown`() throws {
    let first = HostScene()
    try first.perform(.push(.a))
    try first.perform(.present(.b))
    try first.perform(.present(.cover))
    let driver = NavigationDriver(restoring: first.driver.snapshot()) { place, _ in
      PlaceViewModel(place)
    }
    let scene = HostScene(.beforeDelegate, driver)
    scene.expectShown("[home, a] ▸ [b] ▸ [cover]")
  }

  @Test func `an ended driver keeps the last picture`() throws {
    let scene = HostScene()
    try scene.perform(.push(.a))
    scene.driver.end()
    scene.window.settle()
    #expect(scene.window.picture == "[home, a]")
    #expect(scene.window.problems == [])
  }

  @Test func `a nested driver is shown by the host in the screen that owns it`() throws {
    let shop = Shop()
    let driver = NavigationDriver<Place>(root: .home) { _, _ in shop }
    let windowScene = UIWindowScene()
    let window = UIWindow(windowScene: windowScene)
    windowScene.enter(.foregroundActive)
    window.rootViewController = NavigationHostController(driver) { _ in ShopController(shop) }
    window.makeKeyAndVisible()
    try shop.pages.perform(.push(.b), action: "page")
    window.settle()
    #expect(window.titles == ["b"])
    window.swipeBack()
    #expect(window.titles == ["a"])
    #expect("\(shop.pages.stack.current)" == "[a]")
    #expect(shop.pages.topScreen?.stage.current == .resumed)
    windowScene.enter(.foregroundInactive)
    // The outer driver pauses the shop, whose stack is then in the background.
    #expect(shop.pages.hostState == .background)
    windowScene.enter(.foregroundActive)
    #expect(shop.pages.topScreen?.stage.current == .resumed)
  }

  @Test func `the host of a nested driver resumes nothing on a covered screen`() throws {
    let shop = Shop()
    let driver = NavigationDriver<Place>(root: .home) { place, _ in
      place == .home ? shop : PlaceViewModel(place)
    }
    let windowScene = UIWindowScene()
    let window = UIWindow(windowScene: windowScene)
    windowScene.enter(.foregroundActive)
    window.rootViewController = NavigationHostController(driver) { screen in
      screen.destination == .home ? ShopController(shop) : PlaceController(screen.destination)
    }
    window.makeKeyAndVisible()
    try driver.perform(.present(.b), action: "cover")
    window.settle()
    windowScene.enter(.foregroundInactive)
    windowScene.enter(.foregroundActive)
    #expect(shop.pages.topScreen?.stage.current == .paused)
  }

  /// A screen with a stack of its own.
  final class Shop: BaseLifecycleViewModel {
    let pages = NavigationDriver<Place>(root: .a) { place, _ in PlaceViewModel(place) }

    init() {
      super.init()
      addChild(pages)
    }
  }

  final class ShopController: UIViewController {
    private let shop: Shop

    init(_ shop: Shop) {
      self.shop = shop
      super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
      super.viewDidLoad()
      let host = NavigationHostController(shop.pages) { PlaceController($0.destination) }
      addChild(host)
      view.addSubview(host.view)
      host.didMove(toParent: self)
    }
  }
}
