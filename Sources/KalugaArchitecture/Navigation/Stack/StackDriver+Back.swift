// The user goes back: back handlers are asked, and then a request is made.
extension StackDriver {
  func goBack() throws(NavigationError) -> NavigationTicket<Never>? {
    let stack = current
    if let asked = stack.question {
      return try request(.answer(nil), action: "back", answering: asked.id)
    }
    let layer = stack.layers[stack.layers.count - 1]
    let panes = stack.panes(of: stack.layers.count - 1)
    for pane in panes {
      let top = pane[pane.count - 1]
      if let nested = nestedDrivers(in: top.id).first(where: \.hasWayBack) {
        return try nested.goBack()
      }
      if pane.count > 1 {
        return try leave([top], by: .pop(), action: "back", from: panes.count > 1 ? top : nil)
      }
    }
    guard stack.layers.count > 1 || panes.count == 1 else {
      throw .nothingToGoBackTo(screen: layer.path[0].destination.screenName)
    }
    let left = stack.layers.count > 1 ? layer.entries : [stack.top]
    return try leave(left, by: panes.count > 1 ? .dismiss() : .pop(), action: "back")
  }

  /// Asks the back handlers of screens, and requests the operation with which the user leaves them.
  ///
  /// With an origin, the operation acts on the layer of that screen, which may be visible under others.
  ///
  /// - Returns: The ticket of the request, or nil if a handler intercepted.
  private func leave(
    _ entries: [ErasedStack.Entry],
    by spec: ErasedSpec,
    action: String,
    from origin: ErasedStack.Entry? = nil
  ) throws(NavigationError) -> NavigationTicket<Never>? {
    // No handler is asked about a request that will be refused.
    guard acceptsRequests else { throw .noHost(action: action) }
    for entry in backHandlers.entries where !entry.isDisposed {
      entry.handler.reportIfUnreachable(from: self)
    }
    // Noted before the handlers are called, because they may change the stack.
    let unmade = entries.map(\.id).filter { viewModel(for: $0) == nil }
    let asked = AskedScreens(viewModels: entries.flatMap { viewModels(in: $0.id) }, unmade: unmade)
    if !entries.isEmpty, isBackIntercepted(leaving: entries) { return nil }
    return try request(spec, action: action, asked: asked, from: origin)
  }

  func userDidDismiss(_ id: BackStackEntryID) throws(NavigationError) -> NavigationTicket<Never>? {
    var ticket = NavigationTicket<Never>.done
    while isPresented(id) {
      let layers = current.layers
      let top = layers[layers.count - 1]
      do throws(NavigationError) {
        guard let next = try leave(top.entries, by: .dismiss(), action: "dismiss") else {
          return nil
        }
        ticket = next
      } catch {
        // A handler may have closed the stack itself. The next stack is asked on its own. But a
        // handler that presents another stack instead could otherwise go on endlessly.
        if current.layers.count >= layers.count { throw error }
      }
      if isPresented(top.id) {
        // The request waits for a guard or a transition.
        goOn(after: ticket, uncovering: layers[layers.count - 2].path) {
          _ = try? $0.userDidDismiss(id)
        }
        return ticket
      }
    }
    return ticket
  }

  private func isPresented(_ id: BackStackEntryID) -> Bool {
    current.layers.dropFirst().contains { $0.id == id }
  }

  /// Reports that the user has left these screens, top first, which may be those of several drivers.
  ///
  /// Each driver goes back as by ``hostDidShow(_:)``. A driver follows if the one before it has
  /// arrived, and if no other screen covers wholly what the user has left.
  package static func hostDidLeave(_ left: [PathPosition]) {
    guard let driver = left.first?.driver else { return }
    let own = left.prefix { $0.driver === driver }
    let others = Array(left.dropFirst(own.count))
    driver.userDidGoBack(to: own.last?.path.dropLast() ?? []) {
      guard let next = others.first,
        next.path.last.map(next.driver.current.sees) == true
      else { return }
      hostDidLeave(others)
    }
  }

  /// Goes back to the last of these screens, if they are the beginning of a path that is seen.
  ///
  /// Calls the closure when that screen is the top one of its path.
  func userDidGoBack(
    to shown: [BackStackEntryID],
    then didArrive: @escaping @MainActor () -> Void = {}
  ) {
    while let (path, pathsAbove) = seenPath(beginningWith: shown) {
      if shown.count == path.count { return didArrive() }
      do {
        let left = path.suffix(1)
        guard let ticket = try leave(Array(left), by: .pop(), action: "back", from: left.last)
        else { return }
        if length(ofPathBeginningWith: shown) >= path.count {
          // The pop waits for a guard or a transition.
          return goOn(after: ticket, uncovering: path.dropLast(), under: pathsAbove) {
            $0.userDidGoBack(to: shown, then: didArrive)
          }
        }
      } catch {
        // A handler may have closed the screen itself. The next screen is asked on its own.
        if length(ofPathBeginningWith: shown) >= path.count { return }
      }
    }
  }

  /// Finds a path that is seen and begins with these screens, and the number of paths above it.
  private func seenPath(
    beginningWith shown: [BackStackEntryID]
  ) -> (path: [ErasedStack.Entry], pathsAbove: Int)? {
    guard !shown.isEmpty else { return nil }
    let paths = current.seenPaths
    let index = paths.firstIndex { $0.starts(with: shown, by: { $0.id == $1 }) }
    return index.map { (paths[$0], pathsAbove: $0) }
  }

  private func length(ofPathBeginningWith shown: [BackStackEntryID]) -> Int {
    seenPath(beginningWith: shown)?.path.count ?? 0
  }

  /// Lets the user go back further after a request that waits, if it uncovers the expected screen.
  ///
  /// Layers above that screen may have left since. Otherwise, a guard has refused or redirected the
  /// request, or another screen has opened.
  private func goOn(
    after ticket: NavigationTicket<Never>,
    uncovering path: some BidirectionalCollection<ErasedStack.Entry>,
    under pathsAbove: Int = 0,
    _ next: @escaping @MainActor (StackDriver) -> Void
  ) {
    let expected = path.last?.id
    scope.launch(name: "back") { [weak self] in
      guard case .done = await ticket.outcome, let self,
        current.seen.prefix(pathsAbove + 1).contains(where: { $0.id == expected })
      else { return }
      next(self)
    }
  }

  func userDidSelectTab(_ id: BackStackEntryID) {
    guard acceptsRequests, let spec = current.selecting(id) else { return }
    if let layer = current.layers.first(where: { $0.path[0].id == id }) {
      let first = layer.path[0]
      let isIntercepted = reselectHandlers.containsFromNewest { $0(first) == .intercept }
      if !isIntercepted { userDidGoBack(to: [first.id]) }
      return
    }
    let ticket = NavigationTicket<Never>(listener: nil)
    try? submit(PendingNavigation(spec, action: "tab", ticket.state, tab: id))
  }

  /// The view models of a screen and of the stacks that are nested in it.
  func viewModels(in id: BackStackEntryID) -> [BaseLifecycleViewModel] {
    [viewModel(for: id)].compactMap(\.self) + nestedDrivers(in: id).flatMap { $0.allScreens }
  }

  /// Asks the handlers of screens that were made while a request of the user waited, and refuses the
  /// request if one intercepts.
  ///
  /// Returns false if the request has been refused.
  func mayLeaveScreensMadeSince(_ request: PendingNavigation) -> Bool {
    guard let asked = request.asked, !asked.unmade.isEmpty,
      let plan = try? NavigationPlan(request.spec, on: current, from: request.origin?.id)
    else { return true }
    let unasked = unaskedScreens(request, plan)
    // The request is refused anyway if it would leave another screen that was not asked.
    guard !unasked.isEmpty, unasked.allSatisfy(asked.unmade.contains) else { return true }
    request.didAsk(unasked.flatMap(viewModels))
    // Requests of the handlers wait, like those of a guard.
    guarded = request
    let isIntercepted = isBackIntercepted(byScreens: unasked)
    // Otherwise, a handler has ended the driver, which has refused the request.
    guard guarded === request else { return false }
    guarded = nil
    if isIntercepted {
      let reason = "the back handler of a screen that was made while it waited keeps the user there"
      request.refuse(.refused(action: request.action(), reason: reason))
    }
    return !isIntercepted
  }

  /// Asks the handlers of these screens, top first, after those of their nested stacks, and then the
  /// handlers without a screen.
  private func isBackIntercepted(leaving entries: [ErasedStack.Entry]) -> Bool {
    isBackIntercepted(byScreens: entries.reversed().map(\.id)) || isBackIntercepted { $0.isGlobal }
  }

  private func isBackIntercepted(byScreens ids: [BackStackEntryID]) -> Bool {
    let left = ids.compactMap { id in
      viewModel(for: id).map { ($0, nestedDrivers(in: id)) }
    }
    return left.contains { screen, nested in
      nested.contains { $0.isBackIntercepted(leaving: $0.current.entries) }
        || isBackIntercepted(by: screen)
    }
  }

  /// Asks the handlers of a screen and of its descendants, those of the outer drivers included.
  private func isBackIntercepted(by screen: BaseLifecycleViewModel) -> Bool {
    isBackIntercepted { $0.isOf(screen) } || outer?.isBackIntercepted(by: screen) == true
  }

  /// Asks the handlers that satisfy the condition, newest first.
  private func isBackIntercepted(_ isAsked: (NavigationBackHandler) -> Bool) -> Bool {
    backHandlers.containsFromNewest { isAsked($0) && $0.decide() == .intercept }
  }
}
