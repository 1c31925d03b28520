#if canImport(SwiftUI)
  import KalugaArchitecture
  import SwiftUI

  /// Keeps what SwiftUI shows equal to the stack of a driver.
  ///
  ///     following ──the user changes it──▶ changed ──next job of the main actor──▶ following
  ///
  /// What is shown is a tree of objects: layers, paths and screens. Each view reads its own object,
  /// so that a change draws only what shows it. A change of the user is first stored as SwiftUI made
  /// it, and reported to the driver. In the next job of the main actor, the stack of the driver counts
  /// again, and new objects bring back what the driver has refused to leave.
  @MainActor
  final class ShownStack<Destination: NavigationDestination> {
    /// The lowest layer, or nil if the driver had ended before it was shown.
    private(set) var base: ShownLayer<Destination>?

    let driver: NavigationDriver<Destination>
    /// Draws a screen that a path of the outer driver shows.
    var nestedView: (@MainActor (ShownScreen<Destination>, ShownPath<Destination>) -> AnyView)?
    /// Draws what presents the layers over a path of the outer driver.
    var presenter: (@MainActor () -> AnyView)?
    var presentation: @MainActor (Destination) -> PresentationStyle
    private let bag = DisposeBag()
    private var scene = HostState.background
    private var isVisible = false
    private var isChangedByUser = false
    /// Whether a path of the outer driver shows the screens above the first one.
    private var isInOuterPath = false
    private var wasRefused = false
    /// Whether what SwiftUI has not been told yet is animated, or nil if it knows everything.
    ///
    /// The first of several transitions decides. SwiftUI does the same if a property changes several
    /// times before it is drawn.
    private var isAnimated: Bool? = false
    /// Whether the host has appeared, so that SwiftUI can present without an animation.
    private var hasAppeared = false
    /// The screens that have been reported.
    private var reported: Set<BackStackEntryID> = []

    /// Makes the screens of the driver, and resumes none before the host appears.
    init(
      _ driver: NavigationDriver<Destination>,
      isWide: Bool,
      _ presentation: @escaping @MainActor (Destination) -> PresentationStyle
    ) {
      self.driver = driver
      self.presentation = presentation
      driver.host = self
      follow(isWide: isWide)
      driver.startInHost()
      driver.onTransition { [weak self] transition in
        guard let self else { return }
        // A stack that gets tabs leaves the path of the outer driver.
        outerHost?.follow(presentingAgain: false)
        isAnimated = isAnimated ?? transition.isAnimated
        follow(presentingAgain: true)
      }
      .addTo(bag)
      // A change of the width is no transition, and may wait for the end of one.
      driver.stack.observe { [weak self] stack in
        guard let self, let base, base.paths.first?.isWide != stack.isWide else { return }
        isAnimated = isAnimated ?? false
        follow()
      }
      .addTo(bag)
      follow()
      guard isInOuterPath else { return }
      // Not now, while SwiftUI evaluates the body of the host, which may be covered and not appear.
      Task { [weak self] in self?.outerHost?.nestedHostDidBegin() }
    }

    deinit {
      driver.hostDidEnd()
    }

    // MARK: The host

    func didAppear(_ scene: HostState, isWide: Bool) {
      driver.host = self
      isVisible = true
      follow(isWide: isWide)
      follow(scene)
      if hasAppeared { return }
      hasAppeared = true
      follow()
      outerHost?.nestedHostDidBegin()
    }

    /// A stack in the path of this driver is never animated when it is first shown.
    func nestedHostDidBegin() {
      isAnimated = isAnimated ?? false
      follow()
    }

    /// A host that the app covers, or that is in another tab of the app, resumes nothing.
    ///
    /// Under a layer of its own, it stays as it is.
    func didDisappear() {
      isVisible = false
      follow(scene)
    }

    func follow(_ scene: HostState) {
      // The view model around a nested driver sets its state, and another host that of its driver.
      guard !driver.isNested, driver.host === self else { return }
      if scene != self.scene {
        self.scene = scene
        SavedFile.hostDidChange(to: scene)
      }
      driver.hostState = isVisible || base?.presented != nil ? scene : .background
    }

    /// The screens of a driver in a screen are in one of the columns of its outer host.
    func follow(isWide: Bool) {
      guard !driver.isInScreen, driver.host === self else { return }
      driver.isWide = isWide
    }

    // MARK: Following the driver

    /// Shows the stack of the driver.
    ///
    /// - Parameter presentsAgain: Whether what has not appeared yet is presented again. SwiftUI may
    ///   say nothing when UIKit refuses to present: report 73 of FlowStacks.
    func follow(presentingAgain presentsAgain: Bool = false) {
      guard isAnimated == false else { return show(presentingAgain: presentsAgain) }
      var transaction = Transaction()
      transaction.disablesAnimations = true
      withTransaction(transaction) { show(presentingAgain: presentsAgain) }
    }

    private func show(presentingAgain presentsAgain: Bool) {
      let stack = driver.untrackedStack
      // The screens of an ended driver stay as they are.
      guard !isChangedByUser,
        stack.shownPaths.joined().allSatisfy({ driver.viewModel(of: $0.id) != nil })
      else { return }
      let layers = stack.layers
      let base = base ?? ShownLayer(layers[0], .cover(), self)
      self.base = base
      updateIsInOuterPath()
      let old = basePath
      show(layers[0], in: base)
      // The outer path reads the screens of this one from the newest object.
      if old != nil, basePath !== old { outerHost?.follow(presentingAgain: false) }
      // What is above follows when the host of a nested driver has appeared.
      if base.isIncomplete { return }
      var top = base
      for layer in layers.dropFirst() {
        guard canPresent,
          let next = top.present(layer, again: presentsAgain, styledBy: presentation)
        else { return }
        show(layer, in: next)
        if next.isIncomplete { return }
        top = next
      }
      top.dismiss()
      for layer in shownLayers {
        layer.ask(layer === top ? driver.askedQuestion : nil, again: presentsAgain)
      }
      isAnimated = nil
    }

    private var shownLayers: some Sequence<ShownLayer<Destination>> {
      sequence(first: base) { $0?.presented }.lazy.compactMap(\.self)
    }

    private func show(
      _ newest: BackStack<Destination>.Layer,
      in layer: ShownLayer<Destination>
    ) {
      let paths = newest.tabs.map { entries in
        let path =
          layer.paths.first { $0.entry == entries[0].id }
          ?? ShownPath(driver.hostedTab(entries[0]), self)
        show(entries, in: path, ofBase: layer === base)
        return path
      }
      layer.show(paths, selected: newest.selected)
    }

    private func show(
      _ entries: [BackStack<Destination>.Entry],
      in path: ShownPath<Destination>,
      ofBase isBase: Bool = false
    ) {
      let stack = driver.untrackedStack
      let panes = stack.panes(of: entries)
      show(pane: panes[0], in: path, ofBase: isBase)
      let detail = panes.dropFirst().first.map { entries in
        let old = path.detail.flatMap { $0.entry == entries[0].id ? $0 : nil }
        let detail = old ?? ShownPath(driver.hostedTab(entries[0]), self)
        show(pane: entries, in: detail)
        return detail
      }
      path.show(detail: detail, isWide: stack.isWide)
    }

    private func show(
      pane entries: [BackStack<Destination>.Entry],
      in path: ShownPath<Destination>,
      ofBase isBase: Bool = false
    ) {
      path.show(
        driver.hostedTab(entries[0]),
        entries.compactMap { driver.hostedScreen($0) },
        inOuterPath: isInOuterPath && isBase,
        of: driver
      )
    }

    private var outerHost: (any NestableHost)? { driver.outerHost as? any NestableHost }

    private func updateIsInOuterPath() {
      let screen = driver.outerScreenInPath
      // A screen that the user has just left stays as it is.
      isInOuterPath = screen.map { outerHost?.pushes(above: $0) ?? isInOuterPath } ?? false
    }

    /// Whether what presents the layers is on the screen, which in an outer path is that path.
    var canPresent: Bool { hasAppeared || isInOuterPath && outerHost?.canPresent == true }

    /// The path that a path of the outer driver contains, or nil.
    var basePath: (any NestedPath)? { base?.paths.first.flatMap { $0.isInOuterPath ? $0 : nil } }

    /// Whether a navigation stack of this driver, or of one around it, can show other screens above
    /// this one, or nil if it is not shown.
    func pushes(above screen: BackStackEntryID) -> Bool? {
      let lists = shownLayers.flatMap(\.paths)
      return (lists + lists.compactMap(\.detail)).compactMap { $0.pushes(above: screen) }.first
    }

    func reportPushedStack(_ screen: HostedScreen<Destination>) {
      if reported.insert(screen.id).inserted { driver.reportPushedStack(in: screen) }
    }

    // MARK: Changes by the user

    func userDidLeave(_ screens: [PathPosition], _ change: () -> Void) {
      userDidChange(change)
      StackDriver.hostDidLeave(screens)
    }

    func userDidSelect(_ path: ShownPath<Destination>, _ change: () -> Void) {
      userDidChange(change)
      driver.hostDidSelect(path.entry)
      // The screens may have been made only now, and the tab would be empty until the next job.
      let tabs = driver.untrackedStack.layers.flatMap(\.tabs)
      if path.first == nil, let entries = tabs.first(where: { $0[0].id == path.entry }) {
        show(entries, in: path)
      }
    }

    func userDidDismiss(_ layer: ShownLayer<Destination>, _ change: () -> Void) {
      userDidChange(change)
      _ = try? driver.hostDidDismiss(layer.entry)
    }

    /// Reports an answer, after whose end a question that is still asked is asked again.
    func userDidAnswer(
      _ asked: AskedQuestion,
      _ name: String?,
      didEnd: @escaping @MainActor () -> Void
    ) {
      let ticket = driver.hostDidAnswer(asked.id, name)
      Task {
        _ = await ticket?.outcome
        didEnd()
      }
    }

    func userDidChange(_ change: () -> Void) {
      isChangedByUser = true
      change()
      Task { [weak self] in
        self?.isChangedByUser = false
        self?.follow()
      }
    }

    /// Presents again, once: if something of the app covers the screen, UIKit would refuse each time.
    ///
    /// The next transition tries again, too.
    func presentationWasRefused() {
      guard !wasRefused else { return }
      wasRefused = true
      Task { [weak self] in self?.follow() }
    }

    func layerDidAppear() {
      wasRefused = false
      // Nothing can be asked about a layer before.
      if driver.askedQuestion != nil { follow() }
    }

    /// An outer host presents over the same screen, which UIKit may have refused until now.
    func presentationDidEnd() {
      follow()
      outerHost?.follow(presentingAgain: false)
      // The app may have hidden the host. Later, because the base may appear after this call.
      Task { [weak self] in if let self { follow(scene) } }
    }
  }

  /// A host with the type of its destinations erased.
  @MainActor
  protocol NestableHost: AnyObject {
    var basePath: (any NestedPath)? { get }
    var canPresent: Bool { get }
    func pushes(above screen: BackStackEntryID) -> Bool?
    func nestedHostDidBegin()
    func follow(presentingAgain: Bool)
  }

  extension ShownStack: NestableHost {}
#endif
