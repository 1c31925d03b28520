/// What a handler decides when the user goes back.
public enum NavigationBackDecision: Hashable, Sendable {
  /// The next handler decides; if none intercepts, the screen is left.
  case proceed
  /// The screen stays: the handler asks first, or has done something else.
  case intercept
}

/// A back handler, and the screen it belongs to.
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
  /// Goes back as the user asks for it: the system's back button, a swipe, Escape.
  ///
  /// A stack inside the shown screen goes back first, if it has a screen to leave. Otherwise the handlers of the
  /// shown screen are asked, then those of no screen, the newest of them first.
  /// If none intercepts, the screen is popped; the first screen of a presented stack closes it. An
  /// action that pops asks no handler: the app has decided.
  ///
  /// - Returns: The ticket of the pop, or nil if a handler intercepted.
  /// - Throws: The reason, if there is nothing to go back to.
  @discardableResult
  public func back() throws(NavigationError) -> NavigationTicket<Never>? {
    let top = stackSubject.current.top.id
    if let nested = nestedDrivers(in: top).first(where: \.canGoBack) { return try nested.back() }
    if isBackInterceptedOnTop() { return nil }
    return try perform(.pop(), action: "back")
  }

  /// Reports that the host has closed the presented stack by itself: the user swiped a sheet away.
  ///
  /// Counts as going back by the user, out of the whole stack: the handlers of each of its screens are
  /// asked, the shown one first, and then those of no screen.
  ///
  /// - Returns: The ticket, or nil if a handler intercepted: then the host shows the stack again.
  /// - Throws: That nothing is presented.
  @discardableResult
  public func hostDidDismiss() throws(NavigationError) -> NavigationTicket<Never>? {
    let stack = stackSubject.current
    if stack.layers.count > 1, isBackIntercepted(leaving: stack.layers.last?.entries ?? []) {
      return nil
    }
    let promise = NavigationPromise<Never>()
    try submit(.dismiss(), action: "dismiss", promise, isByUser: true)
    return promise.ticket
  }

  /// Reports what the host shows after it has gone back by itself.
  ///
  /// For each screen that is missing the handlers are asked as by ``back()``; the first that
  /// intercepts ends it, and the host shows ``path`` again. A path that is not the beginning of the
  /// current one changes nothing.
  public func hostDidShow(_ shown: [BackStack<Destination>.Entry]) {
    while true {
      let path = stackSubject.current.shownPaths.last ?? []
      guard !shown.isEmpty, shown.count < path.count, path.starts(with: shown),
        !isBackInterceptedOnTop(),
        (try? perform(.pop(), action: "back")) != nil,
        // Behind a transition or a guard: the rest follows from what the host shows then.
        stackSubject.current.shownPaths.last?.count ?? 0 < path.count
      else { return }
    }
  }

  private func isBackInterceptedOnTop() -> Bool {
    isBackIntercepted(leaving: [stackSubject.current.top])
  }

  /// Asks the handlers of these screens, and before them those of the stacks inside them.
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
