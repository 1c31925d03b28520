// Step 1: a request runs at once if no other request, guard or hook delays it. Otherwise it waits.
extension StackDriver {
  /// Whether requests are carried out, or wait for the start.
  var acceptsRequests: Bool {
    switch life {
    case .created: configuration.beforeStart != .refuse
    case .started: true
    case .ended: false
    }
  }

  /// Accepts a request of the app or the user.
  ///
  /// - Throws: An error that is known at once. The ticket is then not settled.
  func submit(_ request: PendingNavigation) throws(NavigationError) {
    guard acceptsRequests else { throw .noHost(action: request.action()) }
    if life == .created {
      try checkIsNoDuplicate(request)
      if case .wait(let limit) = configuration.beforeStart, waiting.count >= limit {
        throw .tooManyWaiting(action: request.action(), limit: limit)
      }
    } else {
      let isFree = !isInTransition && guarded == nil && waiting.isEmpty
      if isFree, guards.isEmpty {
        let plan = try plan(request)
        // Until a running hook ends, other requests may change the stack. Plan again after that.
        if screenInHook == nil {
          run(request, plan)
          return runWaiting()
        }
      } else {
        try checkIsNotLate(request)
        try checkIsNoDuplicate(request)
      }
    }
    waiting.append(request)
    if !isInTransition { afterHooks { self.runWaiting() } }
  }

  /// Requests an operation that gives no result.
  func request(
    _ spec: ErasedSpec,
    action: @escaping @autoclosure @Sendable () -> String,
    asked: AskedScreens? = nil,
    from origin: ErasedStack.Entry? = nil,
    answering question: BackStackEntryID? = nil
  ) throws(NavigationError) -> NavigationTicket<Never> {
    let ticket = NavigationTicket<Never>(listener: scope.core.listener)
    try submit(
      PendingNavigation(
        spec,
        action: action(),
        ticket.state,
        asked: asked,
        origin: origin,
        question: question
      )
    )
    return ticket
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
      guard request.adaptToTab(in: current) else {
        request.ticket.settle(.done)
        continue
      }
      guard mayLeaveScreensMadeSince(request) else { continue }
      // A request that will be refused is not passed to the guards, which could redirect it.
      guard guards.isEmpty || isLate(request) else { return ask(request) }
      run(request)
    }
    // Its end is that of the screens.
    inTransition {}
  }

  /// Whether a request comes too late, or would leave a screen that was not asked.
  private func isLate(_ request: PendingNavigation) -> Bool {
    do throws(NavigationError) {
      try checkIsNotLate(request)
      guard request.asked != nil,
        let plan = try? NavigationPlan(request.spec, on: current, from: request.origin?.id)
      else { return false }
      try checkLeavesNoUnaskedScreen(request, plan)
      return false
    } catch {
      return true
    }
  }

  private func run(_ request: PendingNavigation, _ plan: NavigationPlan? = nil) {
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
  private func ask(_ request: PendingNavigation) {
    guarded = request
    request.begin(asking: guards.entries)
    askNextGuard(about: request)
  }

  private func askNextGuard(about request: PendingNavigation) {
    guard let entry = request.nextGuard() else { return end(request) { self.run($0) } }
    guardTask = scope.launch(name: "guard of \(request.action())") { [weak self, stackSubject] in
      // The guard may have been disposed before its task began.
      let (stack, origin) = (stackSubject.current, request.origin?.id)
      let spec = stack.adapting(request.spec, from: origin).naming(origin)
      let decision = entry.isDisposed ? .proceed : await entry.handler(spec, stack)
      self?.didDecide(decision, entry.id, about: request)
    }
  }

  /// Follows the decision of a guard, unless it comes too late.
  private func didDecide(
    _ decision: NavigationGuardDecision<ErasedDestination>,
    _ id: Int,
    about request: PendingNavigation
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
  private func end(_ request: PendingNavigation, _ finish: (PendingNavigation) -> Void) {
    guarded = nil
    guardTask = nil
    finish(request)
    runWaiting()
  }
}
