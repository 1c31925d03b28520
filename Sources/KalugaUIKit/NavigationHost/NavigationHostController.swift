#if canImport(UIKit) && !os(watchOS)
  public import KalugaArchitecture
  public import UIKit

  /// Shows all screens of a navigation driver: stacks, presented stacks and tabs.
  ///
  ///     window.rootViewController = NavigationHostController(driver) { screen in
  ///       switch screen.viewModel {
  ///       case let model as HomeViewModel: HomeViewController(model)
  ///       case let model as DetailsViewModel: DetailsViewController(model)
  ///       default: UIViewController()
  ///       }
  ///     }
  ///
  /// The host starts the driver when its view is loaded, and passes the state of its scene to
  /// `NavigationDriver.hostState`. While the host is out of sight, because the app shows another tab
  /// of its own or covers the host, that state is `background`. When the scene enters the background,
  /// it calls `SavedFile.flushAll()`. It does not end the driver, which may outlive the controller.
  /// The driver resumes, pauses and clears the view models, so the controllers of the screens do not
  /// need `bind(_:)`. Services of a view model that need a `UIViewController` are attached to the
  /// controller of its screen, from when that is made until the screen leaves the stack.
  ///
  /// Each path is a `UINavigationController`. Each presented stack is presented over the stack below
  /// it, in the `PresentationStyle` of its request or else in the one that `presentation` returns. Tabs
  /// are a `UITabBarController`. The controllers of a tab are made when it is first selected, and all
  /// others at once, because `UINavigationController` needs them for its back
  /// button. What the user does is reported to the driver: a swipe or the back button, the dismissal of a
  /// sheet, and a tap on a tab. If a back handler intercepts or a guard refuses, the host shows
  /// again what the stack says. A tab is selected only after the stack has selected it. A second tap
  /// on the selected tab goes back to its first screen, see `NavigationDriver.onReselect(_:)`.
  ///
  /// Under a stack that covers partly, the screen stays usable: a sheet has a height at which that
  /// screen is in sight and not dimmed. A swipe back or a tap on a tab there changes that layer,
  /// and the sheet stays. A question of the stack is a `UIAlertController` over the screen on top. If
  /// an answer is refused, it is asked again. A question that the app dismisses has no answer.
  ///
  /// With `emptyDetail`, a host in a regular horizontal size class is wide: it sets
  /// `NavigationDriver.isWide`, and shows a list and its detail in a `UISplitViewController`, each
  /// in a `UINavigationController`. The list stays beside its detail. All presented stacks follow
  /// the width of the host, also in a sheet that is compact. In a compact size class, one
  /// navigation controller has the controllers of both. The host of a driver in a screen of another
  /// driver is never wide.
  ///
  /// A presented stack follows the screen that it shows: its `preferredContentSize`, and
  /// `isModalInPresentation`, with which the user cannot dismiss the stack. The screen on top also
  /// decides about orientations. The status bar, the home indicator and the gestures at the edges
  /// are decided as if the `UINavigationController` or `UITabBarController` were in place of the
  /// host. A host that is not the root or presented controller needs a parent that asks it.
  ///
  /// The host changes one thing at a time. While UIKit moves screens, or the user drags one, the
  /// host waits for the end of that, and then shows the newest stack. A transition is animated if its
  /// `isAnimated` says so. If several have waited, the first one decides.
  ///
  /// The app may present something itself, such as an alert. A stack is then presented over it. When
  /// the app dismisses the alert, UIKit dismisses that stack, too, and the host presents it again.
  ///
  /// A screen that calls `dismiss(animated:)` itself closes its layer like the user. The driver is
  /// told of it in the next job of the main actor.
  ///
  /// For a driver that is nested in the view model of a screen, add another host as a child to the
  /// controller of that screen, in its `viewDidLoad`. UIKit does not push a navigation controller
  /// onto another. So add the driver with
  /// `addChild(driver, drawn: .inOuterPath)`, or to the first screen of a tab or of a presented stack.
  /// In the outer path, the inner host shows its first screen only, and the navigation controller of
  /// this host has the others above the screen with the nested driver. Its bar shows the
  /// `navigationItem` of that screen, and not of the first inner one.
  ///
  /// Kaluga: `ViewControllerNavigator`.
  public final class NavigationHostController<Destination: NavigationDestination>:
    UIViewController, LayerOwner, NestableController
  {
    private let driver: NavigationDriver<Destination>
    private let presentation: @MainActor (Destination) -> UIModalPresentationStyle
    private let willPresent: (@MainActor (HostedScreen<Destination>, UIViewController) -> Void)?
    private let makeController: @MainActor (HostedScreen<Destination>) -> UIViewController
    private let makeItem: @MainActor (HostedTab<Destination>) -> UITabBarItem
    private let makeEmptyDetail: (@MainActor (Destination) -> UIViewController?)?

    /// The controllers of the screens on the stack, with what attaches services to them.
    private var screens: [BackStackEntryID: (UIViewController, LifecycleManager)] = [:]
    /// What is beside the lists that begin with these entries, or nil beside other screens.
    private var emptyDetails: [BackStackEntryID: UIViewController?] = [:]
    /// Whether the stack was wide when it was last shown.
    private var isWide = false
    /// The layers that UIKit shows, the base first.
    private var layers: [LayerController] = []
    /// The question over the layers.
    private var question: ShownQuestion?
    private let bag = DisposeBag()
    private let scene = SceneFollower()
    private var sceneState = HostState.background
    /// The transitions of which UIKit has reported the end, until it releases them.
    ///
    /// UIKit does not say until when a controller has its coordinator.
    private var ended: [EndedTransition] = []
    /// Whether what UIKit has not begun to show is animated, or nil if it has begun everything.
    ///
    /// The first of several transitions decides.
    private var isAnimated: Bool? = false
    private var isUpdating = false
    private var mustUpdate = false

    /// Creates a controller for the screens of a driver.
    ///
    /// - Parameters:
    ///   - driver: The driver.
    ///   - presentation: Returns how the stack that begins with this screen is presented, if the
    ///     request has no style. `none` is the same as `automatic`. A stack for which it returns another
    ///     style later is presented again.
    ///   - willPresent: Called each time before a stack is presented, with its first screen and the
    ///     controller that will be presented, which has the style of the request. The screen is the
    ///     first one of the shown tab if that of the first tab has not been made. Set the source of a
    ///     popover, the detents of its `sheetPresentationController`, or the delegate of a custom
    ///     transition. A popover without a source is shown in the middle. The host is the delegate of
    ///     the presentation controller.
    ///   - emptyDetail: Returns what a wide host shows beside the list that begins with this screen
    ///     while no detail is open, or nil if the screen is not a list. It is called once for each
    ///     first screen. Without this closure, the host is never wide.
    ///   - screen: Returns the controller of a screen. It is called once for each screen.
    ///   - tab: Returns the item of a tab, by default with the name of its first screen. It is called
    ///     once for each first screen of a tab, before its controller is made, and again if the view
    ///     model of that screen is made later. UIKit copies the `title` of that controller to the
    ///     item; to prevent that, set `navigationItem.title` instead.
    public init(
      _ driver: NavigationDriver<Destination>,
      presentation: @escaping @MainActor (Destination) -> UIModalPresentationStyle = { _ in
        .automatic
      },
      willPresent: (@MainActor (HostedScreen<Destination>, UIViewController) -> Void)? = nil,
      emptyDetail: (@MainActor (Destination) -> UIViewController?)? = nil,
      screen: @escaping @MainActor (HostedScreen<Destination>) -> UIViewController,
      tab: (@MainActor (HostedTab<Destination>) -> UITabBarItem)? = nil
    ) {
      self.driver = driver
      self.presentation = presentation
      self.willPresent = willPresent
      makeEmptyDetail = emptyDetail
      makeController = screen
      makeItem = tab ?? { UITabBarItem(title: $0.destination.screenName, image: nil, tag: 0) }
      super.init(nibName: nil, bundle: nil)
    }

    @available(*, unavailable)
    required init?(coder: NSCoder) { nil }

    deinit {
      driver.hostDidEnd()
      // A controller around the host presents the layers and the question, and would keep them.
      let (lowest, question) = (layers.dropFirst().first, question)
      if lowest == nil, question == nil { return }
      Task { @MainActor in
        (lowest ?? question?.alert)?.presentingViewController?.dismiss(animated: true)
      }
    }

    /// Starts the driver, and shows its stack.
    public override func viewDidLoad() {
      super.viewDidLoad()
      let base = LayerController(owner: self)
      layers = [base]
      addChild(base)
      base.view.frame = view.bounds
      base.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      view.addSubview(base.view)
      base.didMove(toParent: self)
      driver.host = self
      driver.onTransition { [weak self] transition in
        guard let self else { return }
        note(isAnimated: transition.isAnimated)
        update()
      }
      .addTo(bag)
      // A change of the width is no transition, and may wait for the end of one.
      driver.stack.observe { [weak self] stack in
        guard let self, stack.isWide != isWide else { return }
        isWide = stack.isWide
        note(isAnimated: false)
        update()
      }
      .addTo(bag)
      registerForTraitChanges([UITraitHorizontalSizeClass.self]) {
        (host: NavigationHostController, _) in
        host.widthDidChange()
      }
      widthDidChange()
      driver.startInHost()
      note(isAnimated: false)
      update()
    }

    /// Follows the scene, and shows the presented stacks.
    public override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      widthDidChange()
      scene.follow(view.window) { [weak self] state in
        self?.sceneState = state
        self?.sightDidChange()
      }
      update()
    }

    #if !os(tvOS) && !os(visionOS)
      /// The container of the lowest stack.
      public override var childForStatusBarStyle: UIViewController? { layers.first }
      /// The container of the lowest stack.
      public override var childForStatusBarHidden: UIViewController? { layers.first }
      /// The container of the lowest stack.
      public override var childForHomeIndicatorAutoHidden: UIViewController? { layers.first }
      /// The container of the lowest stack.
      public override var childForScreenEdgesDeferringSystemGestures: UIViewController? {
        layers.first
      }

      /// The orientations of the screen on top of the lowest stack.
      public override var supportedInterfaceOrientations: UIInterfaceOrientationMask {
        layers.first?.supportedInterfaceOrientations ?? super.supportedInterfaceOrientations
      }
    #endif

    /// The screens of a driver in a screen are in one of the columns of its outer host.
    private func widthDidChange() {
      guard !driver.isInScreen, driver.host === self else { return }
      driver.isWide = makeEmptyDetail != nil && traitCollection.horizontalSizeClass == .regular
    }

    func sightDidChange() {
      // The view model around a nested driver sets its state, and a later host the state of its
      // driver. A layer of the host that covers others is the last one.
      guard !driver.isNested, driver.host === self, let top = layers.last else { return }
      driver.hostState = top.isOutOfSight ? .background : sceneState
    }

    // MARK: Following the driver

    /// Makes UIKit show what the stack says, or begins to do so.
    ///
    /// What must wait for a transition follows at its end.
    func update() {
      mustUpdate = true
      // The controllers of the user may navigate while they are made or loaded.
      if isUpdating { return }
      isUpdating = true
      // A controller leaves its old container before it enters the next one.
      if isInOuterPath, !belongsIntoOuterPath { outerController?.update() }
      repeat {
        while mustUpdate {
          mustUpdate = false
          reportUserChanges()
          updateScreens()
          showLayers()
        }
        if isInOuterPath, belongsIntoOuterPath { outerController?.update() }
      } while mustUpdate
      isUpdating = false
      sightDidChange()
      for entry in driver.stack.current.entries {
        for case let nested as any NestableController in driver.nestedHosts(in: entry.id) {
          nested.outerPathDidChange()
        }
      }
    }

    /// Makes the controllers of new screens, and forgets those of screens that have left.
    private func updateScreens() {
      let stack = driver.stack.current
      let shown = stack.shownPaths.joined()
      // The screens of an ended driver stay as they are.
      guard shown.allSatisfy({ driver.viewModel(of: $0.id) != nil }) else { return }
      let ids = Set(stack.entries.map(\.id))
      screens = screens.filter { ids.contains($0.key) }
      emptyDetails = emptyDetails.filter { ids.contains($0.key) }
      for entry in shown where screens[entry.id] == nil {
        guard let screen = driver.hostedScreen(entry) else { continue }
        let controller = makeController(screen)
        screens[entry.id] = (controller, LifecycleManager(screen.viewModel, host: controller))
      }
    }

    // MARK: Nested drivers

    private var outerController: (any NestableController)? {
      driver.outerHost as? any NestableController
    }

    /// Whether the path of the outer host shall show the screens above the first one.
    private var belongsIntoOuterPath: Bool {
      driver.outerScreenInPath != nil && outerController != nil
    }

    /// Whether the lowest layer shows only the first screen.
    private var isInOuterPath: Bool {
      layers.first.map { $0.paths.isEmpty && $0.content != nil } ?? false
    }

    var screensForOuterPath: [PathScreen] {
      guard isInOuterPath else { return [] }
      return Array(pathScreens(driver.stack.current.layers[0].path).dropFirst())
    }

    func note(isAnimated: Bool) {
      self.isAnimated = self.isAnimated ?? isAnimated
      if belongsIntoOuterPath { outerController?.note(isAnimated: isAnimated) }
    }

    func outerPathDidChange() {
      guard isInOuterPath, !isUpdating else { return }
      // A stack that has left the path has waited for its controllers, and a layer for the window.
      if !belongsIntoOuterPath || layers.count != driver.stack.current.layers.count { update() }
    }

    private func nestedController(in id: BackStackEntryID) -> (any NestableController)? {
      driver.stackInPath(of: id)?.host as? any NestableController
    }

    /// Returns the controllers of the screens and of drivers nested in them, if they have been made.
    private func pathScreens(_ entries: [BackStack<Destination>.Entry]) -> [PathScreen] {
      entries.indices.flatMap { index -> [PathScreen] in
        let id = entries[index].id
        guard let controller = screens[id]?.0 else { return [] }
        // The view contains the host of the nested driver.
        if driver.stackInPath(of: id) != nil { controller.loadViewIfNeeded() }
        let position = PathPosition(driver, entries[...index].map(\.id))
        return [PathScreen(controller: controller, position: position)]
          + (nestedController(in: id)?.screensForOuterPath ?? [])
      }
    }

    private func showLayers() {
      let wanted = driver.stack.current.layers
      guard wanted.allSatisfy({ $0.path.allSatisfy { screens[$0.id] != nil } }) else { return }
      let kept = zip(layers, wanted).prefix { isSame($0, $1) }.count
      var hasBegun = true
      for (layer, newest) in zip(layers, wanted).prefix(kept) where !show(newest, in: layer) {
        hasBegun = false
      }
      for path in layers.flatMap(\.allPaths) { awaitTransition(of: path) }
      var shown = kept
      let isComplete = kept == layers.count && kept == wanted.count
      // A layer must not be presented over a question, or take it along.
      if !closeQuestion(exceptOf: isComplete ? driver.askedQuestion : nil) {
        hasBegun = false
      } else if kept < layers.count {
        if !dismiss(from: kept) { hasBegun = false }
      } else if kept < wanted.count {
        if present(wanted[kept], style(of: wanted[kept])) { shown += 1 }
      } else if let asked = driver.askedQuestion {
        if !ask(asked) { hasBegun = false }
      }
      if hasBegun, shown == wanted.count { isAnimated = nil }
    }

    /// Returns whether the layer shows everything, or has begun to.
    @discardableResult
    private func show(_ newest: BackStack<Destination>.Layer, in layer: LayerController) -> Bool {
      layer.apply(newest.style, coversPartly: newest.coversPartly)
      if layer === layers.first, belongsIntoOuterPath {
        return screens[newest.path[0].id].map { layer.showAlone($0.0) } ?? true
      }
      if layer === layers.first, isInOuterPath {
        // The screens of an ended driver stay as they are.
        if driver.viewModel(of: newest.path[0].id) == nil { return true }
        if isInAnotherPath(newest) { return false }
      }
      let stack = driver.stack.current
      let tabs = newest.tabs.map { entries in
        let panes = stack.panes(of: entries)
        return LayerController.Tab(
          ids: panes[0].map(\.id),
          // A tab that was never selected has none.
          screens: pathScreens(panes[0]),
          detail: stack.isWide ? detail(panes.count > 1 ? panes[1] : [], beside: entries[0]) : nil,
          hasViewModel: driver.viewModel(of: entries[0].id) != nil,
          makeItem: { [driver, makeItem] in makeItem(driver.hostedTab(entries[0])) }
        )
      }
      return layer.show(tabs, selected: newest.selected, animated: isAnimated ?? true)
    }

    /// Returns a detail, or an empty one if the first screen is a list.
    private func detail(
      _ entries: [BackStack<Destination>.Entry],
      beside first: BackStack<Destination>.Entry
    ) -> LayerController.Detail? {
      let known = emptyDetails[first.id]
      let empty = known ?? makeEmptyDetail?(first.destination)
      emptyDetails[first.id] = .some(empty)
      if entries.isEmpty, empty == nil { return nil }
      return LayerController.Detail(
        ids: entries.map(\.id),
        screens: pathScreens(entries),
        empty: empty
      )
    }

    /// Returns whether the outer path still shows one of the screens.
    private func isInAnotherPath(_ layer: BackStack<Destination>.Layer) -> Bool {
      layer.tabs.joined().contains { screens[$0.id]?.0.parent is PathController }
    }

    /// Returns whether a layer is the same presentation as a layer of the stack.
    private func isSame(_ layer: LayerController, _ newest: BackStack<Destination>.Layer) -> Bool {
      if layer === layers[0] { return true }
      let shown = layer.ids
      return layer.style == style(of: newest)
        && newest.tabs.contains { $0.contains { shown.contains($0.id) } }
    }

    private func style(of layer: BackStack<Destination>.Layer) -> UIModalPresentationStyle {
      layer.style?.ofUIKit(coversPartly: layer.coversPartly)
        ?? presentation(layer.tabs[0][0].destination)
    }

    // MARK: Presenting

    /// The controller of the top layer.
    ///
    /// Another screen of the outer path may cover the one with the first screen.
    private var lowestPresenter: UIViewController {
      let top = layers[layers.count - 1]
      return layers.count == 1 && isInOuterPath ? navigationController ?? top : top
    }

    /// Returns the topmost controller that is presented over a layer, or the layer itself.
    ///
    /// The app may have presented something, such as an alert. Returns nil if it cannot present now.
    /// The host then tries again when it appears or the transition ends.
    private func presenter(above base: UIViewController) -> UIViewController? {
      var presenter = base
      while let presented = presenter.presentedViewController {
        // An earlier host has left it. It would take along what is presented over it.
        if let layer = presented as? LayerController, !layer.hasOwner {
          if !awaitTransition(of: layer), !layer.isBeingDismissed {
            presenter.dismiss(animated: false) { [weak self] in self?.update() }
          }
          return nil
        }
        presenter = presented
      }
      guard presenter.viewIfLoaded?.window != nil, !awaitTransition(of: presenter),
        !presenter.isBeingDismissed
      else { return nil }
      return presenter
    }

    /// Returns whether UIKit has begun to present the layer.
    private func present(
      _ newest: BackStack<Destination>.Layer,
      _ style: UIModalPresentationStyle
    ) -> Bool {
      let base = lowestPresenter
      guard let presenter = presenter(above: base) else { return false }
      let layer = LayerController(owner: self, style: style)
      if presenter !== base { layer.isPresented(over: presenter) }
      layer.modalPresentationStyle = style == .none ? .automatic : style
      show(newest, in: layer)
      let first = driver.hostedScreen(newest.tabs[0][0]) ?? driver.hostedScreen(newest.path[0])
      if let first { willPresent?(first, layer) }
      layer.presentationController?.delegate = layer
      layer.placePopover(over: presenter)
      // Before it appears, which without an animation is at once.
      layers.append(layer)
      presenter.present(layer, animated: isAnimated ?? true) { [weak self, weak layer] in
        if let layer { self?.layerDidMove(layer) }
      }
      if layer.presentingViewController == nil {
        // UIKit has refused, and says why on the console. The next update tries again.
        layers.removeLast()
        layer.empty()
        return false
      }
      return true
    }

    /// Returns whether UIKit has begun to dismiss the layer.
    private func dismiss(from level: Int) -> Bool {
      let layer = layers[level]
      // UIKit dismisses the layers above it, too, which it does not do while it moves one of them.
      let isMoving = layers[level...].contains { awaitTransition(of: $0) }
      if isMoving || layer.isBeingDismissed { return layer.isClosing && layer.isBeingDismissed }
      layer.isClosing = true
      layer.presentingViewController?.dismiss(animated: isAnimated ?? true) { [weak self] in
        self?.layerDidMove(layer)
      }
      return true
    }

    // MARK: Questions

    /// Returns whether the question is shown, or UIKit has begun to show it.
    private func ask(_ asked: AskedQuestion) -> Bool {
      if question?.asked.id == asked.id { return true }
      guard let presenter = presenter(above: lowestPresenter) else { return false }
      let shown = ShownQuestion(asked)
      question = shown
      shown.present(over: presenter, animated: isAnimated ?? true) { [weak self] in
        self?.alertDidEnd(shown)
      } didChoose: { [weak self] name in
        self?.userDidAnswer(shown, name)
      }
      // Otherwise, UIKit has refused, and the next update tries again.
      if !shown.isOnScreen { question = nil }
      return shown.isOnScreen
    }

    /// Returns whether no question is in the way, except for the one that is still asked.
    private func closeQuestion(exceptOf asked: AskedQuestion?) -> Bool {
      guard let shown = question, shown.asked.id != asked?.id else { return true }
      guard let alert = shown.alert, shown.isOnScreen else {
        question = nil
        return true
      }
      if awaitTransition(of: alert) || alert.isBeingDismissed { return false }
      alert.presentingViewController?.dismiss(animated: isAnimated ?? true) { [weak self] in
        self?.update()
      }
      return !shown.isOnScreen
    }

    private func userDidAnswer(_ shown: ShownQuestion, _ name: String?) {
      guard shown === question, !shown.isAnswered else { return }
      shown.isAnswered = true
      let ticket = driver.hostDidAnswer(shown.asked.id, name)
      Task { [weak self] in
        _ = await ticket?.outcome
        // Otherwise, the answer was refused, and the question is asked again.
        guard let self, shown === question else { return }
        question = nil
        update()
      }
    }

    private func alertDidEnd(_ shown: ShownQuestion) {
      guard shown === question, !shown.isAnswered else { return update() }
      if !shown.wasTakenAlong, driver.askedQuestion?.id == shown.asked.id {
        return userDidAnswer(shown, nil)
      }
      question = nil
      update()
    }

    // MARK: Transitions of UIKit

    private func runningTransition(
      of controller: UIViewController
    ) -> (any UIViewControllerTransitionCoordinator)? {
      controller.transitionCoordinator.flatMap { transition in
        ended.contains { $0.coordinator === transition } ? nil : transition
      }
    }

    private func didEnd(_ transition: (any UIViewControllerTransitionCoordinator)?) {
      ended.removeAll { $0.coordinator == nil }
      ended.append(EndedTransition(coordinator: transition))
    }

    func isMoving(_ controller: UIViewController) -> Bool {
      runningTransition(of: controller) != nil
    }

    func pathDidShow(_ path: PathController) {
      didEnd(path.lastTransition)
      update()
    }

    func layerDidMove(_ layer: LayerController) {
      // An earlier update at the end of the same transition may have begun the next transition.
      let isAtRest = !layer.isBeingPresented && !layer.isBeingDismissed
      if isAtRest, layer.presentedViewController == nil { didEnd(layer.transitionCoordinator) }
      update()
    }

    /// Updates again when a running transition ends; returns false if there is none.
    @discardableResult
    private func awaitTransition(of controller: UIViewController) -> Bool {
      guard let transition = runningTransition(of: controller) else { return false }
      // UIKit does not say whether it calls the completion after each cancellation. At the latest,
      // it releases it.
      let release = ReleaseObserver { [weak self] in self?.update() }
      transition.animate(alongsideTransition: nil) { [weak self, weak transition, release] _ in
        withExtendedLifetime(release) { self?.didEnd(transition) }
        self?.update()
      }
      return true
    }

    // MARK: Changes by the user

    private func reportUserChanges() {
      forgetDismissedLayers()
      for tab in layers.compactMap(\.unaskedSelection) {
        userDidTap(tab, wasSelected: false)
      }
      for path in layers.flatMap(\.allPaths) where !isMoving(path) {
        StackDriver.hostDidLeave(path.takeUserChange())
      }
    }

    func tabDidMove() { update() }

    func userDidTap(_ tab: BackStackEntryID, wasSelected: Bool) {
      let isSelected = driver.stack.current.shownPaths.contains { $0[0].id == tab }
      // Otherwise, the app has just selected the tab itself, and this is the first tap.
      if wasSelected || !isSelected { driver.hostDidSelect(tab) }
    }

    /// Forgets the layers that UIKit no longer shows, and reports them if they are on the stack.
    private func forgetDismissedLayers() {
      let level = layers.dropFirst().prefix { $0.presentingViewController != nil }.count + 1
      guard level < layers.count else { return }
      let lowest = layers[level]
      // Otherwise, the app has dismissed or replaced it, or dismissed something else of its own.
      let dismissed = driver.stack.current.layers.dropFirst().first {
        !lowest.isClosing && !lowest.wasTakenAlong && isSame(lowest, $0)
      }
      for layer in layers[level...] { layer.empty() }
      layers.removeSubrange(level...)
      if let dismissed { _ = try? driver.hostDidDismiss(dismissed.id) }
    }
  }

  /// A transition that UIKit may release at any time.
  private struct EndedTransition {
    weak var coordinator: (any UIViewControllerTransitionCoordinator)?
  }
#endif
