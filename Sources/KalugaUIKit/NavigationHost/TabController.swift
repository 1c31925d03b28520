#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// A path in a tab bar with so many tabs that some of them are under "More".
  ///
  /// UIKit pushes those onto the navigation controller of "More", onto which it must not push
  /// another navigation controller.
  final class TabController: UIViewController {
    /// The number of tabs for which a phone needs no "More".
    #if os(tvOS) || os(visionOS)
      static let mostTabs = Int.max
    #else
      static let mostTabs = 5
    #endif

    private let path: PathController

    init(_ path: PathController) {
      self.path = path
      super.init(nibName: nil, bundle: nil)
      addChild(path)
      path.didMove(toParent: self)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    override var tabBarItem: UITabBarItem! {
      get { path.tabBarItem }
      set { path.tabBarItem = newValue }
    }

    #if !os(tvOS) && !os(visionOS)
      override var childForStatusBarStyle: UIViewController? { path }
      override var childForStatusBarHidden: UIViewController? { path }
      override var childForHomeIndicatorAutoHidden: UIViewController? { path }
      override var childForScreenEdgesDeferringSystemGestures: UIViewController? { path }
    #endif

    override func viewDidLoad() {
      super.viewDidLoad()
      path.view.frame = view.bounds
      path.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.addSubview(path.view)
    }

    /// Gives up its path, so that another container can show it.
    func empty() {
      path.willMove(toParent: nil)
      path.viewIfLoaded?.removeFromSuperview()
      path.removeFromParent()
    }
  }
#endif
