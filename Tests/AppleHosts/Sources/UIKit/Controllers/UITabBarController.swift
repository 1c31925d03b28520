// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
open class UITabBarItem: NSObject {
  open var title: String?

  public convenience init(title: String?, image: UIImage?, tag: Int) {
    self.init()
    self.title = title
  }
}

// The requirements are optional in UIKit.
@MainActor
public protocol UITabBarControllerDelegate: NSObjectProtocol {
  func tabBarController(
    _ tabBarController: UITabBarController,
    shouldSelect viewController: UIViewController
  ) -> Bool
  func tabBarController(
    _ tabBarController: UITabBarController,
    didSelect viewController: UIViewController
  )
  func tabBarController(
    _ tabBarController: UITabBarController,
    shouldSelectTab tab: UITab
  ) -> Bool
  func tabBarController(
    _ tabBarController: UITabBarController,
    didSelectTab selectedTab: UITab,
    previousTab: UITab?
  )
}

@MainActor
open class UITab: NSObject {
  open private(set) var viewController: UIViewController?

  init(_ viewController: UIViewController) {
    self.viewController = viewController
    super.init()
  }
}

open class UITabBarController: UIViewController {
  open weak var delegate: (any UITabBarControllerDelegate)?
  private var tabs: [UIViewController] = []
  private var selected = 0 {
    didSet { if !isInMore(selected) { lastInBar = selected } }
  }
  /// The tab that was selected last outside of "More".
  private var lastInBar = 0
  private var showsMoreList = false
  /// Report 285 of infinitered/rmq: "More" contains the tabs from the fifth on if there are more
  /// than five.
  open private(set) lazy var moreNavigationController = makeMore()
  open var customizableViewControllers: [UIViewController]? = []

  open var viewControllers: [UIViewController]? {
    get { tabs }
    set {
      let new = newValue ?? []
      if new.contains(where: { !isFree($0) }) {
        stubWindow?.report("a controller is in two containers")
      }
      customizableViewControllers = new
      update { replaceTabs(new) }
    }
  }

  open var selectedIndex: Int {
    get { isListShown ? NSNotFound : selected }
    set {
      guard tabs.indices.contains(newValue), newValue != selectedIndex else { return }
      let previous = tabs[selected]
      update {
        selected = newValue
        showsMoreList = false
        if isInMore(newValue) { moreNavigationController.replaceStack(moreStack) }
      }
      if let window = stubWindow, window.selectsLate { window.lateTabs.append((self, previous)) }
      // Pull request 4675 of react-native-screens: also for a selection by the app.
      delegate?.tabBarController(
        self,
        didSelectTab: UITab(tabs[selected]),
        previousTab: UITab(previous)
      )
    }
  }

  open var selectedViewController: UIViewController? {
    guard tabs.indices.contains(selected) else { return nil }
    if let late = stubWindow?.lateTabs.first(where: { $0.bar === self }) { return late.tab }
    let isMore = isListShown || isInMore(selected) && stubWindow?.selectsMore != false
    return isMore ? moreNavigationController : tabs[selected]
  }

  // MARK: More

  private func makeMore() -> UINavigationController {
    let more = UINavigationController()
    let list = UIViewController()
    list.title = "More"
    more.viewControllers = [list]
    return more
  }

  func isInMore(_ index: Int) -> Bool {
    tabs.count > 5 && index >= 4 && stubWindow?.hasMore != false
  }

  private var isListShown: Bool {
    showsMoreList || isInMore(selected) && moreNavigationController.viewControllers.count == 1
  }

  private var moreList: UIViewController { moreNavigationController.viewControllers[0] }

  private var moreStack: [UIViewController] {
    if tabs[selected] is UINavigationController {
      stubWindow?.report("a navigation controller is pushed onto that of More")
    }
    return [moreList, tabs[selected]]
  }

  private func isFree(_ tab: UIViewController) -> Bool {
    tab.parent == nil || tab.parent === self || tab.parent === moreNavigationController
  }

  /// What a tap on "More" does: it shows what was last chosen, and then the list.
  func showMore() {
    let isSelected = showsMoreList || isInMore(selected)
    let chosen = tabs.firstIndex { $0 === moreNavigationController.topViewController }
    update {
      if isSelected { moreNavigationController.replaceStack([moreList]) }
      if !isSelected, let chosen { selected = chosen } else { showsMoreList = true }
      moreNavigationController.willShow(false)
    }
    moreNavigationController.didShow(false)
  }

  /// What UIKit does when a window becomes so wide that all tabs have a place.
  ///
  /// Pull request 3877 of react-native-screens: it selects the tab from before "More", and calls no
  /// delegate.
  func leaveMore() {
    guard showsMoreList || isInMore(selected) else { return }
    showsMoreList = false
    selected = lastInBar
  }

  /// What a tap in the list of "More" does.
  func choose(_ index: Int) {
    viewIfLoaded?.window?.change(of: [moreNavigationController], animated: true) {
      selected = index
      showsMoreList = false
      moreNavigationController.replaceStack(moreStack)
      moreNavigationController.willShow(true)
    } didEnd: { [moreNavigationController] in
      moreNavigationController.didShow(true)
    }
  }

  private func update(_ change: () -> Void) {
    if let window = viewIfLoaded?.window {
      window.change(of: [self], animated: false, change)
    } else {
      change()
    }
  }

  private func replaceTabs(_ new: [UIViewController]) {
    let old = tabs
    let shown = tabs.indices.contains(selected) ? tabs[selected] : nil
    tabs = new
    selected = new.firstIndex { $0 === shown } ?? (new.indices.contains(selected) ? selected : 0)
    if showsMoreList || old.count > 5 {
      showsMoreList = false
      moreNavigationController.replaceStack([moreList])
    }
    if isInMore(selected) { moreNavigationController.replaceStack(moreStack) }
    for child in old where !new.contains(child) {
      child.willMove(toParent: nil)
      child.viewIfLoaded?.removeFromSuperview()
      child.removeFromParent()
    }
    for child in new where child.parent == nil {
      addChild(child)
      child.didMove(toParent: self)
    }
  }

  override var shownChildren: [UIViewController] {
    guard tabs.indices.contains(selected) else { return [] }
    return [showsMoreList || isInMore(selected) ? moreNavigationController : tabs[selected]]
  }

  override var placesChildren: Bool { true }
}
