import KalugaArchitecture
import KalugaUIKit
import Testing
import UIKit

final class PlaceController: UIViewController {
  var orientations = UIInterfaceOrientationMask.allButUpsideDown
  private let willAppear: () -> Void

  init(_ place: Place, willAppear: @escaping () -> Void = {}) {
    self.willAppear = willAppear
    super.init(nibName: nil, bundle: nil)
    title = place.screenName
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func viewWillAppear(_ animated: Bool) {
    super.viewWillAppear(animated)
    willAppear()
  }

  override var supportedInterfaceOrientations: UIInterfaceOrientationMask { orientations }
}

/// A screen that shows the stack of a shop.
final class ShopController: UIViewController {
  private let shop: Shop

  init(_ shop: Shop) {
    self.shop = shop
    super.init(nibName: nil, bundle: nil)
  }

  override var title: String? {
    get { shop.isInOuterPath ? shop.firstName : "shop" }
    set { super.title = newValue }
  }

  @available(*, unavailable)
  required init?(coder: NSCoder) { nil }

  override func viewDidLoad() {
    super.viewDidLoad()
    let host = NavigationHostController(shop.pages) { page in
      if let shop = page.viewModel as? Shop { return ShopController(shop) }
      return PlaceController(page.destination)
    }
    addChild(host)
    view.addSubview(host.view)
    host.didMove(toParent: self)
  }
}

/// A window with a host of a driver, in an active scene.
@MainActor
final class UIKitScene: HostScene {
  typealias Order = UIWindow.CoordinatorOrder

  let scene = UIWindowScene()
  let window: UIWindow
  let driver: NavigationDriver<Place>
  /// What the back handler of a random walk decides.
  var interceptsBack = false
  let host: NavigationHostController<Place>
  private var isHeld = false
  private let made: Made

  private struct Weak {
    weak var controller: PlaceController?
  }

  @MainActor
  private final class Made {
    var places: [Place] = []
    var items: [Place] = []
    var ids: Set<BackStackEntryID> = []
    var controllers: [Place: Weak] = [:]
    var willAppear: (Place) -> Void = { _ in }
  }

  init(
    _ order: Order = .beforeDelegate,
    _ driver: NavigationDriver<Place> = .places(),
    tabQuestions: [UIWindow.TabQuestion] = [.controller],
    screenSize: CGSize = .zero,
    presentation: @escaping @MainActor (Place) -> UIModalPresentationStyle = {
      $0 == .cover ? .fullScreen : .automatic
    },
    willPresent: (@MainActor (HostedScreen<Place>, UIViewController) -> Void)? = nil
  ) {
    let made = Made()
    self.made = made
    self.driver = driver
    host = NavigationHostController(driver, presentation: presentation, willPresent: willPresent) {
      screen in
      made.places.append(screen.destination)
      made.ids.insert(screen.id)
      if let shop = screen.viewModel as? Shop { return ShopController(shop) }
      let place = screen.destination
      let controller = PlaceController(place) { made.willAppear(place) }
      controller.preferredContentSize = screenSize
      made.controllers[place] = Weak(controller: controller)
      return controller
    } tab: { screen in
      made.items.append(screen.destination)
      return UITabBarItem(title: "the \(screen.destination)", image: nil, tag: 0)
    }
    window = UIWindow(windowScene: scene)
    window.coordinatorOrder = order
    window.tabQuestions = tabQuestions
    scene.enter(.foregroundActive)
    window.rootViewController = host
    window.makeKeyAndVisible()
    window.settle()
  }

  /// What the controller of a place does before it appears.
  var willAppear: (Place) -> Void {
    get { made.willAppear }
    set { made.willAppear = newValue }
  }

  /// The places for which the host has asked for a controller.
  var madePlaces: [Place] { made.places }

  /// The places for which the host has asked for the item of a tab.
  var askedItems: [Place] { made.items }

  /// The newest controller of a place.
  func controller(of place: Place) -> PlaceController? { made.controllers[place]?.controller }

  /// The controller of the topmost layer.
  var topLayer: UIViewController {
    var top: UIViewController = host
    while let presented = top.presentedViewController { top = presented }
    return top
  }

  /// The controller that shows the topmost layer: a path or a tab bar.
  func container<Controller: UIViewController>() -> Controller? { topLayer.descendant() }

  /// Presents a controller of the app itself over what is shown.
  @discardableResult
  func presentAlert() -> UIViewController {
    let alert = PlaceController(.c)
    topLayer.present(alert, animated: true)
    return alert
  }

  var tabLabels: [String] { window.tabTitles }
  var moves: [String] { window.moves }
  var alerts: [String] { window.alerts }

  func settle() { if !isHeld { window.settle() } }
  func beginSwipeBack(_ count: Int, under layersAbove: Int) {
    window.beginSwipeBack(count, under: layersAbove)
  }
  func beginDismissal() { window.beginSwipeDown() }
  func finishGesture() { window.finishGesture() }
  func selectTab(_ index: Int, under layersAbove: Int) {
    if isHeld {
      window.tapTab(index, under: layersAbove)
    } else {
      window.selectTab(index, under: layersAbove)
    }
  }
  func enter(_ state: HostState) {
    switch state {
    case .active: scene.enter(.foregroundActive)
    case .inactive: scene.enter(.foregroundInactive)
    case .background: scene.enter(.background)
    }
  }
  func choose(_ title: String) { window.tap(title) }
  func leaveQuestion() { window.leaveDialog() }
  func atOnce(_ body: () throws -> Void) rethrows {
    isHeld = true
    defer {
      isHeld = false
      settle()
    }
    try body()
  }

  var expectedAlerts: [String] {
    [driver.stack.current.question].compactMap { $0?.picture(addsCancel: true) }
  }

  func expectShown(_ sourceLocation: SourceLocation = #_sourceLocation) {
    let stack = driver.stack.current
    #expect(window.alerts == expectedAlerts, sourceLocation: sourceLocation)
    let expected = stack.layers.map(expectedPicture).joined(separator: " ▸ ")
    #expect(window.picture == expected, sourceLocation: sourceLocation)
    let styles = stack.layers.dropFirst().map(\.styleOfUIKit)
    #expect(window.presentations == styles, sourceLocation: sourceLocation)
    // A cover hides the layer below it, and a sheet does not.
    let seen = zip(stack.shownPaths, styles + [.automatic]).filter { $1 != .fullScreen }
      .compactMap { path, _ in path.last.map { "\($0.destination)" } }
    #expect(window.titles.sorted() == seen.sorted(), sourceLocation: sourceLocation)
    #expect(window.problems == [], sourceLocation: sourceLocation)
  }

  /// Checks that this stack is shown, of which `[]` stands for a tab that was never selected.
  func expectPicture(_ picture: String, sourceLocation: SourceLocation = #_sourceLocation) {
    expectShown(sourceLocation)
    #expect(window.picture == picture, sourceLocation: sourceLocation)
  }

  /// A tab that was never selected shows nothing yet.
  private func expectedPicture(of layer: BackStack<Place>.Layer) -> String {
    let tabs = layer.tabs.indices.map { tab in
      let path = layer.tabs[tab]
      let isMade = path.contains { made.ids.contains($0.id) }
      let names = isMade ? path.map { "\($0.destination)" }.joined(separator: ", ") : ""
      return (tab == layer.selected && layer.tabs.count > 1 ? "*" : "") + "[\(names)]"
    }
    return tabs.count == 1 ? tabs[0] : "{\(tabs.joined(separator: " | "))}"
  }
}

extension BackStack<Place>.Layer {
  /// How the scene presents the layer.
  var styleOfUIKit: UIModalPresentationStyle {
    switch style {
    case .sheet: .pageSheet
    case .popover: .popover
    case .cover: covering == .partly ? .overFullScreen : .fullScreen
    case .overlay: .overFullScreen
    case nil: tabs[0][0].destination == .cover ? .fullScreen : .automatic
    }
  }
}

extension UIViewController {
  fileprivate func descendant<Controller: UIViewController>() -> Controller? {
    self as? Controller ?? children.lazy.compactMap { $0.descendant() }.first
  }
}
