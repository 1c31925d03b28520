// Apple documents what it declares.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor
@available(iOS 2, tvOS 9, *)
open class UITabBarItem: NSObject {
  open var title: String?

  public convenience init(title: String?, image: UIImage?, tag: Int) {
    self.init()
    self.title = title
  }
}

@available(iOS 2, tvOS 9, *)
open class UIImage: NSObject {}

// The requirements are optional in UIKit.
@MainActor
@available(iOS 2, tvOS 9, *)
public protocol UITabBarControllerDelegate: NSObjectProtocol {
  @available(iOS 3, tvOS 9, *)
  func tabBarController(
    _ tabBarController: UITabBarController,
    shouldSelect viewController: UIViewController
  ) -> Bool
  func tabBarController(
    _ tabBarController: UITabBarController,
    didSelect viewController: UIViewController
  )
  @available(iOS 18, tvOS 18, visionOS 2, *)
  func tabBarController(
    _ tabBarController: UITabBarController,
    shouldSelectTab tab: UITab
  ) -> Bool
  @available(iOS 18, tvOS 18, visionOS 2, *)
  func tabBarController(
    _ tabBarController: UITabBarController,
    didSelectTab selectedTab: UITab,
    previousTab: UITab?
  )
}

extension UITabBarControllerDelegate {
  public func tabBarController(
    _ tabBarController: UITabBarController,
    shouldSelect viewController: UIViewController
  ) -> Bool { true }
  public func tabBarController(
    _ tabBarController: UITabBarController,
    didSelect viewController: UIViewController
  ) {}
  public func tabBarController(
    _ tabBarController: UITabBarController,
    shouldSelectTab tab: UITab
  ) -> Bool { true }
  public func tabBarController(
    _ tabBarController: UITabBarController,
    didSelectTab selectedTab: UITab,
    previousTab: UITab?
  ) {}
}

@MainActor
@available(iOS 18, tvOS 18, visionOS 2, *)
open class UITab: NSObject {
  open private(set) var viewController: UIViewController?

  init(_ viewController: UIViewController) {
    self.viewController = viewController
    super.init()
  }
}

@available(iOS 2, tvOS 9, *)
open class UITabBarController: UIViewController {
  open weak var delegate: (any UITabBarControllerDelegate)?
  private var tabs: [UIViewController] = []
  private var selected = 0

  open var viewControllers: [UIViewController]? {
    get { tabs }
    set {
      let new = newValue ?? []
      if new.contains(where: { $0.parent != nil && $0.parent !== self }) {
        stubWindow?.report("a controller is in two containers")
      }
      update { replaceTabs(new) }
    }
  }

  open var selectedIndex: Int {
    get { selected }
    set {
      guard tabs.indices.contains(newValue), newValue != selected else { return }
      let previous = tabs[selected]
      update { selected = newValue }
      // Pull request 4675 of react-native-screens: also for a selection by the app.
      delegate?.tabBarController(
        self,
        didSelectTab: UITab(tabs[selected]),
        previousTab: UITab(previous)
      )
    }
  }

  open var selectedViewController: UIViewController? {
    tabs.indices.contains(selected) ? tabs[selected] : nil
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
    let shown = selectedViewController
    tabs = new
    selected = new.firstIndex { $0 === shown } ?? (new.indices.contains(selected) ? selected : 0)
    for child in old where !new.contains(child) {
      child.willMove(toParent: nil)
      child.viewIfLoaded?.removeFromSuperview()
      child.removeFromParent()
    }
    for child in new where child.parent !== self {
      addChild(child)
      child.didMove(toParent: self)
    }
  }

  override var shownChildren: [UIViewController] { selectedViewController.map { [$0] } ?? [] }

  override var placesChildren: Bool { true }
}
