// Requests run one at a time. A request runs at once if no other request, guard or hook delays it.
extension NavigationDriver {
  /// Accepts a request of the app or the user.
  ///
  /// - Throws: An error that is known at once. The promise is then not settled.
  func submit(_ request: PendingNavigation<Destination>) throws(NavigationError) {
    switch (life, configuration.beforeStart) {
    case (.ended, _), (.created, .refuse): throw .noHost(action: request.action())
    case (.created, .wait(let limit)):
      try checkIsNoDuplicate(request)
      if waiting.count >= limit { throw .tooManyWaiting(action: request.action(), limit: limit) }
    case (.started, _):
      try checkIsNotLate(request)
      try checkIsNoDuplicate(request)
    }
    let isFree = life == .started && !isInTransition && guarded == nil && waiting.isEmpty
    if isFree, guards.isEmpty {
      let plan = try plan(request)
      // Until a running hook ends, other requests may change the stack. Plan again after that.
      if screenInHook == nil {
        run(request, plan)
        return runWaiting()
      }
    }
    waiting.append(request)
    if !isInTransition { afterHooks { self.runWaiting() } }
  }

  // MARK: Refusals

  private func checkIsNoDuplicate(
    _ request: PendingNavigation<Destination>
  ) throws(NavigationError) {
    let spec = request.spec
    guard configuration.duplicates != .allow, let opened = spec.opened else { return }
    // Presenting a screen that is already presented opens nothing, so it is not a duplicate.
    let plan = try? NavigationPlan(spec, on: stackSubject.current, from: request.origin?.id)
    if let plan, plan.opened == nil { return }
    let others = waiting + [guarded, running].compactMap(\.self)
    if others.contains(where: { $0.spec.opened == opened }) {
      throw .duplicate(screen: opened.screenName)
    }
    try checkIsNotOnTop(request)
  }

  private func checkIsNotOnTop(
    _ request: PendingNavigation<Destination>
  ) throws(NavigationError) {
    let before = { self.stackSubject.current.top(before: request.spec, from: request.origin?.id) }
    guard configuration.duplicates == .refuseOnTop, let opened = request.spec.opened,
      before()?.destination == opened
    else { return }
    throw .duplicate(screen: opened.screenName)
  }

  /// Plans a request on the current stack.
  ///
  /// - Throws: The reason why the request cannot be carried out.
  private func plan(
    _ request: PendingNavigation<Destination>
  ) throws(NavigationError) -> NavigationPlan<Destination> {
    let spec = request.spec
    // Check again, because the request may have waited, or a guard may have redirected it.
    try checkIsNotLate(request)
    let plan = try NavigationPlan(spec, on: stackSubject.current, from: request.origin?.id)
    try checkLeavesNoUnaskedScreen(request, plan)
    if let effect = spec.effect { try checkCanLaunch(effect, for: request.promise) }
    try checkResults(of: plan)
    let isRepeated = plan.changesNothing(by: spec)
    let isOpen = spec.opened != nil && plan.opened == nil
    // The screen that is open already belongs to an earlier request.
    if isOpen && request.promise.resultType != Never.self
      || (isOpen || isRepeated) && request.screen != nil
    {
      throw .duplicate(screen: (spec.opened ?? plan.new.top.destination).screenName)
    }
    if !isRepeated {
      if plan.opened != nil { try checkIsNotOnTop(request) }
      try request.screen?.checkMayOpen(among: screens.values.lazy.compactMap(\.viewModel))
    }
    return plan
  }

  /// Refuses a request of the user that would leave a screen whose back handlers were not asked.
  private func checkLeavesNoUnaskedScreen(
    _ request: PendingNavigation<Destination>,
    _ plan: NavigationPlan<Destination>
  ) throws(NavigationError) {
    guard let asked = request.asked else { return }
    let left = plan.removed.filter { !asked.unmade.contains($0) }
    if left.allSatisfy({ viewModels(in: $0).allSatisfy(asked.contain) }) { return }
    let reason = "it would leave a screen whose back handlers were not asked"
    throw .refused(action: request.action(), reason: reason)
  }

  /// Refuses a result whose type the opener of the screen does not expect.
  private func checkResults(of plan: NavigationPlan<Destination>) throws(NavigationError) {
    for item in plan.returns {
      guard let id = awaited(among: item.givers),
        let promise = screens[id]?.promises.first(where: { !$0.accepts(item.result) })
      else { continue }
      let giver = plan.old.entries.first { $0.id == id } ?? plan.old.top
      throw .unexpectedResult(
        screen: giver.destination.screenName,
        expected: "\(promise.resultType)",
        found: "\(type(of: item.result.value))"
      )
    }
  }

  /// Returns the first of these screens whose result something awaits.
  func awaited(among ids: [BackStackEntryID]) -> BackStackEntryID? {
    ids.first { screens[$0]?.isAwaited == true }
  }

  // MARK: Taking turns

  /// A screen with a running hook that was called outside of a transition, or nil.
  private var screenInHook: BaseLifecycleViewModel? {
    guard LifecycleViewModel.isAnyHandling else { return nil }
    return screens.values.lazy.compactMap(\.viewModel).first(where: \.isMoving)
  }

  /// Runs the closure when no hook of a screen is running, at once if possible.
  ///
  /// A screen cannot be paused inside its own hook, and it must be paused before the next one
  /// resumes.
  func afterHooks(_ body: @escaping @MainActor () -> Void) {
    if let busy = screenInHook {
      busy.afterHandling { self.afterHooks(body) }
    } else {
      body()
    }
  }

  /// Carries out the waiting requests.
  ///
  /// If the driver has ended, ends its screens.
  func runWaiting() {
    guard life != .created, !isInTransition else { return }
    while !isEnded {
      guard guarded == nil, !waiting.isEmpty else { return }
      let request = waiting.removeFirst()
      guard request.followTab(in: stackSubject.current) else {
        request.promise.settle(untyped: .done)
        continue
      }
      // A request that will be refused is not passed to the guards, which could redirect it.
      guard guards.isEmpty || isLate(request) else { return ask(request) }
      run(request)
    }
    endScreens()
  }

  /// Whether a request comes too late, or would leave a screen that was not asked.
  private func isLate(_ request: PendingNavigation<Destination>) -> Bool {
    do throws(NavigationError) {
      try checkIsNotLate(request)
      guard request.asked != nil,
        let plan = try? NavigationPlan(request.spec, on: stackSubject.current)
      else { return false }
      try checkLeavesNoUnaskedScreen(request, plan)
      return false
    } catch {
      return true
    }
  }

  private func run(
    _ request: PendingNavigation<Destination>,
    _ plan: NavigationPlan<Destination>? = nil
  ) {
    inTransition {
      running = request
      do throws(NavigationError) {
        let plan = if let plan { plan } else { try self.plan(request) }
        carryOut(plan, request)
      } catch {
        request.refuse(error)
      }
      running = nil
    }
  }

  /// Asks the guards about a request.
  ///
  /// Other requests wait until they have decided.
  private func ask(_ request: PendingNavigation<Destination>) {
    guarded = request
    request.begin(asking: guards.entries)
    askNextGuard(about: request)
  }

  private func askNextGuard(about request: PendingNavigation<Destination>) {
    guard let entry = request.nextGuard() else { return end(request) { self.run($0) } }
    guardTask = scope.launch(name: "guard of \(request.action())") { [weak self, stackSubject] in
      // The guard may have been disposed before its task began.
      let spec = request.spec.naming(request.origin?.id)
      let decision = entry.isDisposed ? .proceed : await entry.handler(spec, stackSubject.current)
      self?.didDecide(decision, entry.id, about: request)
    }
  }

  /// Follows the decision of a guard, unless it comes too late.
  private func didDecide(
    _ decision: NavigationGuardDecision<Destination>,
    _ id: Int,
    about request: PendingNavigation<Destination>
  ) {
    // If the driver has ended or was released, `endScreens` or `deinit` refuses the request.
    guard !isEnded, guarded === request, request.isAsking(id) else { return }
    do throws(NavigationError) {
      switch decision {
      case .proceed: break
      case .refuse(let reason): throw .refused(action: request.action(), reason: reason)
      case .redirect(let other): try request.redirect(to: other)
      }
      askNextGuard(about: request)
    } catch {
      end(request) { $0.refuse(error) }
    }
  }

  /// Lets a request proceed whose guard was disposed while it decided.
  func guardWasRemoved(_ id: Int) {
    guard let request = guarded, request.isAsking(id) else { return }
    guardTask?.cancel()
    didDecide(.proceed, id, about: request)
  }

  /// Ends the decision about a request, and carries out those that have waited for it.
  private func end(
    _ request: PendingNavigation<Destination>,
    _ finish: (PendingNavigation<Destination>) -> Void
  ) {
    guarded = nil
    guardTask = nil
    finish(request)
    runWaiting()
  }
}
