#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// Shows a list and its detail side by side.
  ///
  /// A split view that collapses moves screens between its columns. So this one never does, also
  /// not in a narrow sheet, and the layer shows a path in its place.
  final class ColumnsController: UISplitViewController {
    let list: PathController
    let detail = PathController()
    /// What is in place of a detail.
    private let empty: UIViewController

    init(_ list: PathController, empty: UIViewController) {
      self.list = list
      self.empty = empty
      super.init(style: .doubleColumn)
      traitOverrides.horizontalSizeClass = .regular
      // The list stays, because its screen is visible.
      preferredDisplayMode = .oneBesideSecondary
      preferredSplitBehavior = .tile
      #if !os(tvOS)
        presentsWithGesture = false
        displayModeButtonVisibility = .never
      #endif
      detail.setViewControllers([empty], animated: false)
      setViewController(list, for: .primary)
      setViewController(detail, for: .secondary)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    /// Shows what is in place of a detail.
    func showEmpty() {
      if detail.viewControllers.elementsEqual([empty], by: ===) { return }
      detail.empty()
      detail.setViewControllers([empty], animated: false)
    }

    /// The screen on top of the detail, or else of the list.
    var top: UIViewController? {
      (detail.ids.isEmpty ? list : detail).topViewController
    }

    /// Gives up its list, so that another container can show it.
    func leaveList() { setViewController(nil, for: .primary) }

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    override var tabBarItem: UITabBarItem! {
      get { list.tabBarItem }
      set { list.tabBarItem = newValue }
    }
  }
#endif
