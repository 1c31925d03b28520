import KalugaArchitecture
import KalugaUIKit
import Testing
import UIKit

/// How a stack is presented, what its screens decide about it, and what the app presents itself.
@MainActor
struct HostControllerPresentationTests {
  typealias Order = UIWindow.CoordinatorOrder

  static let size = CGSize(width: 100, height: 200)

  // MARK: Styles

  @Test(arguments: [
    UIModalPresentationStyle.none, .popover, .formSheet, .pageSheet, .currentContext, .custom,
    .overFullScreen, .overCurrentContext,
  ])
  func `no style is refused by UIKit`(style: UIModalPresentationStyle) throws {
    let scene = UIKitScene(presentation: { _ in style })
    try scene.perform(.present(.a))
    #expect(scene.window.picture == "[home] ▸ [a]")
    #expect(scene.window.presentations == [style == .none ? .automatic : style])
    #expect(scene.window.problems == [])
    try scene.perform(.dismiss())
    #expect(scene.window.picture == "[home]")
  }

  @Test func `a popover without a source is in the middle`() throws {
    let scene = UIKitScene(presentation: { _ in .popover })
    try scene.perform(.present(.a))
    let popover = try #require(scene.topLayer.popoverPresentationController)
    #expect(popover.sourceView?.isDescendant(of: scene.host.view) == true)
    #expect(popover.sourceRect.origin == CGPoint(x: 200, y: 400))
    #expect(popover.permittedArrowDirections == [])
  }

  @Test func `the app sets the source and the size of a popover, which the user can dismiss`()
    throws
  {
    let button = UIBarButtonItem(title: "Filter")
    let scene = UIKitScene(presentation: { _ in .popover }) {
      $1.popoverPresentationController?.sourceItem = button
      $1.preferredContentSize = Self.size
    }
    try scene.perform(.present(.a))
    let popover = try #require(scene.topLayer.popoverPresentationController)
    #expect(popover.sourceItem === button)
    #expect(popover.sourceView == nil)
    #expect(scene.topLayer.preferredContentSize == Self.size)
    scene.window.swipeDown()
    #expect(scene.window.picture == "[home]")
    #expect("\(scene.driver.stack.current)" == "[home]")
  }

  @Test func `the app sets the detents of each presented stack, also of one that is shown again`()
    throws
  {
    var presented: [Place] = []
    let scene = UIKitScene(willPresent: { screen, controller in
      presented.append(screen.destination)
      controller.sheetPresentationController?.detents = [.medium()]
    })
    try scene.perform(.present(.a), .push(.b), .present(.c))
    #expect(presented == [.a, .c])
    #expect(scene.topLayer.sheetPresentationController?.detents == [.medium()])
    let token = scene.driver.onBack { .intercept }
    scene.window.swipeDown()
    scene.expectPicture("[home] ▸ [a, b] ▸ [c]")
    #expect(presented == [.a, .c, .c])
    token.dispose()
  }

  // MARK: What screens decide

  @Test func `the screen on top decides whether the user can dismiss its layer`() throws {
    let scene = UIKitScene()
    try scene.perform(.present(.a), .push(.b))
    scene.controller(of: .b)?.isModalInPresentation = true
    scene.window.swipeDown()
    #expect(scene.window.picture == "[home] ▸ [a, b]")
    scene.window.swipeBack()
    scene.window.swipeDown()
    #expect(scene.window.picture == "[home]")
  }

  @Test func `a layer has the size that its screen on top prefers`() throws {
    let scene = UIKitScene(screenSize: Self.size)
    try scene.perform(.present(.a))
    #expect(scene.topLayer.preferredContentSize == Self.size)
    scene.controller(of: .a)?.preferredContentSize = CGSize(width: 100, height: 300)
    #expect(scene.topLayer.preferredContentSize.height == 300)
  }

  @Test func `the screen on top decides about the orientation, and UIKit about the bars`() throws {
    let scene = UIKitScene()
    try scene.perform(.push(.a))
    scene.controller(of: .a)?.orientations = .landscape
    #expect(scene.host.supportedInterfaceOrientations == .landscape)
    let children = [
      \UIViewController.childForStatusBarStyle, \.childForStatusBarHidden,
      \.childForHomeIndicatorAutoHidden, \.childForScreenEdgesDeferringSystemGestures,
    ]
    for child in children {
      var outermost: UIViewController = scene.host
      while let next = outermost[keyPath: child] { outermost = next }
      #expect(outermost is UINavigationController)
    }
    try scene.perform(.tabs([.home, .a, .b, .c, .a, .b], selected: 1))
    #expect(scene.host.supportedInterfaceOrientations == .allButUpsideDown)
    // In a tab bar with "More", each tab is a container of its own.
    let bar: UITabBarController = try #require(scene.container())
    let tab = try #require(bar.selectedViewController)
    for child in children { #expect(tab[keyPath: child] is UINavigationController) }
  }

  /// UIViewController.h: a controller that returns another child must say so.
  @Test func `UIKit learns that another container decides about the bars`() throws {
    let scene = UIKitScene()
    #expect(scene.window.statusBarController is UINavigationController)
    try scene.perform(.tabs([.home, .a]))
    #expect(scene.window.statusBarController is UITabBarController)
    try scene.perform(.tabs([.home]))
    #expect(scene.window.statusBarController is UINavigationController)
  }

  // MARK: What the app presents itself

  /// Report 2736 of deltachat-ios: of two that are presented in one turn, one was never shown.
  @Test(arguments: Order.allCases)
  func `a stack is presented over an alert of the app, and leaves alone`(order: Order) throws {
    let scene = UIKitScene(order)
    for _ in 0..<2 {
      try scene.atOnce {
        if scene.host.presentedViewController == nil { scene.presentAlert() }
        try scene.perform(.present(.a))
      }
      #expect(scene.window.picture == "[home] ▸ [c] ▸ [a]")
      #expect(scene.window.problems == [])
      try scene.perform(.dismiss())
      // Pull request 995 of fluentui-apple: only its own is dismissed.
      #expect(scene.window.picture == "[home] ▸ [c]")
    }
    try scene.perform(.present(.a))
    scene.window.swipeDown()
    #expect(scene.window.picture == "[home] ▸ [c]")
    #expect("\(scene.driver.stack.current)" == "[home]")
  }

  /// Pull request 7644 of wix/react-native-navigation: the sheet left with the alert.
  ///
  /// Pull request 2671 of react-native-screens: the sheet below was dismissed.
  @Test(arguments: Order.allCases, [true, false])
  func `a stack waits for an alert of the app that is being dismissed`(
    order: Order,
    animated: Bool
  ) throws {
    let scene = UIKitScene(order)
    for (place, picture) in [(Place.a, "[home] ▸ [a]"), (.b, "[home] ▸ [a] ▸ [b]")] {
      let alert = scene.presentAlert()
      scene.window.settle()
      alert.dismiss(animated: animated)
      try scene.perform(.present(place))
      scene.expectPicture(picture)
    }
  }

  @Test(arguments: [true, false], [true, false])
  func `a stack that is dismissed with an alert below it is presented again`(
    marksAbove: Bool,
    animated: Bool
  ) async throws {
    let scene = UIKitScene()
    scene.window.marksDismissalsAbove = marksAbove
    scene.presentAlert()
    try scene.perform(.present(.a), .present(.b))
    let model = scene.top
    #expect(scene.window.picture == "[home] ▸ [c] ▸ [a] ▸ [b]")
    scene.host.dismiss(animated: animated)
    scene.window.settle()
    await until(scene.window.picture == "[home] ▸ [a]")
    scene.window.settle()
    scene.expectPicture("[home] ▸ [a] ▸ [b]")
    #expect(model?.stage.current == .resumed)
  }

  @Test(arguments: [true, false])
  func `a screen that dismisses its layer itself closes it`(animated: Bool) async throws {
    let scene = UIKitScene()
    try scene.perform(.present(.a))
    let model = scene.top
    // After what the presentation has left for later.
    await Task {}.value
    scene.host.presentedViewController?.dismiss(animated: animated)
    scene.window.settle()
    await until(model?.stage.current == .cleared)
    scene.expectPicture("[home]")
  }
}
