#if canImport(SwiftUI)
  import KalugaArchitecture
  import Observation
  import SwiftUI

  /// One path of a layer as SwiftUI shows it.
  ///
  /// SwiftUI does not support a navigation stack inside another. So the path is shown by a
  /// navigation stack only up to the first screen with a nested driver, which has a stack of its
  /// own. From there on, its top screen is shown in place of the stack.
  ///
  /// The screens of a driver that is nested `inOuterPath` are on the stack, above the screen in which
  /// the driver is nested. They are read from the path of that driver, which is a path without a stack.
  @MainActor
  @Observable
  final class ShownPath<Destination: NavigationDestination>: nonisolated ShownObject, NestedPath,
    PathContainer
  {
    /// Identifies the first screen on the stack.
    ///
    /// A path with another first screen is another path.
    let entry: BackStackEntryID
    /// What the label of the tab is made of.
    private(set) var tab: HostedTab<Destination>
    /// The first screen, or nil until a tab that was hidden is first selected.
    private(set) var first: ShownScreen<Destination>?
    /// Whether a navigation stack shows the first screen.
    private(set) var isStack = true
    /// Whether a path of the outer driver shows the screens above the first one.
    private(set) var isInOuterPath = false
    /// The screens that are pushed onto the navigation stack, without those of nested drivers.
    private var pushed: [ShownScreen<Destination>] = []
    /// Whether screens above the last one of these wait for the host of a driver nested in it.
    @ObservationIgnored private(set) var isIncomplete = false
    /// The screen that is shown in place of the navigation stack.
    private(set) var inPlace: ShownScreen<Destination>?
    /// Whether there is place for a detail beside this path.
    private(set) var isWide = false
    /// The detail beside this path, or nil.
    private(set) var detail: ShownPath?

    @ObservationIgnored private weak var stack: ShownStack<Destination>?
    @ObservationIgnored weak var container: (any PathContainer)?
    /// The screen that the user has left, for as long as SwiftUI moves it out.
    @ObservationIgnored private weak var left: (any SeenObject)?
    /// The screens that have appeared and not disappeared, in this order.
    @ObservationIgnored private var seen: [SeenScreen] = []

    private struct SeenScreen {
      weak var screen: ShownScreen<Destination>?
    }

    init(_ tab: HostedTab<Destination>, _ stack: ShownStack<Destination>?) {
      entry = tab.id
      self.tab = tab
      self.stack = stack
    }

    /// Shows these screens, the first of which is the first screen of this path.
    ///
    /// A tab that was never selected may have none.
    func show(
      _ newest: HostedTab<Destination>,
      _ screens: [HostedScreen<Destination>],
      inOuterPath isInOuterPath: Bool,
      of driver: StackDriver
    ) {
      if newest.destination != tab.destination || newest.viewModel !== tab.viewModel {
        tab = newest
      }
      if screens.isEmpty { return }
      let shown = ([first] + pushed + [inPlace]).compactMap(\.self)
      let objects = screens.map { screen in
        let object = shown.first { $0.entry == screen.id } ?? ShownScreen(screen)
        object.update(screen)
        return object
      }
      let inStack = objects.prefix { !driver.hasStackInPlace(in: $0.entry) }
      let onTop = inStack.count < objects.count ? objects.last : nil
      let waiting = inStack.indices.first { index in
        let next = inStack.dropFirst(index + 1).first
        return isWaiting(inStack[index], driver) && next.map(pushed.contains) != true
      }
      // What is in place of the view of an outer screen must not be under others.
      let isCovered = isInOuterPath && onTop != nil
      let known = inStack.prefix((waiting ?? inStack.count) + 1)
      let newest = isCovered ? [] : Array(known.dropFirst())
      // An equal value would draw again, too.
      if first == nil { first = objects.first }
      if isStack == inStack.isEmpty { isStack.toggle() }
      if self.isInOuterPath != isInOuterPath { self.isInOuterPath = isInOuterPath }
      for screen in inStack { nest(in: screen, driver) }
      if pushed != newest { pushed = newest }
      isIncomplete = waiting != nil
      if inPlace != onTop { inPlace = onTop }
      if let onTop, onTop != first { stack?.reportPushedStack(onTop.hosted) }
    }

    /// Shows another path beside this one, or none.
    func show(detail: ShownPath?, isWide: Bool) {
      if self.detail !== detail { self.detail = detail }
      if self.isWide != isWide { self.isWide = isWide }
    }

    /// Whether the host of a nested driver does not exist yet, because the screen has not appeared.
    private func isWaiting(_ screen: ShownScreen<Destination>, _ driver: StackDriver) -> Bool {
      guard !screen.hasAppeared, let nested = driver.stackInPath(of: screen.entry) else {
        return false
      }
      return nested.hasPushedScreens && nestedPath(of: nested) == nil
    }

    private func nest(in screen: ShownScreen<Destination>, _ driver: StackDriver) {
      let nested = driver.stackInPath(of: screen.entry).flatMap(nestedPath)
      nested?.container = self
      if nested !== screen.nested { screen.nested = nested }
    }

    private func nestedPath(of driver: StackDriver) -> (any NestedPath)? {
      (driver.host as? any NestableHost)?.basePath
    }

    // MARK: The navigation stack

    /// The screens that are on the navigation stack, without those of nested drivers.
    private var screens: [ShownScreen<Destination>] {
      let isCovered = isInOuterPath && inPlace != nil
      return isStack && !isCovered ? [first].compactMap(\.self) + pushed : []
    }

    /// The screens above the first one, with those of nested drivers.
    private var allPushed: [PushedScreen<Destination>] {
      screens.enumerated().flatMap { index, screen in
        (index == 0 ? [] : [PushedScreen.own(screen)])
          + (screen.nested?.nestedScreens ?? []).map { .nested($0) }
      }
    }

    /// The pushed screens, as a binding of the navigation stack reads and writes them.
    ///
    /// The binding of a stack must stay the same, so it cannot say what was drawn. A late write of
    /// screens that have left changes nothing.
    var pushedByStack: [PushedScreen<Destination>] {
      get { allPushed }
      set {
        let old = allPushed
        guard newValue.count < old.count, old.starts(with: newValue), let stack else { return }
        let leaving = old[newValue.count...].reversed().compactMap(position)
        stack.userDidLeave(leaving) {
          left = old.last.map(object)
          keep(newValue.count)
        }
      }
    }

    private func object(of screen: PushedScreen<Destination>) -> any SeenObject {
      switch screen {
      case .own(let screen): screen
      case .nested(let screen): screen.object
      }
    }

    private func position(of screen: PushedScreen<Destination>) -> PathPosition? {
      switch screen {
      case .own(let screen): position(of: screen)
      case .nested(let screen): screen.position
      }
    }

    private func position(of screen: ShownScreen<Destination>) -> PathPosition? {
      let below = screens.prefix { $0 !== screen }
      return stack.map { PathPosition($0.driver, (below + [screen]).map(\.entry)) }
    }

    /// Keeps this number of the screens above the first one.
    private func keep(_ count: Int) {
      var rest = count
      var kept: [ShownScreen<Destination>] = []
      for (index, screen) in screens.enumerated() {
        if index > 0 {
          if rest == 0 { break }
          kept.append(screen)
          rest -= 1
        }
        guard let nested = screen.nested else { continue }
        let above = nested.nestedScreens.count
        if above > rest { nested.userDidGoBack(keeping: rest) }
        rest -= min(above, rest)
      }
      if pushed != kept { pushed = kept }
    }

    /// SwiftUI may ignore a path that changes during an animation.
    ///
    /// So what has been put onto the path since the user left a screen is sent again when that
    /// screen is gone, if it has not appeared by then.
    func didDisappear(_ screen: any SeenObject) {
      if isInOuterPath, let container { return container.didDisappear(screen) }
      seen.removeAll { $0.screen == nil || $0.screen === screen }
      if lastSeen.map(isShown) == false {
        // Later, because that screen may disappear, too.
        Task { [weak self] in self?.leaveAgain() }
      }
      guard screen === left else { return }
      left = nil
      guard let top = allPushed.last, !object(of: top).hasAppeared else { return }
      sendUnseenAgain()
    }

    /// Leaves a screen again that the app has left while the user left the one above it.
    ///
    /// The path says first what SwiftUI shows, so that it sees a change.
    private func leaveAgain() {
      guard let screen = lastSeen, !isShown(screen) else { return }
      stack?.userDidChange { pushed.append(screen) }
    }

    private var lastSeen: ShownScreen<Destination>? { seen.last?.screen }

    private func isShown(_ screen: ShownScreen<Destination>) -> Bool {
      screen === inPlace || screens.contains(screen)
    }

    func sendUnseenAgain() {
      for screen in screens { screen.nested?.sendUnseenAgain() }
      if pushed.allSatisfy(\.hasAppeared) { return }
      pushed = pushed.map { $0.hasAppeared ? $0 : ShownScreen($0.hosted, $0.nested) }
    }

    /// Whether a navigation stack shows this screen, and not one in its place, or nil if none does.
    func pushes(above screen: BackStackEntryID) -> Bool? {
      if inPlace?.entry == screen { return false }
      return screens.contains { $0.entry == screen } ? true : nil
    }

    func screenDidAppear(_ screen: ShownScreen<Destination>) {
      screen.didAppear()
      seen.append(SeenScreen(screen: screen))
      if isIncomplete { stack?.nestedHostDidBegin() }
    }

    /// The view models whose services draw over the path.
    var overlaid: [BaseLifecycleViewModel] {
      guard let top = inPlace ?? screens.last else { return [] }
      return [top.hosted.viewModel] + (inPlace == nil ? top.nested?.overlaid ?? [] : [])
    }

    var nestedPresenters: [NestedPresenter] {
      screens.compactMap(\.nested).flatMap(\.presenters)
    }

    // MARK: In the path of an outer driver

    var presenters: [NestedPresenter] {
      let own = stack?.presenter.map { NestedPresenter(id: ObjectIdentifier(self), view: $0) }
      return [own].compactMap(\.self) + nestedPresenters
    }

    var nestedScreens: [NestedScreen] {
      allPushed.map { pushed in
        switch pushed {
        case .nested(let screen): screen
        case .own(let screen):
          NestedScreen(object: screen, position: position(of: screen)) { [weak stack] in
            stack?.nestedView.map { $0(screen, self) } ?? AnyView(EmptyView())
          }
        }
      }
    }

    func userDidGoBack(keeping count: Int) { stack?.userDidChange { keep(count) } }
  }
#endif
