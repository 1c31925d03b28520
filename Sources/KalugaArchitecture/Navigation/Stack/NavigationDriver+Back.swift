/// The decision of a back handler when the user goes back.
public enum NavigationBackDecision: Hashable, Sendable {
  /// Lets the next handler decide.
  ///
  /// If none intercepts, the screen is closed.
  case proceed
  /// Keeps the screen open, for example because the handler asks the user first.
  case intercept
}

/// A back handler, together with the screen to which it belongs.
@MainActor
struct NavigationBackHandler {
  private weak var screen: BaseLifecycleViewModel?
  private let belongsToScreen: Bool
  let decide: @MainActor () -> NavigationBackDecision

  init(
    screen: BaseLifecycleViewModel?,
    decide: @escaping @MainActor () -> NavigationBackDecision
  ) {
    self.screen = screen
    belongsToScreen = screen != nil
    self.decide = decide
  }

  func isOf(_ screen: BaseLifecycleViewModel) -> Bool { self.screen === screen }

  var isGlobal: Bool { !belongsToScreen }
}

extension NavigationDriver {
  /// Goes back on behalf of the user, for example for the back button, a swipe or the Escape key.
  ///
  /// If the shown screen has a nested stack that can go back, the newest such stack goes back
  /// instead, with its own handlers. Otherwise, the handlers of the shown screen are asked first,
  /// and then those without a screen. In each group, the newest is asked first. If none intercepts,
  /// the screen is popped. Popping the first screen of a presented stack closes that stack.
  ///
  /// An action that pops does not ask the handlers, because the app itself has decided.
  ///
  /// The user leaves the screen that is shown now. If the pop waits, and another screen is shown
  /// when its turn comes, it is refused: the handlers of that screen have not been asked.
  ///
  /// - Returns: The ticket of the pop, or nil if a handler intercepted.
  /// - Throws: The reason, if the stack has no screen to go back to.
  @discardableResult
  public func back() throws(NavigationError) -> NavigationTicket<Never>? {
    let top = stackSubject.current.top.id
    if let nested = nestedDrivers(in: top).first(where: \.canGoBack) { return try nested.back() }
    if isBackInterceptedOnTop() { return nil }
    return try leaveTop(by: .pop(), action: "back")
  }

  /// Requests an operation of the user, who leaves the screen that is shown now.
  ///
  /// The back handlers of that screen have been asked. If the request waits for a transition or a
  /// guard, and another screen is shown after that, the request is refused.
  private func leaveTop(
    by spec: NavigationSpec<Destination>,
    action: String
  ) throws(NavigationError) -> NavigationTicket<Never> {
    let promise = NavigationPromise<Never>()
    try submit(spec, action: action, promise, leaving: stackSubject.current.top.id)
    return promise.ticket
  }

  /// Reports that the host has closed the presented stack itself, because the user swiped a sheet
  /// away.
  ///
  /// This means that the user goes back from all screens of that stack. The handlers of each are
  /// asked, those of the shown screen first, and then the handlers without a screen.
  ///
  /// - Returns: The ticket of the transition, or nil if a handler intercepted. The host must then
  ///   show the stack again.
  /// - Throws: ``NavigationError/nothingPresented(screen:)`` if nothing is presented.
  @discardableResult
  public func hostDidDismiss() throws(NavigationError) -> NavigationTicket<Never>? {
    let stack = stackSubject.current
    if stack.layers.count > 1, isBackIntercepted(leaving: stack.layers.last?.entries ?? []) {
      return nil
    }
    return try leaveTop(by: .dismiss(), action: "dismiss")
  }

  /// Closes the presented stacks above a layer, because the host has closed them itself.
  ///
  /// Stops at a stack whose back handler intercepts.
  package func hostDidDismiss(above layer: Int) {
    while true {
      let count = stackSubject.current.layers.count
      guard count > layer + 1, (try? hostDidDismiss()) != nil,
        // The request waits for a guard or a transition.
        stackSubject.current.layers.count < count
      else { return }
    }
  }

  /// Selects a tab of a layer that may be below others, because the user selected it in the host.
  package func hostDidSelect(tab: Int, in layer: Int) {
    var spec = NavigationSpec<Destination>.selectTab(tab)
    for _ in stackSubject.current.layers.indices.dropFirst(layer + 1) { spec = .below(spec) }
    _ = try? perform(spec, action: "tab")
  }

  /// Reports the path that the host shows after it has gone back itself.
  ///
  /// For each missing screen, top first, the driver asks the same handlers as ``back()`` and pops
  /// the screen, even if its nested stacks could go back. It stops when a handler intercepts, and
  /// the host must then show ``path`` again. A path that is not the beginning of the current one
  /// changes nothing.
  public func hostDidShow(_ shown: [BackStack<Destination>.Entry]) {
    while true {
      let path = stackSubject.current.shownPaths.last ?? []
      guard !shown.isEmpty, shown.count < path.count,
        path.starts(with: shown, by: { $0.id == $1.id }),
        !isBackInterceptedOnTop(),
        (try? leaveTop(by: .pop(), action: "back")) != nil,
        // The pop waits for a transition or a guard. The host reports again what it shows after
        // that.
        stackSubject.current.shownPaths.last?.count ?? 0 < path.count
      else { return }
    }
  }

  private func isBackInterceptedOnTop() -> Bool {
    isBackIntercepted(leaving: [stackSubject.current.top])
  }

  /// Asks the handlers of these screens, top first, and then the handlers without a screen.
  ///
  /// The handlers of a screen's nested stacks are asked before those of the screen.
  func isBackIntercepted(leaving entries: [BackStack<Destination>.Entry]) -> Bool {
    let newestFirst = backHandlers.entries.reversed()
    func intercepts(_ entry: HandlerList<NavigationBackHandler>.Entry) -> Bool {
      !entry.isDisposed && entry.handler.decide() == .intercept
    }
    let left = entries.reversed().compactMap { entry in
      viewModel(of: entry.id).map { ($0, nestedDrivers(in: entry.id)) }
    }
    return left.contains { screen, nested in
      nested.contains { $0.isBackIntercepted() }
        || newestFirst.contains { $0.handler.isOf(screen) && intercepts($0) }
    } || newestFirst.contains { $0.handler.isGlobal && intercepts($0) }
  }
}
