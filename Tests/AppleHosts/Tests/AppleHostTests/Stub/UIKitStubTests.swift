import Testing
import UIKit

/// Checks what the stub does to a host that relies on too much, so that the stub does not prove itself.
///
/// The addresses are below `developer.apple.com/documentation/uikit`. The tests of the hosts would fail
/// if the stub did less than Apple promises.
@MainActor
struct UIKitStubTests {
  typealias Order = UIWindow.CoordinatorOrder

  let log = Log()
  let window = UIWindow(windowScene: UIWindowScene())

  private func show(_ root: UIViewController) {
    window.rootViewController = root
    window.makeKeyAndVisible()
    window.settle()
    _ = log.take()
  }

  private func screen(_ title: String) -> LoggingController { LoggingController(title, log) }

  private func navigation(_ titles: String...) -> UINavigationController {
    let navigation = UINavigationController()
    navigation.viewControllers = titles.map(screen)
    return navigation
  }

  // MARK: Appearance

  /// `/uiviewcontroller/viewdidappear(_:)`: the methods of a push are called at its start and end.
  ///
  /// `/uiviewcontroller/viewwilldisappear(_:)` and `/uiviewcontroller/transitioncoordinator`: a
  /// cancelled transition is reversed, and its coordinator says so.
  @Test func `a split view collapses in a narrow width unless its traits are overridden`() {
    for isOverridden in [false, true] {
      let split = UISplitViewController(style: .doubleColumn)
      split.preferredDisplayMode = .oneBesideSecondary
      if isOverridden { split.traitOverrides.horizontalSizeClass = .regular }
      for (column, title) in [(UISplitViewController.Column.primary, "list"), (.secondary, "mail")]
      {
        let path = UINavigationController()
        let screen = UIViewController()
        screen.title = title
        path.viewControllers = [screen]
        split.setViewController(path, for: column)
      }
      let window = UIWindow(windowScene: UIWindowScene())
      window.rootViewController = split
      window.makeKeyAndVisible()
      #expect(window.picture == "[list ‖ mail]")
      #expect(window.titles == ["list", "mail"])
      #expect(split.isCollapsed == !isOverridden)
      #expect(window.problems.isEmpty == isOverridden)
    }
  }

  @Test func `a push and a cancelled swipe call the appearance methods in two phases`() {
    let navigation = navigation("a")
    show(navigation)
    navigation.pushViewController(screen("b"), animated: true)
    #expect(
      log.take() == [
        "a will disappear", "b will appear",
      ]
    )
    window.settle()
    #expect(log.take() == ["a did disappear", "b did appear"])
    window.beginSwipeBack()
    #expect(log.take().contains("b will disappear"))
    var isCancelled: Bool?
    navigation.transitionCoordinator?.animate(alongsideTransition: nil) {
      isCancelled = $0.isCancelled
    }
    window.cancelGesture()
    #expect(isCancelled == true)
    #expect(navigation.transitionCoordinator == nil)
    #expect(
      log.take().filter { $0.hasSuffix("appear") } == [
        "a will disappear", "b will appear", "a did disappear", "b did appear",
      ]
    )
    #expect(window.picture == "[a, b]")
  }

  /// `/uiviewcontroller/transitioncoordinator`: present while a transition is in progress.
  ///
  /// During an interactive pop, the stack is already shorter, which is not documented. For the
  /// reports on a cancelled one, see `UIWindow.CancelReport`.
  @Test(arguments: UIWindow.CancelReport.allCases)
  func `after a cancelled swipe, the stack is as before`(report: UIWindow.CancelReport) {
    window.cancelReport = report
    let navigation = navigation("a", "b")
    show(navigation)
    let delegate = Delegate()
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

  // MARK: Presentations

  /// UIKit warns: "Attempt to present … which is already presenting", and "… not in the window hierarchy".
  ///
  /// `/uimodalpresentationstyle/none` and `/uipopoverpresentationcontroller/sourceview`: UIKit raises
  /// exceptions.
  @Test func `UIKit refuses some presentations`() {
    let root = screen("root")
    root.present(screen("early"), animated: false)
    #expect(root.presentedViewController == nil)
    show(root)
    let (none, popover) = (screen("none"), screen("popover"))
    none.modalPresentationStyle = .none
    popover.modalPresentationStyle = .popover
    for refused in [none, popover] { root.present(refused, animated: false) }
    #expect(window.problems.count == 2)
    popover.popoverPresentationController?.barButtonItem = UIBarButtonItem(title: "Filter")
    root.present(popover, animated: false)
    root.present(screen("second"), animated: false)
    #expect(window.titles == ["root", "popover"])
    #expect(window.problems.last == "the controller is already presenting")
  }

  /// `/uiadaptivepresentationcontrollerdelegate/presentationcontrollerdiddismiss(_:)`: called after
  /// the user has dismissed, and not after a dismissal by the app.
  ///
  /// `…/presentationcontrollershoulddismiss(_:)` and `/uiviewcontroller/ismodalinpresentation`.
  @Test func `the delegate of a presentation is asked, and told of a dismissal by the user`() {
    let root = screen("root")
    show(root)
    let sheet = screen("sheet")
    let delegate = Delegate()
    sheet.presentationController?.delegate = delegate
    root.present(sheet, animated: false)
    root.dismiss(animated: false)
    root.present(sheet, animated: false)
    window.beginSwipeDown()
    window.cancelGesture()
    delegate.allows = false
    window.swipeDown()
    delegate.allows = true
    sheet.isModalInPresentation = true
    window.swipeDown()
    #expect(window.titles == ["root", "sheet"])
    #expect(delegate.lines == [])
    sheet.isModalInPresentation = false
    window.swipeDown()
    #expect(delegate.lines == ["did dismiss"])
    #expect(window.titles == ["root"])
  }

  // MARK: Tab bars

  /// `/uitabbarcontrollerdelegate` and `/uitabbarcontroller/selectedindex`.
  ///
  /// The delegate is asked before the user selects a tab, and told after it. After a change by the
  /// app, only the newer method is called (pull request 4675 of react-native-screens).
  @Test func `a tab bar shows the selected tab, and asks before the user selects`() {
    let bar = UITabBarController()
    let delegate = Delegate()
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

  /// Human Interface Guidelines, tab bars: a tap on the selected tab goes back to its first screen.
  ///
  /// Report 2154 of material-components-ios: the delegate is asked about the selected tab, too.
  @Test func `a tap on the selected tab pops its navigation controller`() {
    let bar = UITabBarController()
    let delegate = Delegate()
    let path = navigation("a", "b")
    bar.viewControllers = [path, screen("c")]
    show(bar)
    bar.delegate = delegate
    delegate.allows = false
    window.selectTab(0)
    #expect(path.viewControllers.count == 2)
    delegate.allows = true
    window.selectTab(0)
    #expect(path.viewControllers.count == 1)
    #expect(delegate.lines == ["did select"])
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
}

extension UIKitStubTests {
  /// Lines that several controllers share.
  @MainActor
  final class Log {
    var lines: [String] = []

    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  /// Writes the calls of its appearance methods.
  final class LoggingController: UIViewController {
    private let log: Log

    init(_ title: String, _ log: Log) {
      self.log = log
      super.init(nibName: nil, bundle: nil)
      self.title = title
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    private func write(_ event: String) { log.lines.append("\(title ?? "?") \(event)") }

    override func viewWillAppear(_ animated: Bool) { write("will appear") }
    override func viewDidAppear(_ animated: Bool) { write("did appear") }
    override func viewWillDisappear(_ animated: Bool) { write("will disappear") }
    override func viewDidDisappear(_ animated: Bool) { write("did disappear") }
  }

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
}
