#if canImport(UIKit) && !os(watchOS)
  import KalugaArchitecture
  import UIKit

  /// Shows one path of a layer.
  ///
  /// It knows the changes that the host has made. Every other change is one of the user.
  final class PathController: UINavigationController {
    /// The screens that were shown last, by the host or by the user.
    private(set) var ids: [BackStackEntryID] = []
    private var shown: [UIViewController] = []
    /// The last transition of this path, and not of a controller around it.
    weak var lastTransition: (any UIViewControllerTransitionCoordinator)?

    /// The first screen for which the path has its `tabBarItem`.
    var itemID: BackStackEntryID?
    /// Whether the item could be made of the view model of that screen.
    var itemHasViewModel = false

    func needsItem(_ tab: LayerController.Tab) -> Bool {
      itemID != ids.first || tab.hasViewModel && !itemHasViewModel
    }

    /// Shows screens, or only notes them if they have no controllers yet.
    func show(_ ids: [BackStackEntryID], _ controllers: [UIViewController], animated: Bool) {
      self.ids = ids
      shown = controllers
      setViewControllers(controllers, animated: animated && viewIfLoaded?.window != nil)
    }

    /// Gives up its screens, so that another path can show them.
    func empty() {
      ids = []
      shown = []
      setViewControllers([], animated: false)
    }

    /// Whether the path shows these screens with these controllers.
    func isShowing(_ ids: [BackStackEntryID], _ controllers: [UIViewController]) -> Bool {
      self.ids == ids && shown.count == controllers.count
    }

    /// Returns the shorter path if the user has gone back since the last call.
    func takeUserChange() -> [BackStackEntryID]? {
      let left = viewControllers
      guard left.count < shown.count, !left.isEmpty, left.elementsEqual(shown.prefix(left.count))
      else { return nil }
      ids.removeLast(shown.count - left.count)
      shown = left
      return ids
    }
  }
#endif
