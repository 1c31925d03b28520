// Step 5: the tickets of the request and of the screens that have left are settled.
extension StackDriver {
  /// A screen that has left, without its view model.
  typealias LeftScreen = (id: BackStackEntryID, record: ScreenRecord)

  /// Settles a request whose plan was carried out.
  ///
  /// For each result of the plan, the givers contain the awaited screen that gives it.
  func settle(
    _ request: PendingNavigation,
    _ plan: NavigationPlan,
    _ opened: ErasedStack.Entry?,
    _ left: [LeftScreen],
    _ givers: [BackStackEntryID?],
    _ question: ScreenRecord?,
    waitsForResult: Bool
  ) {
    // Report the opened screen first, because handlers of the others may check what is still open.
    if let screen = request.screen { report(opened?.id, to: screen) }
    settleQuestion(of: plan, question)
    let cancellation = request.spec.cancellation(isByUser: request.isByUser)
    for (id, record) in left {
      var result = givers.firstIndex(of: id).map { plan.returns[$0].result }
      result?.screen = plan.old.entry(id)?.destination.value
      for ticket in record.tickets {
        ticket.settle(result.map { .finished($0) } ?? .cancelled(cancellation))
      }
      if result != nil, record.tickets.isEmpty {
        reportLostResult(of: id, in: plan.old, .withEarlierProcess)
      }
      record.didLeave?(cancellation)
    }
    for (giver, item) in zip(givers, plan.returns) where giver == nil {
      let action = left.first { item.givers.contains($0.id) }?.record.bareAction
      let loss = action.map { LostResult.ofBareAction($0, result: type(of: item.result.value)) }
      reportLostResult(of: item.givers.first, in: plan.old, loss ?? .unasked)
    }
    if waitsForResult {
      request.ticket.transitionDidEnd()
    } else {
      request.ticket.settle(opened != nil && request.ticket.hasResult ? .cancelled(.closed) : .done)
    }
  }

  /// Settles the request of the question that leaves, and reports an answer that has no receiver.
  private func settleQuestion(of plan: NavigationPlan, _ record: ScreenRecord?) {
    guard let asked = plan.closedQuestion else { return }
    var isLost = plan.choice != nil
    for ticket in record?.tickets ?? [] {
      let answer = plan.choice.flatMap { ticket.answer(named: $0) }
      if answer != nil { isLost = false }
      ticket.settle(answer.map { .finished($0) } ?? .cancelled(plan.cancellationOfQuestion))
    }
    // A single choice says nothing that its request could wait for.
    guard isLost, asked.question.choices.count > 1 else { return }
    let loss: LostResult =
      record?.isAwaited == true ? .withEarlierProcess : .ofBareQuestion(record?.bareAction)
    ArchitectureDiagnostics.reportLostResult(
      "the answer to the question about '\(plan.old.top.destination.screenName)'",
      loss,
      to: scope.core.listener
    )
  }

  private func report(_ opened: BackStackEntryID?, to screen: RoutedScreenState) {
    // A guard may have redirected the request to an operation that opens no screen.
    guard let opened else { return screen.didLeave(.closed) }
    screen.didOpen { [weak self] () throws(NavigationError) in
      guard let self else { throw .noHost(action: "close") }
      return try request(.closeEntry(opened), action: "close")
    }
  }

  // MARK: What waits for a screen

  /// Returns the first of these screens whose result something awaits.
  func awaited(among ids: [BackStackEntryID]) -> BackStackEntryID? {
    ids.first { screens[$0]?.isAwaited == true }
  }

  /// Returns the receiver of a result for snapshots, or nil if its view model is not a screen on
  /// the stack.
  func awaitedResult(_ receiver: NavigationResultReceiver?) -> NavigationAwaitedResult? {
    guard let receiver, let asker = receiver.screen, let screen = entryID(of: asker) else {
      return nil
    }
    return .registered(screen: screen, key: receiver.key)
  }

  /// Makes a ticket for each restored screen whose result a registered closure receives.
  func awaitRestoredResults() {
    for (id, record) in screens {
      guard case .registered(let screen, let key) = record.awaited,
        let receiver = screens[screen]?.viewModel as? any NavigationResultReceiving
      else { continue }
      // Made before the access to the record begins.
      let ticket = receiver.makeTicket(ofResultTo: key)
      screens[id]?.tickets = [ticket].compactMap(\.self)
    }
  }

  /// Lets a screen that takes the place of another one owe its result.
  ///
  /// If the opener of the new screen expects a result of another type, the older request is cancelled
  /// together with the screen that leaves.
  func passResult(from old: BackStackEntryID, to new: BackStackEntryID) {
    guard let record = screens[old] else { return }
    let types = (record.tickets + (screens[new]?.tickets ?? [])).map {
      ObjectIdentifier($0.resultType)
    }
    guard Set(types).count <= 1 else { return }
    screens[new, default: ScreenRecord()].tickets.insert(contentsOf: record.tickets, at: 0)
    // What waits in this process counts, and only then what waited in an earlier one. A closure also
    // counts in a later process, unlike a ticket.
    let isLasting = !record.tickets.isEmpty && record.awaited != .ticket
    if isLasting || screens[new]?.awaited == nil { screens[new]?.awaited = record.awaited }
    screens[old]?.tickets = []
    screens[old]?.awaited = nil
  }

  /// Reports that a screen has ended with a result that has no receiver.
  ///
  /// - Parameters:
  ///   - id: The screen, or nil if none was closed.
  ///   - stack: The stack with the screen.
  ///   - loss: The reason why it has none.
  func reportLostResult(
    of id: BackStackEntryID?,
    in stack: ErasedStack,
    _ loss: LostResult
  ) {
    let screen = id.flatMap { stack.entry($0) } ?? stack.top
    ArchitectureDiagnostics.reportLostResult(
      of: screen.destination.value,
      loss,
      to: scope.core.listener
    )
  }
}
