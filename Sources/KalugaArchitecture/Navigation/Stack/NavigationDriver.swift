/// Holds a back stack and lets the view models of its screens follow it.
///
/// Each transition, on the main actor and in this order: the screen that was shown is paused;
/// screens that left the stack are cleared, top first; the new stack is published; view models of
/// new screens are made, bottom first; the screen on top is resumed; followers are told; tickets are
/// settled. Requests made during a transition wait for its end, in order.
///
/// The driver holds the view models; navigators hold the driver weakly.
@MainActor
public final class NavigationDriver<Destination: Codable & Hashable & Sendable> {
  /// Makes the view model of a screen.
  public typealias ScreenFactory =
    @MainActor (Destination, NavigationDriver<Destination>) -> BaseLifecycleViewModel

  /// The stack.
  public let stack: InitializedObservable<BackStack<Destination>>

  private let stackSubject: InitializedSubject<BackStack<Destination>>
  private let makeScreen: ScreenFactory
  private var screens: [Int: BaseLifecycleViewModel] = [:]
  private var openRequests: [Int: any OpenRequest] = [:]
  private var waiting = FIFOQueue<() -> Void>()
  private var isInTransition = false
  private var isStarted = false
  private var isEnded = false

  private var followers: [Int: @MainActor (NavigationTransition<Destination>) -> Void] = [:]
  private var lastFollowerID = 0

  /// Creates a driver whose screens begin to live with ``start()``.
  public init(root: Destination, screen: @escaping ScreenFactory) {
    makeScreen = screen
    stackSubject = InitializedSubject(wrappedValue: BackStack(root: root))
    stack = stackSubject.asObservable()
  }

  deinit {
    // The screens end by being released; who waits for a result from elsewhere must be told.
    for request in openRequests.values {
      request.cancel(.hostEnded)
    }
  }

  // MARK: Life

  /// Makes the screens of the stack and resumes the one on top; later calls do nothing.
  public func start() {
    guard !isStarted, !isEnded else { return }
    isStarted = true
    inTransition {
      follow(from: nil, to: stackSubject.current, removing: [])
      tell(kind: "start", from: nil, rows: [])
    }
  }

  /// Pauses and clears all screens, top first, and refuses what still waits or comes later.
  ///
  /// Requests that wait for a result end as cancelled.
  public func end() {
    guard !isEnded else { return }
    isEnded = true
    enqueue { [self] in
      let stack = stackSubject.current
      screens[stack.top.id]?.didPause()
      for entry in stack.entries.reversed() {
        screens.removeValue(forKey: entry.id)?.clear()
        openRequests.removeValue(forKey: entry.id)?.cancel(.hostEnded)
      }
    }
  }

  /// The view model of the screen that is shown; nil before the start and after the end.
  public var topScreen: BaseLifecycleViewModel? {
    screens[stackSubject.current.top.id]
  }

  // MARK: Following

  /// Calls the closure after each transition, until the token is disposed.
  ///
  /// A request made inside the closure takes place after the running transition.
  public func onTransition(
    _ handler: @escaping @MainActor (NavigationTransition<Destination>) -> Void
  ) -> any Disposable {
    lastFollowerID += 1
    let id = lastFollowerID
    // The handler is released on the main actor, soon; it must not be called from now on.
    let end = Settlement<Void>()
    followers[id] = { transition in
      if end.current == nil { handler(transition) }
    }
    let removal = SimpleDisposable(onDisposeOnMainActor: { [weak self] in
      self?.followers[id] = nil
    })
    return SimpleDisposable {
      end.settle(())
      removal.dispose()
    }
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
    guard isStarted, !isEnded else { throw .noHost(action: action) }
    if !isInTransition { try check(spec) }
    let ticket = NavigationTicket<Result>()
    enqueue { [self] in
      guard !isEnded else {
        ticket.settle(.refused(.noHost(action: action)))
        return
      }
      do throws(NavigationError) {
        try transition(spec, rows: rows, ticket)
      } catch {
        ticket.settle(.refused(error))
      }
    }
    return ticket
  }

  /// Shows these screens and no others, root first; those that are there already stay.
  ///
  /// For what a deep link leads to. The rows that show are those of the last screen.
  @discardableResult
  public func open(_ screens: [Destination]) throws(NavigationError) -> NavigationTicket<Never> {
    guard let root = screens.first, let last = screens.last else {
      throw .refused(action: "open", reason: "there are no screens to open")
    }
    return try perform(
      .open(root: root, Array(screens.dropFirst())),
      action: "open",
      rows: Rows.of(last)
    )
  }

  private func check(_ spec: NavigationSpec<Destination>) throws(NavigationError) {
    _ = try stackSubject.current.applying(spec)
    try checkResult(of: spec)
  }

  /// Refuses a result that whoever opened the screen cannot take, before anything happens.
  private func checkResult(of spec: NavigationSpec<Destination>) throws(NavigationError) {
    guard let result = spec.result else { return }
    let entry = entryGivingResult(of: spec)
    guard let request = openRequests[entry.id], !request.accepts(result) else { return }
    throw .unexpectedResult(
      screen: caseName(of: entry.destination),
      expected: request.expected,
      found: "\(type(of: result.value))"
    )
  }

  /// The screen whose opener gets the result: the top one, or the first of a presented stack.
  private func entryGivingResult(
    of spec: NavigationSpec<Destination>
  ) -> BackStack<Destination>.Entry {
    let stack = stackSubject.current
    if case .dismiss = spec, let first = stack.layers.last?.first { return first }
    return stack.top
  }

  private func transition<Result>(
    _ spec: NavigationSpec<Destination>,
    rows: [NavigationBundleRow],
    _ ticket: NavigationTicket<Result>
  ) throws(NavigationError) {
    let old = stackSubject.current
    let new = try old.applying(spec)
    try checkResult(of: spec)
    let giver = entryGivingResult(of: spec)

    let kept = Set(new.entries.map(\.id))
    let removed = old.entries.filter { !kept.contains($0.id) }
    follow(from: old, to: new, removing: removed)
    tell(kind: spec.kind, from: old.top.destination, rows: spec.result?.rows ?? rows)

    for entry in removed.reversed() {
      let request = openRequests.removeValue(forKey: entry.id)
      if entry.id == giver.id, let result = spec.result {
        request?.finish(result)
      } else {
        request?.cancel(spec.leavesByGoingBack ? .back : .closed)
      }
    }
    if new.top.id != old.top.id, !old.entries.contains(new.top), Result.self != Never.self {
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
    removing removed: [BackStack<Destination>.Entry]
  ) {
    if let old, old.top != new.top { screens[old.top.id]?.didPause() }
    for entry in removed.reversed() {
      screens.removeValue(forKey: entry.id)?.clear()
    }
    stackSubject.current = new
    for entry in new.entries where screens[entry.id] == nil {
      screens[entry.id] = makeScreen(entry.destination, self)
    }
    screens[new.top.id]?.didResume()
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
    for (_, handler) in followers.sorted(by: { $0.key < $1.key }) {
      handler(transition)
    }
  }

  private func enqueue(_ work: @escaping () -> Void) {
    waiting.append(work)
    guard !isInTransition else { return }
    inTransition {}
  }

  /// Runs a transition and then those that were asked for meanwhile, one after the other.
  private func inTransition(_ body: () -> Void) {
    isInTransition = true
    defer { isInTransition = false }
    body()
    while let next = waiting.popFirst() {
      next()
    }
  }
}

extension NavigationSpec {
  fileprivate var leavesByGoingBack: Bool {
    switch self {
    case .pop, .popTo, .popToRoot: true
    case .push, .replace, .present, .dismiss, .open: false
    }
  }
}
