#if canImport(UIKit) && !os(watchOS)
  import KalugaArchitecture
  import UIKit

  /// Shows the paths of a layer as tabs, the stack of which decides which one is selected.
  ///
  /// A phone has place for five tabs. Of more, it shows four and the list "More".
  final class TabBarController: UITabBarController {
    private var paths: [PathController] = []
    /// What the bar shows: the paths, or controllers around them.
    private var containers: [UIViewController] = []
    /// The tab that the stack has selected, or nil while the paths are new.
    private var selected: Int?
    /// The tab that UIKit shows, as it has said last, or nil for the list of "More".
    ///
    /// iOS 27 is reported to change `selectedViewController` later.
    private var shown: Int?
    /// The tab that was asked about last, and whether as a controller.
    private var asked: (tab: PathController, asController: Bool)?
    private weak var owner: (any LayerOwner)?

    init(
      _ paths: [PathController],
      in containers: [UIViewController],
      _ owner: (any LayerOwner)?
    ) {
      self.owner = owner
      super.init(nibName: nil, bundle: nil)
      delegate = self
      show(paths, in: containers)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    override func viewWillTransition(
      to size: CGSize,
      with coordinator: any UIViewControllerTransitionCoordinator
    ) {
      super.viewWillTransition(to: size, with: coordinator)
      // In a window that has become too wide for "More", UIKit selects an earlier tab, and tells
      // nobody.
      coordinator.animate(alongsideTransition: nil) { [weak self] _ in
        guard let self, let selected, selectedIndex != NSNotFound else { return }
        shown = selected
        selectedIndex = selected
      }
    }

    /// Whether the bar can change to these paths, for which it needs the same kind of containers.
    func canShow(_ paths: [PathController]) -> Bool { !hasMore && !needsMore(paths) }

    /// Shows paths, or the columns around them.
    func show(_ paths: [PathController], in containers: [UIViewController]) {
      self.paths = paths
      self.containers = needsMore(paths) ? containers.map { TabController($0) } : containers
      viewControllers = self.containers
      (selected, shown) = (nil, nil)
      #if !os(tvOS) && !os(visionOS)
        // The user would change the order in the bar, and not in the stack.
        customizableViewControllers = []
      #endif
    }

    func select(_ index: Int) {
      // Without a shown tab, the user looks at the list of "More".
      if shown != index, shown != nil || selected != index {
        shown = index
        selectedIndex = index
      }
      selected = index
      #if !os(tvOS) && !os(visionOS)
        // UIKit is reported to forget the delegate.
        if hasMore { moreNavigationController.delegate = self }
      #endif
    }

    /// Gives up its paths, so that other containers can show them.
    func empty() {
      viewControllers = []
      for case let container as TabController in containers { container.show(nil) }
    }

    /// The first screen of the tab that UIKit shows, if the stack has not selected it.
    ///
    /// A beta of iOS 27 is reported not to ask before. "More" never asks.
    var unaskedSelection: BackStackEntryID? {
      guard let shown, shown != selected else { return nil }
      return paths[shown].ids.first
    }

    /// Whether a phone has no place for all tabs.
    private var hasMore: Bool { needsMore(paths) }

    private func needsMore(_ paths: [PathController]) -> Bool {
      paths.count > TabController.mostTabs
    }

    /// Notes what UIKit says that it has selected, which may be "More".
    private func didSelect(_ controller: UIViewController?) {
      let more = controller as? UINavigationController
      let tab = more is PathController ? controller : more?.topViewController ?? controller
      shown = containers.firstIndex { $0 === tab }
      owner?.tabDidMove()
    }
  }

  /// A path in a tab bar with so many tabs that some of them are under "More".
  ///
  /// UIKit pushes those onto the navigation controller of "More", onto which it must not push
  /// another navigation controller.
  final class TabController: ContainerController {
    /// The number of tabs for which a phone needs no "More".
    #if os(tvOS) || os(visionOS)
      static let mostTabs = Int.max
    #else
      static let mostTabs = 5
    #endif

    init(_ content: UIViewController) {
      super.init(nibName: nil, bundle: nil)
      show(content)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    override var tabBarItem: UITabBarItem! {
      get { content?.tabBarItem }
      set { content?.tabBarItem = newValue }
    }
  }

  extension TabBarController: UITabBarControllerDelegate {
    func tabBarController(
      _ tabBarController: UITabBarController,
      shouldSelect viewController: UIViewController
    ) -> Bool {
      mayUIKitSelect(viewController, asController: true)
    }

    func tabBarController(
      _ tabBarController: UITabBarController,
      shouldSelectTab tab: UITab
    ) -> Bool {
      mayUIKitSelect(tab.viewController, asController: false)
    }

    func tabBarController(
      _ tabBarController: UITabBarController,
      didSelect viewController: UIViewController
    ) {
      didSelect(viewController)
    }

    func tabBarController(
      _ tabBarController: UITabBarController,
      didSelectTab selectedTab: UITab,
      previousTab: UITab?
    ) {
      let shown = selectedTab.viewController
      didSelect(containers.contains { $0 === shown } ? shown : selectedViewController)
    }

    private func mayUIKitSelect(_ controller: UIViewController?, asController: Bool) -> Bool {
      guard let index = containers.firstIndex(where: { $0 === controller }),
        let tab = paths[index].ids.first
      else { return true }
      let path = paths[index]
      // The user returns from the list of "More" to the tab that is still selected in the stack.
      if index == selected, shown == nil { return true }
      // UIKit may call both methods for one tap.
      if let asked, asked.tab === path, asked.asController != asController {
        self.asked = nil
        return false
      }
      asked = (path, asController)
      // The next tap is another one, and a path that leaves the bar must be released.
      Task { @MainActor [weak self] in self?.asked = nil }
      // The stack decides. UIKit would pop the path of a selected tab without asking.
      owner?.userDidTap(tab, wasSelected: index == shown)
      return false
    }
  }

  /// Follows the navigation controller of "More".
  extension TabBarController: UINavigationControllerDelegate {
    func navigationController(
      _ navigationController: UINavigationController,
      willShow viewController: UIViewController,
      animated: Bool
    ) {
      // "More" has a bar for its list. Each of its tabs has one of its own.
      let isTab = viewController is TabController
      navigationController.setNavigationBarHidden(isTab, animated: animated)
    }

    func navigationController(
      _ navigationController: UINavigationController,
      didShow viewController: UIViewController,
      animated: Bool
    ) {
      didSelect(viewController)
    }
  }
#endif
