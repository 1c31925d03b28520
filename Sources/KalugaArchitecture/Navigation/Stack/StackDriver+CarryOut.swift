// Step 3: a plan is carried out. After it, the closures of `onTransition` are called, and the tickets
// are settled.
extension StackDriver {
  func carryOut(_ plan: NavigationPlan, _ request: PendingNavigation) {
    let spec = request.spec
    if let effect = spec.effect { return carryOut(effect, request) }
    if plan.changesNothing {
      request.ticket.settle(.done)
      return
    }
    let opened = plan.opened
    // Before the records of the screens that leave are removed.
    let givers = plan.returns.map { self.awaited(among: $0.givers) }
    // A first screen never closes, so it gives no result.
    let source = plan.asked?.id ?? opened.flatMap { plan.new.canClose($0.id) ? $0.id : nil }
    let awaited = request.ticket.hasResult ? source : nil

    lowerScreens(of: current, for: plan.new)
    if let opened {
      var record = record(of: request, isAwaited: opened.id == awaited)
      if let screen = request.screen {
        // A guard may have redirected the request to a screen with a different view model.
        if screen.destination == opened.destination { record.viewModel = screen.viewModel }
        record.didLeave = screen.didLeave
      }
      screens[opened.id] = record
    }
    if let asked = plan.asked {
      screens[asked.id] = record(of: request, isAwaited: asked.id == awaited)
    }
    for (replaced, id) in plan.successions {
      if let old = self.awaited(among: replaced) { passResult(from: old, to: id) }
    }
    // From now on, snapshots are of the new stack. They say what waits for the new screen.
    next = plan.new
    var left: [LeftScreen] = []
    for id in plan.removed.reversed() {
      guard var record = screens.removeValue(forKey: id) else { continue }
      record.viewModel.take()?.clear()
      left.append((id, record))
    }
    let question = plan.closedQuestion.flatMap { screens.removeValue(forKey: $0.id) }
    next = nil
    stackSubject.current = plan.new
    makeScreens(of: screens(after: plan))
    clearShared(exceptOf: current.entries)
    raiseScreens()
    tell(
      kind: spec.kind,
      from: plan.old.top.destination,
      rows: spec.result?.rows ?? plan.rowsOfAnswer ?? request.rows(),
      isAnimated: request.isAnimated,
      byDefault: spec.isAnimated
    )
    settle(request, plan, opened, left, givers, question, waitsForResult: awaited != nil)
  }

  /// Returns the record of a screen that a request opens, or of a question that it asks.
  private func record(of request: PendingNavigation, isAwaited: Bool) -> ScreenRecord {
    var record = ScreenRecord()
    if isAwaited {
      record.tickets = [request.ticket]
      // Only now, because the request may have waited until the screen that asks was made.
      record.awaited = awaitedResult(request.receiver) ?? .ticket
    }
    record.bareAction = request.bareAction
    return record
  }

  /// Makes the view models of entries that have none.
  func makeScreens(of entries: [ErasedStack.Entry]) {
    for entry in entries {
      let viewModel = screens[entry.id]?.viewModel ?? makeScreen(of: entry)
      viewModel.owner = self
      for stack in viewModel.nestedStacks { stack.start() }
    }
  }

  private func makeScreen(of entry: ErasedStack.Entry) -> BaseLifecycleViewModel {
    let outer = ScreenFactoryCalls.host
    ScreenFactoryCalls.host = self
    screenBeingMade = entry
    let viewModel = BaseLifecycleViewModel.restoring(screens[entry.id]?.savedState) {
      makeViewModel(of: entry.destination)
    }
    screenBeingMade = nil
    ScreenFactoryCalls.host = outer
    screens[entry.id, default: ScreenRecord()].viewModel = viewModel
    // Only now, because a snapshot that the factory takes must contain the state too.
    screens[entry.id]?.savedState = nil
    return viewModel
  }
}
