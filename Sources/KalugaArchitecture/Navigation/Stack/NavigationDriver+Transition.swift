// The steps of a transition, in order.
extension NavigationDriver {
  /// Carries out a plan, then calls the closures of `onTransition` and settles the promises.
  func carryOut(
    _ plan: NavigationPlan<Destination>,
    _ request: PendingNavigation<Destination>
  ) {
    let spec = request.spec
    if let effect = spec.effect { return launch(effect, request) }
    if plan.changesNothing(by: spec) { return request.promise.settle(untyped: .done) }
    let opened = plan.opened
    let results = plan.returns.map { (giver: awaited(among: $0.givers), item: $0) }
    let isAwaited = opened != nil && request.promise.resultType != Never.self
    // A first screen never closes, so it gives no result.
    let waitsForResult = isAwaited && opened.map { plan.new.canClose($0.id) } == true

    // Quietly, because it is paused already if the host is not active.
    if plan.old.top.id != plan.new.top.id { topScreen?.handle(.pause, quietly: true) }
    if let opened {
      var record = ScreenRecord()
      if waitsForResult {
        record.promises = [request.promise]
        // Only now, because the request may have waited until the screen that asks was made.
        record.awaited = awaitedResult(request.receiver) ?? .ticket
      }
      record.bareAction = request.bareAction
      if let screen = request.screen {
        // A guard may have redirected the request to a screen with a different view model.
        if screen.destination == opened.destination { record.viewModel = screen.viewModel }
        record.didLeave = screen.didLeave
      }
      screens[opened.id] = record
    }
    for (replaced, id) in plan.successions {
      if let old = awaited(among: replaced) { passResult(from: old, to: id) }
    }
    // From now on, snapshots are of the new stack. They say what waits for the new screen.
    next = plan.new
    var left: [(id: BackStackEntryID, record: ScreenRecord)] = []
    for id in plan.removed.reversed() {
      guard var record = screens.removeValue(forKey: id) else { continue }
      record.viewModel.take()?.clear()
      left.append((id, record))
    }
    next = nil
    stackSubject.current = plan.new
    makeScreens(of: plan.added)
    resumeTop()
    tell(
      kind: spec.kind,
      from: plan.old.top.destination,
      rows: spec.result?.rows ?? request.rows()
    )

    // Report the opened screen first, because handlers of the others may check what is still open.
    if let screen = request.screen { report(opened?.id, to: screen) }
    let cancellation = spec.cancellation(isByUser: request.isByUser)
    for (id, record) in left {
      var result = results.first { $0.giver == id }?.item.result
      result?.screen = plan.old.entries.first { $0.id == id }?.destination
      for promise in record.promises {
        promise.settle(untyped: result.map { .finished($0) } ?? .cancelled(cancellation))
      }
      if result != nil, record.promises.isEmpty {
        reportLostResult(of: id, in: plan.old, .withEarlierProcess)
      }
      record.didLeave?(cancellation)
    }
    for (giver, item) in results where giver == nil {
      let action = left.first { item.givers.contains($0.id) }?.record.bareAction
      let loss = action.map { LostResult.ofBareAction($0, result: type(of: item.result.value)) }
      reportLostResult(of: item.givers.first, in: plan.old, loss ?? .unasked)
    }
    if waitsForResult {
      request.promise.transitionDidEnd()
    } else {
      request.promise.settle(untyped: isAwaited ? .cancelled(.closed) : .done)
    }
  }

  private func report(_ opened: BackStackEntryID?, to screen: ScreenPromise<Destination>) {
    // A guard may have redirected the request to an operation that opens no screen.
    guard let opened else { return screen.didLeave(.closed) }
    screen.didOpen { [weak self] () throws(NavigationError) in
      guard let self else { throw .noHost(action: "close") }
      return try perform(.closeEntry(opened), action: "close")
    }
  }

  /// Makes the view models of entries that have none.
  func makeScreens(of entries: [BackStack<Destination>.Entry]) {
    for entry in entries {
      let viewModel = screens[entry.id]?.viewModel ?? makeScreen(of: entry)
      viewModel.owner = self
      for stack in viewModel.nestedStacks { stack.start() }
    }
  }

  private func makeScreen(of entry: BackStack<Destination>.Entry) -> BaseLifecycleViewModel {
    let outer = ScreenFactoryCalls.host
    ScreenFactoryCalls.host = self
    screenBeingMade = entry
    let viewModel = BaseLifecycleViewModel.restoring(screens[entry.id]?.savedState) {
      makeScreen(entry.destination, self)
    }
    screenBeingMade = nil
    ScreenFactoryCalls.host = outer
    screens[entry.id, default: ScreenRecord()].viewModel = viewModel
    // Only now, because a snapshot that the factory takes must contain the state too.
    screens[entry.id]?.savedState = nil
    return viewModel
  }

  func tell(
    kind: String,
    from: Destination?,
    rows: @autoclosure () -> [NavigationBundleRow],
    effectName: String? = nil
  ) {
    if transitionHandlers.isEmpty { return }
    let rows = rows()
    if let refusal = rows.lazy.compactMap(\.refusal).first { reportRefusedSpec(refusal) }
    let stack = untrackedStack
    let transition = StackTransition(
      kind: kind,
      from: from,
      to: stack.top.destination,
      rows: rows,
      stack: stack,
      effectName: effectName,
      nestedPicture: outer == nil && !hasNestedStacks ? nil : outermostPicture
    )
    transitionHandlers.forEach { $0(transition) }
  }

  private func reportRefusedSpec(_ reason: String) {
    ArchitectureDiagnostics.report(
      ArchitectureDiagnostic(
        .refusedSpec,
        "the rows of a transition cannot be shown: \(reason). Return such a value as "
          + "NavigationResult(value, .codable()), or make it a row of type .codable() in a spec."
      ),
      to: scope.core.listener
    )
  }

  /// Refuses the waiting requests and ends all screens.
  ///
  /// No transition and no hook may be running.
  func endScreens() {
    beforeCallsOfNest {
      isInTransition = true
      clearScreens()
      isInTransition = false
    }
  }

  private func clearScreens() {
    let refused = [guarded.take()].compactMap(\.self) + waiting
    waiting = []
    for request in refused { request.refuse(.noHost(action: request.action())) }
    topScreen?.handle(.pause, quietly: true)
    for entry in stackSubject.current.entries.reversed() {
      guard let record = screens.removeValue(forKey: entry.id) else { continue }
      record.viewModel?.clear()
      for promise in record.promises { promise.settle(untyped: .cancelled(.hostEnded)) }
      record.didLeave?(.hostEnded)
    }
  }
}

extension NavigationPlan {
  /// Returns whether a repeated operation has no effect, so that no transition takes place.
  func changesNothing(by spec: NavigationSpec<Destination>) -> Bool {
    spec.isIdempotent && new == old
  }
}
