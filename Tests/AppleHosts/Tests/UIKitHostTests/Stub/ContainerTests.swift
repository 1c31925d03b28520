import Testing
import UIKit

/// Checks the stub against `developer.apple.com/documentation/uikit`.
@MainActor
struct ContainerTests {
  typealias Order = UIWindow.CoordinatorOrder

  let log = LoggingController.Log()
  let window = UIWindow(windowScene: UIWindowScene())

  private func show(_ root: UIViewController) {
    window.rootViewController = root
    window.makeKeyAndVisible()
    window.settle()
    _ = log.take()
  }

  private func screen(_ title: String) -> LoggingController { LoggingController(title, log) }

  final class Delegate: NSObject, UINavigationControllerDelegate, UITabBarControllerDelegate,
    UIAdaptivePresentationControllerDelegate
  {
    var lines: [String] = []
    var allows = true

    func navigationController(
      _ navigationController: UINavigationController,
      willShow viewController: UIViewController,
      animated: Bool
    ) {
      lines.append("will show \(viewController.title ?? "?")")
    }
    func navigationController(
      _ navigationController: UINavigationController,
      didShow viewController: UIViewController,
      animated: Bool
    ) {
      lines.append("did show \(viewController.title ?? "?")")
    }
    func tabBarController(
      _ tabBarController: UITabBarController,
      shouldSelect viewController: UIViewController
    ) -> Bool { allows }
    func tabBarController(
      _ tabBarController: UITabBarController,
      didSelect viewController: UIViewController
    ) {
      lines.append("did select")
    }
    func tabBarController(
      _ tabBarController: UITabBarController,
      shouldSelectTab tab: UITab
    ) -> Bool { allows }
    func tabBarController(
      _ tabBarController: UITabBarController,
      didSelectTab selectedTab: UITab,
      previousTab: UITab?
    ) {
      let titles = [selectedTab, previousTab].map { $0?.viewController?.title ?? "?" }
      lines.append("did select \(titles[0]) after \(titles[1])")
    }
    func presentationControllerShouldDismiss(
      _ presentationController: UIPresentationController
    ) -> Bool { allows }
    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
      lines.append("did dismiss")
    }
  }

  let delegate = Delegate()

  /// `/uinavigationcontrollerdelegate/navigationcontroller(_:didshow:animated:)`: called just after
  /// the navigation controller displays a controller, for changes of the app and of the user.
  @Test(arguments: Order.allCases)
  func `the delegate of a navigation controller is told what is shown`(order: Order) {
    window.coordinatorOrder = order
    let navigation = UINavigationController()
    navigation.delegate = delegate
    navigation.viewControllers = [screen("a")]
    #expect(delegate.lines == [])
    show(navigation)
    #expect(delegate.lines == ["did show a"])
    navigation.pushViewController(screen("b"), animated: true)
    #expect(delegate.lines.last == "will show b")
    #expect(navigation.transitionCoordinator != nil)
    window.settle()
    #expect(delegate.lines.last == "did show b")
    #expect(navigation.transitionCoordinator == nil)
    window.swipeBack()
    #expect(delegate.lines.last == "did show a")
    #expect(window.picture == "[a]")
  }

  /// `/uiviewcontroller/transitioncoordinator`: present while a transition is in progress.
  ///
  /// During an interactive pop, the stack is already shorter, which is not documented. For the
  /// reports on a cancelled one, see `UIWindow.CancelReport`.
  @Test(arguments: UIWindow.CancelReport.allCases)
  func `after a cancelled swipe, the stack is as before`(report: UIWindow.CancelReport) {
    window.cancelReport = report
    let navigation = UINavigationController()
    navigation.viewControllers = [screen("a"), screen("b")]
    show(navigation)
    navigation.delegate = delegate
    window.beginSwipeBack()
    #expect(navigation.viewControllers.count == 1)
    navigation.transitionCoordinator?.animate(alongsideTransition: nil) { [log] _ in
      log.lines.append("completed")
    }
    window.cancelGesture()
    #expect(navigation.viewControllers.count == 2)
    #expect(!delegate.lines.contains("did show a"))
    #expect(delegate.lines.contains("did show b") == (report == .completionsAndDidShow))
    #expect(log.lines.contains("completed") == (report != .nothing))
  }

  /// `/uinavigationcontroller/setviewcontrollers(_:animated:)`: replaces the controllers that are
  /// managed.
  @Test func `a navigation controller owns the controllers of its stack`() {
    let navigation = UINavigationController()
    let (a, b) = (screen("a"), screen("b"))
    navigation.viewControllers = [a, b]
    show(navigation)
    navigation.setViewControllers([a], animated: true)
    window.settle()
    #expect(a.navigationController === navigation)
    #expect(b.parent == nil)
    #expect(window.titles == ["a"])
  }

  /// `/uiviewcontroller/present(_:animated:completion:)` and `/uimodalpresentationstyle/fullscreen`.
  ///
  /// The completion follows `viewDidAppear(_:)`. Full screen removes the views of the presenting
  /// controller, and a sheet keeps them.
  @Test(arguments: [UIModalPresentationStyle.fullScreen, .automatic])
  func `a full-screen presentation hides the presenting controller`(
    style: UIModalPresentationStyle
  ) {
    let root = screen("root")
    show(root)
    let presented = screen("presented")
    presented.modalPresentationStyle = style
    root.present(presented, animated: true) { [log] in log.lines.append("completed") }
    #expect(presented.isBeingPresented)
    window.settle()
    let ends = log.take().suffix(2)
    #expect(Array(ends) == ["presented did appear", "completed"])
    #expect(window.titles == (style == .fullScreen ? ["presented"] : ["root", "presented"]))
    #expect(presented.presentingViewController === root)
    #expect(root.presentedViewController === presented)
  }

  /// `/uiviewcontroller/presentingviewcontroller`: of a child, that of its ancestor.
  @Test func `a child presents from its outermost ancestor`() {
    let root = UIViewController()
    let child = screen("child")
    root.addChild(child)
    root.view.addSubview(child.view)
    show(root)
    let presented = screen("presented")
    child.present(presented, animated: false)
    #expect(presented.presentingViewController === root)
    #expect(child.presentedViewController === presented)
  }

  /// The warning of UIKit: "Attempt to present … which is already presenting".
  @Test func `a controller presents one controller at a time`() {
    let root = screen("root")
    show(root)
    root.present(screen("first"), animated: false)
    root.present(screen("second"), animated: false)
    #expect(window.titles == ["root", "first"])
    #expect(window.problems == ["the controller is already presenting"])
  }

  /// The warning of UIKit: "… whose view is not in the window hierarchy".
  @Test func `a controller outside of the window presents nothing`() {
    let root = screen("root")
    root.present(screen("first"), animated: false)
    #expect(root.presentedViewController == nil)
  }

  /// `/uiviewcontroller/dismiss(animated:completion:)`: dismisses the presented controller and all
  /// above it, and a presented one asks its presenting controller.
  @Test func `dismissing a lower controller dismisses those above it`() {
    let (root, first, second) = (screen("root"), screen("first"), screen("second"))
    show(root)
    root.present(first, animated: false)
    first.present(second, animated: false)
    second.dismiss(animated: false)
    #expect(window.titles == ["root", "first"])
    first.present(second, animated: false)
    root.dismiss(animated: true)
    #expect(first.isBeingDismissed)
    window.settle()
    #expect(window.titles == ["root"])
    #expect(first.presentingViewController == nil)
  }

  /// `/uiadaptivepresentationcontrollerdelegate/presentationcontrollerdiddismiss(_:)`: called after
  /// the user has dismissed, and not after a dismissal by the app.
  @Test func `the delegate of a presentation is told of a dismissal by the user`() {
    let root = screen("root")
    show(root)
    let sheet = screen("sheet")
    sheet.presentationController?.delegate = delegate
    root.present(sheet, animated: false)
    root.dismiss(animated: false)
    #expect(delegate.lines == [])
    root.present(sheet, animated: false)
    window.beginSwipeDown()
    window.cancelGesture()
    #expect(window.titles == ["root", "sheet"])
    #expect(delegate.lines == [])
    window.swipeDown()
    #expect(delegate.lines == ["did dismiss"])
    #expect(window.titles == ["root"])
  }

  /// `/uiadaptivepresentationcontrollerdelegate/presentationcontrollershoulddismiss(_:)` and
  /// `/uiviewcontroller/ismodalinpresentation`.
  @Test func `a sheet may refuse to be swiped away`() {
    let root = screen("root")
    show(root)
    let sheet = screen("sheet")
    sheet.isModalInPresentation = true
    root.present(sheet, animated: false)
    window.swipeDown()
    sheet.isModalInPresentation = false
    sheet.presentationController?.delegate = delegate
    delegate.allows = false
    window.swipeDown()
    #expect(window.titles == ["root", "sheet"])
  }

  /// `/uitabbarcontrollerdelegate` and `/uitabbarcontroller/selectedindex`.
  ///
  /// The delegate is asked before the user selects a tab, and told after it. After a change by the
  /// app, only the newer method is called (pull request 4675 of react-native-screens).
  @Test func `a tab bar shows the selected tab, and asks before the user selects`() {
    let bar = UITabBarController()
    bar.delegate = delegate
    bar.viewControllers = [screen("a"), screen("b")]
    show(bar)
    bar.selectedIndex = 1
    #expect(window.titles == ["b"])
    #expect(delegate.lines == ["did select b after a"])
    window.selectTab(0)
    #expect(window.titles == ["a"])
    #expect(delegate.lines.suffix(2) == ["did select a after b", "did select"])
    delegate.allows = false
    for questions in UIWindow.TabQuestion.readings {
      window.tabQuestions = questions
      window.selectTab(1)
      #expect(window.titles == ["a"])
    }
  }

  /// `/uimodalpresentationstyle/none` and `/uipopoverpresentationcontroller/sourceview`.
  @Test func `some presentations raise exceptions`() {
    let root = screen("root")
    show(root)
    let (none, popover) = (screen("none"), screen("popover"))
    none.modalPresentationStyle = .none
    root.present(none, animated: false)
    popover.modalPresentationStyle = .popover
    root.present(popover, animated: false)
    #expect(window.problems.count == 2)
    popover.popoverPresentationController?.barButtonItem = UIBarButtonItem(title: "Filter")
    root.present(popover, animated: false)
    #expect(window.titles == ["root", "popover"])
  }

  /// `/uitabbarcontroller/morenavigationcontroller` and `/uitabbarcontroller/selectedindex`.
  @Test(arguments: [true, false])
  func `the tabs from the fifth on are under More`(selectsMore: Bool) {
    window.selectsMore = selectsMore
    let bar = UITabBarController()
    bar.viewControllers = ["a", "b", "c", "d", "e", "f"].map(screen)
    show(bar)
    window.tapMore()
    #expect(window.titles == ["More"])
    #expect(bar.selectedIndex == NSNotFound)
    window.selectTab(5)
    #expect(window.titles == ["f"])
    #expect(bar.selectedIndex == 5)
    #expect((bar.selectedViewController === bar.moreNavigationController) == selectsMore)
    window.swipeBack()
    #expect(window.titles == ["More"])
    bar.selectedIndex = 4
    #expect(window.titles == ["e"])
    #expect(bar.moreNavigationController.topViewController?.title == "e")
    bar.selectedIndex = 3
    window.tapMore()
    #expect(window.titles == ["e"])
    bar.viewControllers?.append(UINavigationController())
    bar.selectedIndex = 6
    #expect(window.problems == ["a navigation controller is pushed onto that of More"])
  }

  /// `/uitabbarcontroller/viewcontrollers`: the selected controller stays selected.
  @Test func `a tab bar keeps its selection when its tabs change`() {
    let bar = UITabBarController()
    let (a, b) = (screen("a"), screen("b"))
    bar.viewControllers = [a, b]
    bar.selectedIndex = 1
    bar.viewControllers = [b, a]
    #expect(bar.selectedIndex == 0)
    #expect(bar.selectedViewController === b)
  }

  /// Human Interface Guidelines, tab bars: a tap on the selected tab goes back to its first screen.
  @Test func `a tap on the selected tab pops its navigation controller`() {
    let bar = UITabBarController()
    let navigation = UINavigationController()
    navigation.viewControllers = [screen("a"), screen("b")]
    bar.viewControllers = [navigation, screen("c")]
    show(bar)
    bar.delegate = delegate
    delegate.allows = false
    // Report 2154 of material-components-ios: the delegate is asked about the selected tab, too.
    window.selectTab(0)
    #expect(navigation.viewControllers.count == 2)
    delegate.allows = true
    window.selectTab(0)
    #expect(navigation.viewControllers.count == 1)
    #expect(delegate.lines == ["did select"])
  }
}
