#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Holds a back stack and lets the view models of its screens follow it.
///
/// Each transition, on the main actor and in this order: the screen that was shown is paused;
/// screens that left the stack are cleared, top first; the new stack is published; view models of
/// new screens are made, bottom first; the screen on top is resumed; followers are told; tickets are
/// settled. Requests made during a transition wait for its end, in order, and so do those made while
/// a guard decides, or from a hook of a screen, whoever has called that.
///
/// The driver holds the view models; navigators hold the driver weakly.
@MainActor
public final class NavigationDriver<Destination: NavigationDestination> {
  /// Makes the view model of a screen.
  public typealias ScreenFactory =
    @MainActor (Destination, NavigationDriver<Destination>) -> BaseLifecycleViewModel

  /// The stack.
  public let stack: InitializedObservable<BackStack<Destination>>

  let configuration: NavigationConfiguration
  let stackSubject: InitializedSubject<BackStack<Destination>>
  private let makeScreen: ScreenFactory
  private let scope = TaskScope(name: "NavigationDriver")

  package private(set) var screens: [Int: BaseLifecycleViewModel] = [:]
  private var openRequests: [Int: any OpenRequest] = [:]
  /// Who wants to know when a screen has left.
  private var openings: [Int: ScreenOpening<Destination>] = [:]
  private var waiting: [NavigationStep<Destination>] = []
  /// The request that a guard is deciding on.
  private var guarded: NavigationStep<Destination>?
  /// What is taking place.
  private var running: NavigationOperation<Destination>?
  private var isInTransition = false
  private var life = Life.created

  // created ──start──▶ started ──end──▶ ended
  private enum Life { case created, started, ended }

  private var isEnded: Bool { life == .ended }

  private let followers = HandlerList<@MainActor (NavigationTransition<Destination>) -> Void>()
  private let guards = HandlerList<NavigationGuard<Destination>>()
  let backHandlers = HandlerList<NavigationBackHandler>()
  /// What was saved by screens of the stack that are not made yet.
  private(set) var savedStates: [Int: NavigationSnapshot<Destination>.SavedScreen] = [:]

  /// What the screen that is being made has saved in an earlier process; nil for a new screen.
  ///
  /// To be read by the factory, from inside its call.
  public private(set) var restoredState: NavigationSnapshot<Destination>.SavedScreen?

  /// The path of the shown stack, for hosts that show it and may shorten it themselves.
  ///
  /// A shorter path that a host writes counts as going back by the user: see ``hostDidShow(_:)``.
  public private(set) lazy var path = InitializedSubject<[BackStack<Destination>.Entry]>(
    get: { [stack] in stack.current.layers.last ?? [] },
    set: { [weak self] in self?.hostDidShow($0) }
  )

  /// Creates a driver whose screens begin to live with ``start()``.
  public convenience init(
    root: Destination,
    configuration: NavigationConfiguration = NavigationConfiguration(),
    screen: @escaping ScreenFactory
  ) {
    self.init(BackStack(root: root), configuration, [:], screen)
  }

  /// Creates a driver that goes on where another one was, in an earlier process.
  public convenience init(
    restoring snapshot: NavigationSnapshot<Destination>,
    configuration: NavigationConfiguration = NavigationConfiguration(),
    screen: @escaping ScreenFactory
  ) {
    self.init(snapshot.stack, configuration, snapshot.states, screen)
  }

  private init(
    _ stack: BackStack<Destination>,
    _ configuration: NavigationConfiguration,
    _ states: [Int: NavigationSnapshot<Destination>.SavedScreen],
    _ screen: @escaping ScreenFactory
  ) {
    self.configuration = configuration
    makeScreen = screen
    // Other identities may be given to screens that have nothing to do with these states.
    let ids = Set(stack.entries.map(\.id))
    savedStates = states.filter { ids.contains($0.key) }
    stackSubject = InitializedSubject(wrappedValue: stack)
    self.stack = stackSubject.asObservable()
  }

  deinit {
    // The screens end by being released; who waits for a result from elsewhere must be told.
    for request in openRequests.values { request.cancel(.hostEnded) }
    // A guard may never come to a decision.
    for step in waiting + [guarded].compactMap(\.self) {
      step.refuse(.noHost(action: step.action))
    }
    for opening in openings.values {
      MainActorQueue.shared.enqueue { opening.didLeave(.hostEnded) }
    }
  }

  // MARK: Life

  /// Makes the screens of the stack and resumes the one on top; later calls do nothing.
  ///
  /// Requests that waited for the start take place before this returns, unless guards are to be asked.
  public func start() {
    guard life == .created else { return }
    life = .started
    isInTransition = true
    follow(from: nil, to: stackSubject.current, removing: [], adding: stackSubject.current.entries)
    tell(kind: "start", from: nil, rows: [])
    isInTransition = false
    if isEnded { endScreens() } else { runWaiting() }
  }

  /// Pauses and clears all screens, top first, and refuses what still waits or comes later.
  ///
  /// From inside a transition or a hook of a screen, the screens end after it.
  /// Requests that wait for a result end as cancelled.
  public func end() {
    guard !isEnded else { return }
    life = .ended
    scope.cancel()
    // From inside a transition: after it, when what waits is refused.
    if !isInTransition { afterHooks { self.endScreens() } }
  }

  /// Runs the closure when no hook of a screen is running: at once, unless this is inside one.
  ///
  /// Outside of transitions hooks are called by others, as by a host that has gone to the background. A
  /// screen in its hook could not be paused before the next one is resumed.
  private func afterHooks(_ body: @escaping @MainActor () -> Void) {
    if LifecycleViewModel.isAnyHandling, let busy = screens.values.first(where: \.isMoving) {
      busy.afterHandling { self.afterHooks(body) }
    } else {
      body()
    }
  }

  private func endScreens() {
    guarded.take().map { $0.refuse(.noHost(action: $0.action)) }
    let refused = waiting
    waiting = []
    for step in refused { step.refuse(.noHost(action: step.action)) }
    let stack = stackSubject.current
    screens[stack.top.id]?.didPause()
    for entry in stack.entries.reversed() {
      screens.removeValue(forKey: entry.id)?.clear()
      openRequests.removeValue(forKey: entry.id)?.cancel(.hostEnded)
      openings.removeValue(forKey: entry.id)?.didLeave(.hostEnded)
    }
  }

  /// The view model of the screen that is shown; nil before the start and after the end.
  public var topScreen: BaseLifecycleViewModel? {
    screens[stackSubject.current.top.id]
  }

  // MARK: Following and deciding

  /// Calls the closure after each transition, until the token is disposed.
  ///
  /// A request made inside the closure takes place after the running transition.
  public func onTransition(
    _ handler: @escaping @MainActor (NavigationTransition<Destination>) -> Void
  ) -> any Disposable {
    followers.add(handler)
  }

  /// Asks the closure before each transition, until the token is disposed.
  ///
  /// Guards are asked one after the other, in the order in which they were added; the first that does
  /// not proceed decides. Requests made meanwhile wait, those of the guard as well: a guard that awaits the
  /// ticket of one never returns. To lead elsewhere it redirects. A redirect is asked about from the
  /// beginning, up to ten times for one request.
  public func addGuard(_ decide: @escaping NavigationGuard<Destination>) -> any Disposable {
    guards.add(decide)
  }

  /// Asks the closure before the user goes back, until the token is disposed.
  ///
  /// - Parameters:
  ///   - screen: Asks only before this one is left; nil always asks, after those of the screen.
  ///   - handler: Decides; of several the one that was added last is asked first.
  /// - Returns: Ends the asking.
  public func onBack(
    on screen: BaseLifecycleViewModel? = nil,
    _ handler: @escaping @MainActor () -> NavigationBackDecision
  ) -> any Disposable {
    backHandlers.add(NavigationBackHandler(screen: screen, decide: handler))
  }

  // MARK: Navigating

  /// Applies an operation to the stack.
  ///
  /// - Parameters:
  ///   - spec: The operation.
  ///   - action: The name of what asked for it, for errors.
  ///   - rows: What may be shown of its data.
  ///   - result: The type of result that the ticket waits for.
  /// - Returns: The ticket of the request.
  /// - Throws: The reason, if it is known at once that the operation is not possible. During a
  ///   transition nothing is known yet: then the ticket tells.
  @discardableResult
  public func perform<Result>(
    _ spec: NavigationSpec<Destination>,
    action: String,
    rows: [NavigationBundleRow] = [],
    for result: Result.Type = Never.self
  ) throws(NavigationError) -> NavigationTicket<Result> {
    let ticket = NavigationTicket<Result>()
    try perform(spec, action: action, rows: rows, ticket, isByUser: false)
    return ticket
  }

  /// Applies an operation that the app or the user asked for.
  ///
  /// What opens may bring its view model, and be followed until it has left.
  package func perform<Result>(
    _ spec: NavigationSpec<Destination>,
    action: String,
    rows: [NavigationBundleRow] = [],
    _ ticket: NavigationTicket<Result>,
    isByUser: Bool,
    opening: ScreenOpening<Destination>? = nil
  ) throws(NavigationError) {
    try checkIsAccepted(spec, action: action)
    waiting.append(
      NavigationStep(
        operation: NavigationOperation(spec: spec, rows: rows),
        action: action,
        request: OpenResultRequest(ticket: ticket)
      ) { driver, operation throws(NavigationError) in
        try driver.transition(operation, ticket, isByUser: isByUser, opening)
      }
    )
    if !isInTransition { afterHooks { self.runWaiting() } }
  }

  /// Throws what is known at once.
  private func checkIsAccepted(
    _ spec: NavigationSpec<Destination>,
    action: String
  ) throws(NavigationError) {
    switch (life, configuration.beforeStart) {
    case (.ended, _), (.created, .refuse): throw .noHost(action: action)
    case (.created, .wait(let limit)):
      try checkIsNoDuplicate(spec)
      if waiting.count >= limit { throw .tooManyWaiting(action: action, limit: limit) }
    case (.started, _):
      try checkIsNoDuplicate(spec)
      guard !isInTransition, guarded == nil, guards.isEmpty, waiting.isEmpty else { return }
      _ = try stackSubject.current.applying(spec)
      try checkResult(of: spec)
    }
  }

  private func checkIsNoDuplicate(
    _ spec: NavigationSpec<Destination>
  ) throws(NavigationError) {
    guard configuration.duplicates != .allow, let opened = spec.opened else { return }
    let stack = stackSubject.current
    // What is presented already is no second one: that changes nothing.
    if spec.isIdempotent, (try? stack.applying(spec)) == stack { return }
    let requests = (waiting + [guarded].compactMap(\.self)).map(\.operation)
    let isRunning = (requests + [running].compactMap(\.self)).contains { $0.spec.opened == opened }
    if isRunning { throw .duplicate(screen: opened.screenName) }
    try checkIsNotOnTop(spec)
  }

  private func checkIsNotOnTop(_ spec: NavigationSpec<Destination>) throws(NavigationError) {
    guard configuration.duplicates == .refuseOnTop, let opened = spec.opened,
      stackSubject.current.top.destination == opened
    else { return }
    throw .duplicate(screen: opened.screenName)
  }

  /// Refuses a result that whoever opened the screen cannot take, before anything happens.
  private func checkResult(of spec: NavigationSpec<Destination>) throws(NavigationError) {
    guard let result = spec.result else { return }
    let entry = stackSubject.current.entryGivingResult(of: spec)
    guard let request = openRequests[entry.id], !request.accepts(result) else { return }
    throw .unexpectedResult(
      screen: entry.destination.screenName,
      expected: request.expected,
      found: "\(type(of: result.value))"
    )
  }

  // MARK: One request after the other

  private func runWaiting() {
    guard life != .created, !isInTransition, guarded == nil else { return }
    while !waiting.isEmpty {
      let step = waiting.removeFirst()
      guard guards.isEmpty else { return ask(step) }
      run(step, step.operation)
      if isEnded { return endScreens() }
    }
  }

  private func run(
    _ step: NavigationStep<Destination>,
    _ operation: NavigationOperation<Destination>
  ) {
    isInTransition = true
    running = operation
    do throws(NavigationError) {
      if isEnded { throw .noHost(action: step.action) }
      try step.run(self, operation)
    } catch {
      step.refuse(error)
    }
    running = nil
    isInTransition = false
  }

  /// Lets the guards decide; what comes meanwhile waits.
  private func ask(_ step: NavigationStep<Destination>) {
    guarded = step
    let decision = NavigationDecision(guards: guards.entries, step: step)
    scope.launch(name: "guard of \(step.action)") { [weak self, stackSubject] in
      let result = await decision.decide { stackSubject.current }
      guard let self else { return step.refuse(.noHost(action: step.action)) }
      // Ended meanwhile: the step has been refused with the others.
      guard guarded.take() != nil else { return }
      switch result {
      case .success(let operation): run(step, operation)
      case .failure(let error): step.refuse(error)
      }
      if isEnded { endScreens() } else { runWaiting() }
    }
  }

  private func transition<Result>(
    _ operation: NavigationOperation<Destination>,
    _ ticket: NavigationTicket<Result>,
    isByUser: Bool,
    _ opening: ScreenOpening<Destination>?
  ) throws(NavigationError) {
    let spec = operation.spec
    let old = stackSubject.current
    let new = try old.applying(spec)
    try checkResult(of: spec)
    let giver = old.entryGivingResult(of: spec)
    // Nothing to do, as for what is presented already.
    guard new != old || !spec.isIdempotent else {
      if opening != nil { throw .duplicate(screen: new.top.destination.screenName) }
      ticket.settle(.done)
      return
    }
    // Asked once more when its turn has come: it may have waited, or a guard may have led here.
    try checkIsNotOnTop(spec)
    let (removed, added) = old.difference(to: new)
    let opened = added.contains(new.top) ? new.top : nil
    if let opening {
      try opening.checkMayOpen(among: screens.values)
      if let opened {
        openings[opened.id] = opening
        // A guard may have led to another screen, which is not what the view model is for.
        if opened.destination == opening.destination { screens[opened.id] = opening.viewModel }
      }
    }

    follow(from: old, to: new, removing: removed, adding: added)
    tell(kind: spec.kind, from: old.top.destination, rows: spec.result?.rows ?? operation.rows)

    // First what arrived: who left may want to know whether something of its own is there still.
    if let opened { opening?.didOpen(opened.id) } else { opening?.didLeave(.closed) }
    let cancellation = spec.cancellation(isByUser: isByUser)
    for entry in removed.reversed() {
      let request = openRequests.removeValue(forKey: entry.id)
      if entry.id == giver.id, let result = spec.result {
        request?.finish(result)
      } else {
        request?.cancel(cancellation)
      }
      openings.removeValue(forKey: entry.id)?.didLeave(cancellation)
    }
    if opened != nil, Result.self != Never.self {
      openRequests[new.top.id] = OpenResultRequest(ticket: ticket)
      ticket.transitionDidEnd()
    } else {
      ticket.settle(.done)
    }
  }

  // MARK: The parts of a transition

  /// Brings the view models from one stack to another.
  private func follow(
    from old: BackStack<Destination>?,
    to new: BackStack<Destination>,
    removing removed: [BackStack<Destination>.Entry],
    adding added: [BackStack<Destination>.Entry]
  ) {
    if let old, old.top != new.top { screens[old.top.id]?.didPause() }
    for entry in removed.reversed() {
      screens.removeValue(forKey: entry.id)?.clear()
    }
    stackSubject.current = new
    for entry in added where screens[entry.id] == nil {
      restoredState = savedStates[entry.id]
      screens[entry.id] = makeScreen(entry.destination, self)
      restoredState = nil
      // Only now: a snapshot that is taken while the screen is made has it too.
      savedStates[entry.id] = nil
    }
    screens[new.top.id]?.handle(.resume, quietly: true)
  }

  private func tell(kind: String, from: Destination?, rows: [NavigationBundleRow]) {
    let stack = stackSubject.current
    let transition = NavigationTransition(
      kind: kind,
      from: from,
      to: stack.top.destination,
      rows: rows,
      stack: stack
    )
    followers.forEach { $0(transition) }
  }
}
