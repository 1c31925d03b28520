// Step 2: a request is planned on the current stack, and refused if it is not possible there.
extension StackDriver {
  /// Refuses a request of a screen that has left the stack, one with which a covered screen would move
  /// another, and an answer to a question that has left.
  ///
  /// A screen that is visible under others moves its own layer, unless a guard has decided otherwise. A
  /// list beside its detail requests what it could alone, unless another layer is above both.
  func checkIsNotLate(_ request: PendingNavigation) throws(NavigationError) {
    if let question = request.question, current.question?.id != question {
      throw .noQuestion(screen: current.top.destination.screenName)
    }
    guard let origin = request.origin, origin.id != current.top.id else { return }
    let screen = origin.destination.screenName
    guard current.entry(origin.id) != nil else {
      throw .screenHasLeft(screen: screen, action: request.action())
    }
    let isInTopLayer = current.layers.last?.path.contains { $0.id == origin.id } == true
    let isAllowed = isInTopLayer || request.isRedirected || request.spec.actsOnOneLayer
    if isAllowed, current.sees(origin.id) { return }
    if configuration.whenCovered == .refuse, request.spec.actsOnShownScreen {
      throw .screenIsCovered(screen: screen, action: request.action())
    }
  }

  func checkIsNoDuplicate(_ request: PendingNavigation) throws(NavigationError) {
    let spec = request.spec
    guard configuration.duplicates != .allow, let opened = spec.opened else { return }
    // Presenting a screen that is already presented opens nothing, so it is not a duplicate.
    let plan = try? NavigationPlan(spec, on: current, from: request.origin?.id)
    if let plan, plan.opened == nil { return }
    let others = waiting + [guarded, running].compactMap(\.self)
    if others.contains(where: { $0.spec.opened == opened }) {
      throw .duplicate(screen: opened.screenName)
    }
    try checkIsNotOnTop(request)
  }

  private func checkIsNotOnTop(_ request: PendingNavigation) throws(NavigationError) {
    guard configuration.duplicates == .refuseOnTop, let opened = request.spec.opened,
      current.top(before: request.spec, from: request.origin?.id)?.destination == opened
    else { return }
    throw .duplicate(screen: opened.screenName)
  }

  /// Plans a request on the current stack.
  ///
  /// - Throws: The reason why the request cannot be carried out.
  func plan(_ request: PendingNavigation) throws(NavigationError) -> NavigationPlan {
    let spec = request.spec
    // Check again, because the request may have waited, or a guard may have redirected it.
    try checkIsNotLate(request)
    let plan = try NavigationPlan(spec, on: current, from: request.origin?.id)
    try checkLeavesNoUnaskedScreen(request, plan)
    if let effect = spec.effect { try checkCanCarryOut(effect, for: request.ticket) }
    if let asked = plan.asked { try checkAccepts(asked.question, request.ticket) }
    try checkResults(of: plan)
    let isRepeated = plan.changesNothing
    let isOpen = spec.opened != nil && plan.opened == nil
    // The screen that is open already belongs to an earlier request.
    if isOpen && request.ticket.hasResult
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
  func checkLeavesNoUnaskedScreen(
    _ request: PendingNavigation,
    _ plan: NavigationPlan
  ) throws(NavigationError) {
    if unaskedScreens(request, plan).isEmpty { return }
    let reason = "it would leave a screen whose back handlers were not asked"
    throw .refused(action: request.action(), reason: reason)
  }

  /// Returns the screens that a request of the user would leave and whose back handlers were not
  /// asked, top first.
  func unaskedScreens(_ request: PendingNavigation, _ plan: NavigationPlan) -> [BackStackEntryID] {
    guard let asked = request.asked else { return [] }
    return plan.removed.reversed().filter { !viewModels(in: $0).allSatisfy(asked.contain) }
  }

  /// Refuses a question with a choice that is not an answer of the requested type.
  private func checkAccepts(_ question: Question, _ ticket: TicketState) throws(NavigationError) {
    let names = question.choices.map(\.name)
    if !ticket.hasResult || names.allSatisfy({ ticket.answer(named: $0) != nil }) { return }
    throw .unexpectedResult(
      screen: "question",
      expected: "\(ticket.resultType)",
      found: names.joined(separator: " or ")
    )
  }

  /// Refuses a result whose type the opener of the screen does not expect.
  private func checkResults(of plan: NavigationPlan) throws(NavigationError) {
    for item in plan.returns {
      guard let id = awaited(among: item.givers),
        let ticket = screens[id]?.tickets.first(where: { !$0.accepts(item.result) })
      else { continue }
      let giver = plan.old.entry(id) ?? plan.old.top
      throw item.naming(
        .unexpectedResult(
          screen: giver.destination.screenName,
          expected: "\(ticket.resultType)",
          found: "\(type(of: item.result.value))"
        )
      )
    }
  }
}
