/// Holds a back stack, and makes, resumes, pauses and clears the view models of its screens.
///
/// Each transition runs on the main actor, in this order:
/// 1. The screen that was shown is paused.
/// 2. Screens that left the stack are cleared, top first.
/// 3. The new stack is published.
/// 4. The view models of new screens are made, bottom first.
/// 5. The top screen is resumed, if ``hostState`` is active.
/// 6. The closures of ``onTransition(_:)`` are called.
/// 7. The promises are settled.
///
/// A request that is made during a transition waits for its end. So does a request that is made
/// while a guard decides, or inside a hook of a screen. Waiting requests are carried out in order.
///
/// The driver holds the view models strongly. Navigators hold the driver weakly.
@MainActor
public final class NavigationDriver<Destination: NavigationDestination> {
  /// Makes the view model of a screen.
  ///
  /// The ``Saved`` properties of all view models that it makes belong to the screen.
  public typealias ScreenFactory =
    @MainActor (Destination, NavigationDriver<Destination>) -> BaseLifecycleViewModel

  /// The current stack.
  public let stack: InitializedObservable<BackStack<Destination>>

  /// The current stack, for a body that must not be evaluated again with each transition.
  package var untrackedStack: BackStack<Destination> { stackSubject.node.value }

  let configuration: NavigationConfiguration
  let stackSubject: InitializedSubject<BackStack<Destination>>
  let makeScreen: ScreenFactory
  let scope = TaskScope(name: "NavigationDriver")

  /// The records of all entries.
  ///
  /// Before the start, it contains only records with data from an earlier process.
  var screens: [BackStackEntryID: ScreenRecord]

  /// The requests that have not begun, in order.
  var waiting: [PendingNavigation<Destination>] = []
  /// The request about which a guard is being asked.
  var guarded: PendingNavigation<Destination>?
  /// The task of the guard that is deciding.
  var guardTask: Task<Void, Never>?
  /// The request that is being carried out.
  var running: PendingNavigation<Destination>?
  var isInTransition = false
  /// The stack that the running transition publishes, while it clears the screens that leave.
  var next: BackStack<Destination>?
  /// The entry whose view model the factory is making, or nil.
  var screenBeingMade: BackStack<Destination>.Entry?
  /// Whether the state of the host has changed during the running transition.
  var mustFollowHost = false
  private(set) var life = Life.created {
    didSet { if isNested { NestedStack.didChange() } }
  }

  // created ──start──▶ started ──end──▶ ended
  enum Life { case created, started, ended }

  /// Connects this driver to the view model that it belongs to, or nil if the driver is not nested.
  weak var nest: NestedStack?

  var isEnded: Bool { life == .ended }

  let transitionHandlers = HandlerList<@MainActor (StackTransition<Destination>) -> Void>()
  let guards = HandlerList<NavigationGuard<Destination>>()
  let backHandlers = HandlerList<NavigationBackHandler>()
  let effectHandlers = HandlerList<NavigationEffectHandler>()
  let reselectHandlers = HandlerList<
    @MainActor (BackStack<Destination>.Entry) -> NavigationBackDecision
  >()

  /// The state of the host, which the host sets, or the view model in which the driver is nested.
  ///
  /// The top screen is resumed only while the state is ``HostState/active``, which it is at first, and
  /// paused otherwise. Operations still change the stack, and make and clear screens.
  ///
  /// A change takes effect before the assignment returns, or at the end of a running transition or
  /// hook. Before the start, it only decides whether ``start()`` resumes the top screen.
  public var hostState = HostState.active {
    didSet { if hostState != oldValue { followHost() } }
  }

  /// The view or controller that shows the driver and sets its state.
  package weak var host: AnyObject?

  /// Called on any thread when a host is released: what no host shows is not active.
  package nonisolated func hostDidEnd() {
    MainActorQueue.shared.enqueue {
      // Another host may have begun to show the driver.
      if self.host == nil, !self.isNested { self.hostState = .background }
    }
  }

  /// The path of the shown stack, for hosts that show it and can shorten it themselves.
  ///
  /// They report a shorter path by ``hostDidShow(_:)``.
  public private(set) lazy var path = stack.map { $0.shownPaths.last ?? [] }

  /// Whether the user can go back: from the shown screen, or in a stack that is nested in it.
  ///
  /// A host dims its back button with it. Observers are called in the turn of the main actor after
  /// the change. ``back()`` may still be intercepted by a handler or refused by a guard.
  public private(set) lazy var canGoBack = InitializedObservable { [weak self] in
    self?.hasWayBack ?? false
  }

  /// Creates a driver with one screen, or with the stack of an earlier process if there is one.
  ///
  /// ``start()`` makes the screens.
  public convenience init(
    root: Destination,
    restoring snapshot: NavigationSnapshot<Destination>? = nil,
    configuration: NavigationConfiguration = NavigationConfiguration(),
    screen: @escaping ScreenFactory
  ) {
    let fresh = NavigationSnapshot(stack: BackStack(root: root))
    self.init(restoring: snapshot ?? fresh, configuration: configuration, screen: screen)
  }

  /// Creates a driver with tabs, or with the stack of an earlier process if there is one.
  ///
  /// ``start()`` makes the screens of all tabs, and resumes only that of the selected one.
  ///
  /// The stack of an earlier process wins, with its own tabs and selection, even if an earlier
  /// version of the app had other tabs or none. To change its tabs, perform
  /// ``NavigationSpec/tabs(_:selected:)`` after the start.
  ///
  /// Stops the program at the caller's line if no tab has the selected index.
  public convenience init(
    tabs: [Destination],
    selected: Int = 0,
    restoring snapshot: NavigationSnapshot<Destination>? = nil,
    configuration: NavigationConfiguration = NavigationConfiguration(),
    screen: @escaping ScreenFactory,
    file: StaticString = #file,
    line: UInt = #line
  ) {
    // A programming error: no stack is without a screen on top.
    precondition(
      tabs.indices.contains(selected),
      "selected must be the index of one of the \(tabs.count) tabs, found \(selected)",
      file: file,
      line: line
    )
    let fresh = NavigationSnapshot(stack: BackStack(tabs: tabs, selected: selected))
    self.init(restoring: snapshot ?? fresh, configuration: configuration, screen: screen)
  }

  /// Creates a driver that continues with the stack of an earlier process.
  public init(
    restoring snapshot: NavigationSnapshot<Destination>,
    configuration: NavigationConfiguration = NavigationConfiguration(),
    screen: @escaping ScreenFactory
  ) {
    self.configuration = configuration
    makeScreen = screen
    screens = snapshot.records
    stackSubject = InitializedSubject(wrappedValue: snapshot.stack)
    self.stack = stackSubject.asObservable()
    guards.onRemove = { [weak self] in self?.guardWasRemoved($0) }
  }

  deinit {
    // The screens end by being released. Their requests must end here, because tasks may wait for
    // them, and a guard may never decide.
    for screen in screens.values { screen.hostDidEnd() }
    for request in waiting { request.refuseWithoutHost() }
    guarded?.refuseWithoutHost()
  }

  // MARK: Life

  /// Makes the screens of the stack, and resumes the top screen if the host is active.
  ///
  /// Requests that waited for the start are carried out before this returns, unless a guard must be
  /// asked. Later calls do nothing.
  public func start() {
    guard life == .created else { return }
    life = .started
    inTransition {
      makeScreens(of: untrackedStack.entries)
      awaitRestoredResults()
      resumeTop()
      tell(kind: "start", from: nil, rows: [])
    }
    runWaiting()
  }

  /// Pauses and clears all screens, top first, and refuses all waiting and later requests.
  ///
  /// The screens end after a running transition or hook. Requests that wait for a result end as
  /// cancelled, and so do effects that are being carried out.
  public func end() {
    if !isEnded {
      life = .ended
      scope.cancel()
    }
    // Again after an end that still waits for a hook, because the view model that the driver
    // belongs to may be cleared before that. A running transition ends the screens itself.
    if !isInTransition { afterHooks { self.runWaiting() } }
  }

  /// The view model of the shown screen, or nil before the start and after the end.
  public var topScreen: BaseLifecycleViewModel? {
    viewModel(of: stackSubject.current.top.id)
  }

  /// Returns the view model of an entry of the stack, or nil before it is made.
  public func viewModel(of id: BackStackEntryID) -> BaseLifecycleViewModel? {
    screens[id]?.viewModel
  }

  // MARK: Following and deciding

  /// Calls the closure after each transition, until the token is disposed.
  ///
  /// A request that is made inside the closure is carried out after the running transition.
  public func onTransition(
    _ handler: @escaping @MainActor (StackTransition<Destination>) -> Void
  ) -> any Disposable {
    transitionHandlers.add(handler)
  }

  /// Asks the closure before each transition, until the token is disposed.
  ///
  /// Guards are asked one after the other, in the order in which they were added. The first guard
  /// that does not proceed decides. After a redirect, all guards are asked about the new operation.
  /// A request that is redirected more than ten times is refused.
  ///
  /// Requests that are made while a guard decides wait, even those of the guard. A guard that
  /// awaits the ticket of its own request therefore never returns. It must redirect instead.
  public func addGuard(_ decide: @escaping NavigationGuard<Destination>) -> any Disposable {
    guards.add(decide)
  }

  /// Asks the closure before the user goes back from a screen, until the token is disposed.
  ///
  /// The screen is given by its view model, a child of that, or a view model in a stack that is nested
  /// in it, which the driver holds weakly. A view model that is in no screen when the user goes back is
  /// reported as ``ArchitectureDiagnostic/Kind/unreachableBackHandler``, once.
  ///
  /// Without a view model, the closure is asked before each screen of this stack is left. The handlers
  /// of a screen are asked before those without a screen, and newer handlers before older ones.
  public func onBack(
    on screen: BaseLifecycleViewModel? = nil,
    fileID: StaticString = #fileID,
    line: UInt = #line,
    _ handler: @escaping @MainActor () -> NavigationBackDecision
  ) -> any Disposable {
    let token = backHandlers.add(NavigationBackHandler(screen, decide: handler))
    screen?.noteRegistration("onBack", fileID, line) { !isDisposed(token) }
    return token
  }

  // MARK: Navigating

  /// Applies an operation to the stack.
  ///
  /// Errors name the request as the action, by default the kind of the operation. Transitions show
  /// the rows. The ticket waits for a result of the given type.
  ///
  /// - Throws: The reason, if it is known at once that the operation is not possible. If the
  ///   request must wait, for example during a transition, the ticket reports a later refusal.
  @discardableResult
  public func perform<Result>(
    _ spec: NavigationSpec<Destination>,
    action: String? = nil,
    rows: [NavigationBundleRow] = [],
    for result: Result.Type = Never.self
  ) throws(NavigationError) -> NavigationTicket<Result> {
    let promise = NavigationPromise<Result>(listener: scope.core.listener)
    try submit(PendingNavigation(spec, action: action ?? spec.kind, rows: rows, promise))
    return promise.ticket
  }
}
