#if canImport(SwiftUI)
  import KalugaArchitecture
  import Observation

  /// One path of a layer as SwiftUI shows it.
  ///
  /// SwiftUI does not support a navigation stack inside another. So the path is shown by a
  /// navigation stack only up to the first screen with a nested driver, which has a stack of its
  /// own. From there on, its top screen is shown in place of the stack.
  @MainActor
  @Observable
  final class ShownPath<Destination: NavigationDestination>: nonisolated ShownObject {
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
    /// The screens that are pushed onto the navigation stack.
    private(set) var pushed: [ShownScreen<Destination>] = []
    /// The screen that is shown in place of the navigation stack.
    private(set) var inPlace: ShownScreen<Destination>?

    @ObservationIgnored private weak var stack: ShownStack<Destination>?
    /// The screen that the user has left, for as long as SwiftUI moves it out.
    @ObservationIgnored private weak var left: ShownScreen<Destination>?

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
      _ hasNestedStack: (BackStackEntryID) -> Bool
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
      let inStack = objects.prefix { !hasNestedStack($0.entry) }
      let onTop = inStack.count < objects.count ? objects.last : nil
      // An equal value would draw again, too.
      if first == nil { first = objects.first }
      if isStack == inStack.isEmpty { isStack.toggle() }
      if pushed != Array(inStack.dropFirst()) { pushed = Array(inStack.dropFirst()) }
      if inPlace != onTop { inPlace = onTop }
      if let onTop, onTop != first { stack?.reportPushedStack(onTop.hosted) }
    }

    /// The pushed screens, as a binding of the navigation stack reads and writes them.
    ///
    /// The binding of a stack must stay the same, so it cannot say what was drawn. A late write of
    /// screens that have left changes nothing.
    var pushedByStack: [ShownScreen<Destination>] {
      get { pushed }
      set {
        guard newValue.count < pushed.count, pushed.starts(with: newValue), let stack else {
          return
        }
        stack.userDidGoBack(to: [entry] + newValue.map(\.entry)) {
          left = pushed.last
          pushed = newValue
        }
      }
    }

    /// SwiftUI may ignore a path that changes during an animation.
    ///
    /// So what has been put onto the path since the user left a screen is sent again when that
    /// screen is gone, if it has not appeared by then.
    func didDisappear(_ screen: ShownScreen<Destination>) {
      guard screen === left else { return }
      left = nil
      guard let top = pushed.last, !top.hasAppeared else { return }
      pushed = pushed.map { $0.hasAppeared ? $0 : ShownScreen($0.hosted) }
    }
  }
#endif
