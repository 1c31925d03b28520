#if canImport(UIKit) && !os(watchOS)
  import KalugaArchitecture
  import UIKit

  /// Shows one path of a layer.
  ///
  /// It knows the changes that the host has made. Every other change is one of the user. Its
  /// identifiers are those of its own driver, and its screens also those of drivers nested in it.
  final class PathController: UINavigationController {
    /// The screens that were shown last, by the host or by the user.
    private(set) var ids: [BackStackEntryID] = []
    private var shown: [PathScreen] = []
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
    func show(_ ids: [BackStackEntryID], _ screens: [PathScreen], animated: Bool) {
      self.ids = ids
      shown = screens
      let animated = animated && viewIfLoaded?.window != nil
      setViewControllers(screens.map(\.controller), animated: animated)
    }

    /// Gives up its screens, so that another path can show them.
    func empty() {
      ids = []
      shown = []
      setViewControllers([], animated: false)
    }

    /// Whether the path shows these screens with these controllers.
    func isShowing(_ ids: [BackStackEntryID], _ screens: [PathScreen]) -> Bool {
      self.ids == ids && shown.elementsEqual(screens) { $0.controller === $1.controller }
    }

    /// Returns the screens that the user has left since the last call, top first.
    func takeUserChange() -> [PathPosition] {
      let rest = viewControllers
      guard rest.count < shown.count, let first = shown.first, !rest.isEmpty,
        rest.elementsEqual(shown.prefix(rest.count), by: { $0 === $1.controller })
      else { return [] }
      let left = shown[rest.count...].map(\.position)
      ids.removeLast(left.count { $0.driver === first.position.driver })
      shown.removeLast(left.count)
      return left.reversed()
    }
  }
#endif
