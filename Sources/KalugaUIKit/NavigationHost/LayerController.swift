#if canImport(UIKit) && !os(watchOS)
  import KalugaArchitecture
  import UIKit

  /// What the user does with a layer.
  @MainActor
  protocol LayerOwner: AnyObject {
    /// Returns whether UIKit moves the controller, so that it must not be changed.
    func isMoving(_ controller: UIViewController) -> Bool
    /// The last transition of a path has ended, and the user may have made it.
    func pathDidShow(_ path: PathController)
    /// A layer has been presented or dismissed, and the user may have done it.
    func layerDidMove(_ layer: LayerController)
    /// A layer is in sight again, or out of sight without being dismissed.
    func sightDidChange()
    /// The user has tapped the tab that begins with this screen, and that was selected or not.
    func userDidTap(_ tab: BackStackEntryID, wasSelected: Bool)
    /// A tab has been selected, and the user may have done it without being asked.
    func tabDidMove()
  }

  /// Shows one layer of a stack: a navigation controller, or a tab bar controller with several.
  ///
  /// The delegates are here and not in the host, because methods for Objective-C are limited in
  /// generic classes.
  final class LayerController: ContainerController {
    /// What one tab shows.
    struct Tab {
      let ids: [BackStackEntryID]
      /// The screens with those of nested drivers, or none yet.
      let screens: [PathScreen]
      /// What is beside these screens, or nil if the tab is one path.
      let detail: Detail?
      /// Whether the view model of the first screen has been made.
      let hasViewModel: Bool
      /// Makes the item of the tab for its first screen.
      let makeItem: @MainActor () -> UITabBarItem
    }

    /// The detail beside a list.
    struct Detail {
      let ids: [BackStackEntryID]
      let screens: [PathScreen]
      /// What is in place of a detail without screens, if the first screen is a list.
      let empty: UIViewController?
    }

    private(set) var paths: [PathController] = []
    /// The columns that contain a path as their list.
    private var columns: [PathController: ColumnsController] = [:]
    /// The tab that the stack has selected.
    private var selected = 0
    private weak var owner: (any LayerOwner)?
    /// How the layer is presented, before UIKit resolves `automatic`.
    let style: UIModalPresentationStyle
    /// What the request has asked for.
    private var requested: PresentationStyle?
    private var coversPartly = false
    /// What dims the layers below an overlay.
    private var backdrop: UIVisualEffectView?
    /// Whether the host has begun to dismiss the layer, so that the user has not closed it.
    var isClosing = false
    /// Whether the layer has disappeared since it last appeared, and is not being dismissed.
    private(set) var isOutOfSight = false
    /// What the app itself presents below the layer, if it does.
    private weak var base: UIViewController?
    private var hasBase = false

    init(owner: any LayerOwner, style: UIModalPresentationStyle = .automatic) {
      self.owner = owner
      self.style = style
      super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    /// Draws what a request has asked for, apart from the kind of the presentation.
    func apply(_ requested: PresentationStyle?, coversPartly: Bool) {
      guard requested != self.requested || coversPartly != self.coversPartly else { return }
      self.requested = requested
      self.coversPartly = coversPartly
      switch requested {
      case .sheet, .popover, nil:
        setHeights(SheetHeights(requested, coversPartly: coversPartly))
      case .cover(let transition): modalTransitionStyle = transition.ofUIKit
      case .overlay(let opacity, let isBlurred):
        modalTransitionStyle = .crossDissolve
        let backdrop = self.backdrop ?? UIVisualEffectView(effect: nil)
        self.backdrop = backdrop
        backdrop.effect = isBlurred ? UIBlurEffect(style: .regular) : nil
        backdrop.backgroundColor = .black.withAlphaComponent(opacity)
        backdrop.frame = view.bounds
        backdrop.autoresizingMask = [.flexibleWidth, .flexibleHeight]
        view.insertSubview(backdrop, at: 0)
      }
    }

    /// A narrow window shows a popover as a sheet, outside of which a tap dismisses it, too.
    private func setHeights(_ heights: SheetHeights) {
      #if !os(tvOS) && !os(visionOS)
        let popover = popoverPresentationController?.adaptiveSheetPresentationController
        (sheetPresentationController ?? popover)?.detents = heights.detents.map(\.ofUIKit)
        sheetPresentationController?.largestUndimmedDetentIdentifier =
          heights.largestUndimmed?.ofUIKit.identifier
      #endif
    }

    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      isOutOfSight = false
      owner?.sightDidChange()
    }

    override func viewDidDisappear(_ animated: Bool) {
      super.viewDidDisappear(animated)
      // UIKit may mark only the lowest of the layers that it dismisses together.
      let lower = sequence(first: self as UIViewController) { $0.presentingViewController }
      isOutOfSight = !lower.contains(where: \.isBeingDismissed)
      owner?.sightDidChange()
      // UIKit calls the delegate only for dismissals by the user. It ends others after this call.
      if parent == nil {
        Task { @MainActor [weak self] in self.map { $0.owner?.layerDidMove($0) } }
      }
    }

    override func preferredContentSizeDidChange(
      forChildContentContainer container: any UIContentContainer
    ) {
      super.preferredContentSizeDidChange(forChildContentContainer: container)
      preferredContentSize = container.preferredContentSize
    }

    #if !os(tvOS) && !os(visionOS)
      // The containers of UIKit do not ask their screens.
      override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        top?.supportedInterfaceOrientations ?? super.supportedInterfaceOrientations
      }
    #endif

    /// The controller of the screen on top of the selected tab.
    private var top: UIViewController? {
      guard paths.indices.contains(selected) else { return content }
      let path = paths[selected]
      return columns[path]?.top ?? path.topViewController
    }

    /// Whether the host of the layer still exists.
    var hasOwner: Bool { owner != nil }

    /// The screens of all tabs.
    var ids: Set<BackStackEntryID> { Set(allPaths.flatMap(\.ids)) }

    /// The paths with the details beside them.
    var allPaths: [PathController] { paths + columns.values.map(\.detail) }

    /// Shows these tabs, except for paths that UIKit is moving.
    ///
    /// A path with one of the screens of a tab shows that tab. Before the number or order of the
    /// paths changes, all of them must be at rest.
    ///
    /// Returns whether it shows all tabs, or has begun to.
    func show(_ tabs: [Tab], selected: Int, animated: Bool) -> Bool {
      if paths.isEmpty { show(nil) }
      let old = paths
      var free = old
      var new = tabs.map { tab in
        let isSame = { (path: PathController) in !Set(path.ids).isDisjoint(with: tab.ids) }
        return free.firstIndex(where: isSame).map { free.remove(at: $0) } ?? PathController()
      }
      // Another first screen of a layer without tabs is a change of the same path.
      if tabs.count == 1, old.count == 1, let path = free.popLast() { new = [path] }
      let inColumns = zip(new, tabs).filter { $1.detail != nil }.map(\.0)
      let moved = new.filter {
        old.contains($0) && inColumns.contains($0) != (columns[$0] != nil)
      }
      let isSamePlace = new == old && moved.isEmpty
      if !isSamePlace, allPaths.contains(where: isMoving) { return false }
      leaveContainers(moved)
      columns = columns.filter { inColumns.contains($0.key) }
      var hasBegun = true
      for (path, tab) in zip(new, tabs) where !path.isShowing(tab.ids, tab.screens) {
        if isMoving(path) {
          hasBegun = false
          continue
        }
        path.delegate = self
        // A transition would not survive that the path gets another container below.
        path.show(tab.ids, tab.screens, animated: animated && isSamePlace)
      }
      for (path, tab) in zip(new, tabs) {
        guard let detail = tab.detail else { continue }
        if !show(detail, beside: path, animated: animated) { hasBegun = false }
      }
      for (path, tab) in zip(new, tabs) where new.count > 1 && path.needsItem(tab) {
        path.itemID = path.ids.first
        path.itemHasViewModel = tab.hasViewModel
        path.tabBarItem = tab.makeItem()
      }
      paths = new
      if !isSamePlace { showPaths() }
      bar?.select(selected)
      self.selected = selected
      #if !os(tvOS) && !os(visionOS)
        setNeedsUpdateOfSupportedInterfaceOrientations()
      #endif
      return hasBegun
    }

    /// Shows a detail beside a path.
    ///
    /// Returns false if UIKit moves the detail.
    private func show(_ detail: Detail, beside path: PathController, animated: Bool) -> Bool {
      let old = columns[path]
      let shown = old ?? ColumnsController(path, empty: detail.empty ?? UIViewController())
      columns[path] = shown
      if shown.detail.isShowing(detail.ids, detail.screens) { return true }
      if isMoving(shown.detail) { return false }
      shown.detail.delegate = self
      if detail.ids.isEmpty {
        shown.showEmpty()
      } else {
        // Another detail takes the place of the last one.
        let isSame = old?.detail.ids.first == detail.ids.first
        shown.detail.show(detail.ids, detail.screens, animated: animated && isSame)
      }
      return true
    }

    private func isMoving(_ path: PathController) -> Bool { owner?.isMoving(path) == true }

    /// Shows one controller, without a path.
    ///
    /// Returns false if UIKit moves a path.
    func showAlone(_ controller: UIViewController) -> Bool {
      if content === controller { return true }
      if allPaths.contains(where: isMoving) { return false }
      empty()
      leaveContainers(paths)
      (paths, columns) = ([], [:])
      selected = 0
      show(controller)
      return true
    }

    private var bar: TabBarController? { content as? TabBarController }

    /// The first screen of the tab that UIKit has selected without asking.
    var unaskedSelection: BackStackEntryID? { bar?.unaskedSelection }

    /// Notes that the app presents this controller itself, and the layer over it.
    func isPresented(over controller: UIViewController) {
      base = controller
      hasBase = true
    }

    /// Whether UIKit has dismissed the layer together with what the app presents below it.
    var wasTakenAlong: Bool {
      hasBase && (base.map { $0.isBeingDismissed || $0.presentingViewController == nil } ?? true)
    }

    /// Gives up its screens, so that another layer can show them.
    func empty() {
      for path in allPaths { path.empty() }
    }

    /// Takes paths out of their containers, and screens out of the details, before they enter
    /// others.
    private func leaveContainers(_ moved: [PathController]) {
      if moved.isEmpty { return }
      bar?.empty()
      show(nil)
      for path in moved {
        columns[path]?.detail.empty()
        columns[path]?.leaveList()
      }
    }

    private func showPaths() {
      let containers = paths.map { columns[$0] ?? $0 as UIViewController }
      if paths.count > 1, let bar, bar.canShow(paths) { return bar.show(paths, in: containers) }
      // A path leaves its old container before it enters the next one.
      bar?.empty()
      show(nil)
      show(paths.count > 1 ? TabBarController(paths, in: containers, owner) : containers[0])
      #if !os(tvOS) && !os(visionOS)
        setNeedsStatusBarAppearanceUpdate()
        setNeedsUpdateOfHomeIndicatorAutoHidden()
        setNeedsUpdateOfScreenEdgesDeferringSystemGestures()
      #endif
    }

    override func placeContent() {
      super.placeContent()
      if let content, content.preferredContentSize != .zero {
        preferredContentSize = content.preferredContentSize
      }
    }
  }

  extension LayerController: UINavigationControllerDelegate {
    func navigationController(
      _ navigationController: UINavigationController,
      willShow viewController: UIViewController,
      animated: Bool
    ) {
      let path = navigationController as? PathController
      path?.lastTransition = navigationController.transitionCoordinator
    }

    func navigationController(
      _ navigationController: UINavigationController,
      didShow viewController: UIViewController,
      animated: Bool
    ) {
      // Otherwise, the host has begun another transition, which is reported later.
      guard let path = navigationController as? PathController,
        viewController === path.topViewController
      else { return }
      owner?.pathDidShow(path)
    }
  }

  extension LayerController: UIAdaptivePresentationControllerDelegate {
    // Whether UIKit asks the screens of a presented container is not documented.
    func presentationControllerShouldDismiss(
      _ presentationController: UIPresentationController
    ) -> Bool {
      top?.isModalInPresentation != true
    }

    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
      owner?.layerDidMove(self)
    }
  }
#endif
