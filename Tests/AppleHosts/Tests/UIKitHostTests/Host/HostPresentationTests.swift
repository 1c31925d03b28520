import KalugaArchitecture
import KalugaUIKit
import Testing
import UIKit

/// How a stack is presented, and what its screens decide about it.
@MainActor
struct HostPresentationTests {
  @Test(arguments: [
    UIModalPresentationStyle.none, .popover, .formSheet, .pageSheet, .currentContext, .custom,
    .overFullScreen, .overCurrentContext,
  ])
  func `no style is refused by UIKit`(style: UIModalPresentationStyle) throws {
    let scene = PresentingScene { _ in style }
    try scene.driver.perform(.present(.a), action: "test")
    scene.window.settle()
    #expect(scene.window.picture == "[home] ▸ [a]")
    #expect(scene.window.presentations == [style == .none ? .automatic : style])
    #expect(scene.window.problems == [])
    try scene.driver.perform(.dismiss(), action: "test")
    scene.window.settle()
    #expect(scene.window.picture == "[home]")
  }

  @Test func `a popover without a source is in the middle`() throws {
    let scene = PresentingScene { _ in .popover }
    try scene.driver.perform(.present(.a), action: "test")
    let popover = try #require(scene.presented?.popoverPresentationController)
    #expect(popover.sourceView?.isDescendant(of: scene.host.view) == true)
    #expect(popover.sourceRect.origin == CGPoint(x: 200, y: 400))
    #expect(popover.permittedArrowDirections == [])
  }

  @Test func `the app sets the source of a popover, which the user can dismiss`() throws {
    let button = UIBarButtonItem(title: "Filter")
    let scene = PresentingScene { _ in
      .popover
    } willPresent: {
      $1.popoverPresentationController?.sourceItem = button
    }
    try scene.driver.perform(.present(.a), action: "test")
    let popover = try #require(scene.presented?.popoverPresentationController)
    #expect(popover.sourceItem === button)
    #expect(popover.sourceView == nil)
    scene.window.swipeDown()
    #expect(scene.window.picture == "[home]")
    #expect("\(scene.driver.stack.current)" == "[home]")
  }

  @Test func `the app sets the detents of each presented stack`() throws {
    var presented: [Place] = []
    let scene = PresentingScene { _ in
      .automatic
    } willPresent: { screen, controller in
      presented.append(screen.destination)
      controller.sheetPresentationController?.detents = [.medium()]
    }
    try scene.driver.perform(.present(.a), action: "test")
    try scene.driver.perform(.push(.b), action: "test")
    try scene.driver.perform(.present(.c), action: "test")
    scene.window.settle()
    #expect(presented == [.a, .c])
    #expect(scene.presented?.sheetPresentationController?.detents == [.medium()])
  }

  @Test func `a sheet that is shown again is set up again`() throws {
    var count = 0
    let scene = PresentingScene { _ in
      .automatic
    } willPresent: { _, _ in
      count += 1
    }
    try scene.driver.perform(.present(.a), action: "test")
    let token = scene.driver.onBack { .intercept }
    scene.window.swipeDown()
    #expect(scene.window.picture == "[home] ▸ [a]")
    #expect(count == 2)
    token.dispose()
  }

  @Test func `the screen on top decides whether the user can dismiss its layer`() throws {
    let scene = PresentingScene()
    try scene.driver.perform(.present(.a), action: "test")
    try scene.driver.perform(.push(.b), action: "test")
    scene.window.settle()
    scene.made[.b]?.isModalInPresentation = true
    scene.window.swipeDown()
    #expect(scene.window.picture == "[home] ▸ [a, b]")
    scene.window.swipeBack()
    scene.window.swipeDown()
    #expect(scene.window.picture == "[home]")
  }

  @Test func `a layer has the size that its screen on top prefers`() throws {
    let scene = PresentingScene()
    try scene.driver.perform(.present(.a), action: "test")
    scene.window.settle()
    scene.made[.a]?.preferredContentSize = CGSize(width: 100, height: 200)
    #expect(scene.presented?.preferredContentSize == CGSize(width: 100, height: 200))
  }

  @Test func `the app may set the size of a layer`() throws {
    let scene = PresentingScene { _ in
      .popover
    } willPresent: {
      $1.preferredContentSize = CGSize(width: 100, height: 200)
    }
    try scene.driver.perform(.present(.a), action: "test")
    scene.window.settle()
    #expect(scene.presented?.preferredContentSize == CGSize(width: 100, height: 200))
  }

  @Test func `a layer begins with the size of its first screen`() throws {
    let scene = PresentingScene(size: CGSize(width: 100, height: 200))
    try scene.driver.perform(.present(.a), action: "test")
    #expect(scene.presented?.preferredContentSize == CGSize(width: 100, height: 200))
  }

  @Test func `the screen on top decides about the orientation, and UIKit about the bars`() throws {
    let scene = PresentingScene()
    try scene.driver.perform(.push(.a), action: "test")
    scene.window.settle()
    scene.made[.a]?.orientations = .landscape
    #expect(scene.host.supportedInterfaceOrientations == .landscape)
    func outermost(_ child: KeyPath<UIViewController, UIViewController?>) -> UIViewController {
      var controller: UIViewController = scene.host
      while let next = controller[keyPath: child] { controller = next }
      return controller
    }
    #expect(outermost(\.childForStatusBarStyle) is UINavigationController)
    #expect(outermost(\.childForStatusBarHidden) is UINavigationController)
    #expect(outermost(\.childForHomeIndicatorAutoHidden) is UINavigationController)
    let edges = outermost(\.childForScreenEdgesDeferringSystemGestures)
    #expect(edges is UINavigationController)
    try scene.driver.perform(.tabs([.home, .b], selected: 1), action: "test")
    #expect(scene.host.supportedInterfaceOrientations == .allButUpsideDown)
    #expect(outermost(\.childForStatusBarStyle) is UITabBarController)
  }

  /// UIViewController.h: a controller that returns another child must say so.
  @Test func `UIKit is told that another container decides about the bars`() throws {
    let scene = HostScene()
    #expect(scene.window.statusBarController === scene.path)
    try scene.perform(.tabs([.home, .a]))
    #expect(scene.window.statusBarController === scene.bar)
    try scene.perform(.tabs([.home]))
    #expect(scene.window.statusBarController === scene.path)
  }

  @Test func `the screens in a tab bar with More decide about the bars as in any tab bar`() throws {
    let scene = HostScene()
    try scene.perform(.tabs([.home, .a, .b, .c, .a, .b]))
    let tab = try #require(scene.bar?.selectedViewController)
    #expect(tab.childForStatusBarStyle is UINavigationController)
    #expect(tab.childForStatusBarHidden is UINavigationController)
    #expect(tab.childForHomeIndicatorAutoHidden is UINavigationController)
    #expect(tab.childForScreenEdgesDeferringSystemGestures is UINavigationController)
  }
}

/// A window with a host whose presentations are chosen by the test.
@MainActor
private final class PresentingScene {
  let window = UIWindow(windowScene: UIWindowScene())
  let driver = NavigationDriver<Place>(root: .home) { place, _ in PlaceViewModel(place) }
  let host: NavigationHostController<Place>
  private let log: Log

  @MainActor
  private final class Log {
    var made: [Place: TurningController] = [:]
  }

  init(
    size: CGSize = .zero,
    presentation: @escaping @MainActor (Place) -> UIModalPresentationStyle = { _ in .automatic },
    willPresent: @escaping @MainActor (HostedScreen<Place>, UIViewController) -> Void = { _, _ in }
  ) {
    let log = Log()
    self.log = log
    host = NavigationHostController(driver, presentation: presentation, willPresent: willPresent) {
      screen in
      let controller = TurningController()
      controller.title = "\(screen.destination)"
      controller.preferredContentSize = size
      log.made[screen.destination] = controller
      return controller
    }
    window.rootViewController = host
    window.frame = CGRect(x: 0, y: 0, width: 400, height: 800)
    window.makeKeyAndVisible()
    window.settle()
  }

  var made: [Place: TurningController] { log.made }

  /// The controller of the topmost presented layer.
  var presented: UIViewController? {
    var presented = host.presentedViewController
    while let next = presented?.presentedViewController { presented = next }
    return presented
  }
}

private final class TurningController: UIViewController {
  var orientations = UIInterfaceOrientationMask.allButUpsideDown

  override var supportedInterfaceOrientations: UIInterfaceOrientationMask { orientations }
}
