#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Holds a back stack and lets the view models of its screens follow it.
///
/// Each transition, on the main actor and in this order: the screen that was shown is paused;
/// screens that left the stack are cleared, top first; the new stack is published; view models of
/// new screens are made, bottom first; the screen on top is resumed, if ``hostState`` is active; followers are
/// called; promises are settled. Requests made during a transition wait for its end, in order, and so do those made while
/// a guard decides, or from any hook of a screen.
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
  let makeScreen: ScreenFactory
  let scope = TaskScope(name: "NavigationDriver")

  /// One for each entry of the stack, from the start on; before it, one for each that has saved something.
  var screens: [BackStackEntryID: ScreenRecord] = [:]

  /// The requests that have not begun, in order.
  var waiting: [PendingNavigation<Destination>] = []
  /// The request that a guard is deciding on.
  var guarded: PendingNavigation<Destination>?
  /// The request that is taking place.
  var running: PendingNavigation<Destination>?
  var isInTransition = false
  private(set) var life = Life.created

  // created ──start──▶ started ──end──▶ ended
  enum Life { case created, started, ended }

  /// What ties this driver to the view model that it belongs to; nil if it belongs to none.
  weak var nest: NestedStack?

  var isEnded: Bool { life == .ended }

  let followers = HandlerList<@MainActor (NavigationTransition<Destination>) -> Void>()
  let guards = HandlerList<NavigationGuard<Destination>>()
  let backHandlers = HandlerList<NavigationBackHandler>()
  let effectHandlers = HandlerList<NavigationEffectHandler>()

  /// How far the host shows the app, for the host to set; active unless it says otherwise.
  ///
  /// The view model that a driver belongs to sets it: see
  /// ``BaseLifecycleViewModel/addChild(_:named:)``.
  ///
  /// While it is not ``HostState/active``, the screen on top is paused, and no screen is resumed: operations
  /// change the stack, make and clear screens, and the one that is on top when the host is active again is
  /// resumed then. Takes effect before the assignment returns, and from inside a transition at its end.
  public var hostState = HostState.active {
    didSet { if hostState != oldValue { followHost() } }
  }

  /// What the screen that is being made has saved in an earlier process; nil for a new screen.
  ///
  /// To be read by the factory, from inside its call.
  public internal(set) var restoredState: NavigationSnapshot<Destination>.SavedScreen?

  /// The path of the shown stack, for hosts that show it and may shorten it themselves.
  ///
  /// A shorter path that a host writes counts as going back by the user: see ``hostDidShow(_:)``.
  public private(set) lazy var path = InitializedSubject<[BackStack<Destination>.Entry]>(
    get: { [stack] in stack.current.shownPaths.last ?? [] },
    set: { [weak self] in self?.hostDidShow($0) }
  )

  /// Creates a driver whose screens begin to live with ``start()``.
  public convenience init(
    root: Destination,
    configuration: NavigationConfiguration = NavigationConfiguration(),
    screen: @escaping ScreenFactory
  ) {
    self.init(BackStack(root: root), configuration, screen)
  }

  /// Creates a driver that continues with the stack of an earlier process.
  public convenience init(
    restoring snapshot: NavigationSnapshot<Destination>,
    configuration: NavigationConfiguration = NavigationConfiguration(),
    screen: @escaping ScreenFactory
  ) {
    self.init(snapshot.stack, configuration, screen)
    keepSaved(snapshot)
  }

  private init(
    _ stack: BackStack<Destination>,
    _ configuration: NavigationConfiguration,
    _ screen: @escaping ScreenFactory
  ) {
    self.configuration = configuration
    makeScreen = screen
    stackSubject = InitializedSubject(wrappedValue: stack)
    self.stack = stackSubject.asObservable()
  }

  deinit {
    // The screens end by being released. Tasks elsewhere may wait for a result, and a guard may never decide.
    for screen in screens.values { screen.hostDidEnd() }
    for request in waiting { request.refuseWithoutHost() }
    guarded?.refuseWithoutHost()
  }

  // MARK: Life

  /// Makes the screens of the stack and resumes the one on top, if the host is active; later calls do nothing.
  ///
  /// Requests that waited for the start take place before this returns, unless guards are to be asked.
  public func start() {
    guard life == .created else { return }
    life = .started
    inTransition {
      makeScreens(of: stackSubject.current.entries)
      resumeTop()
      tell(kind: "start", from: nil, rows: [])
    }
    runWaiting()
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
    if !isInTransition { afterHooks { self.runWaiting() } }
  }

  /// The view model of the screen that is shown; nil before the start and after the end.
  public var topScreen: BaseLifecycleViewModel? {
    viewModel(of: stackSubject.current.top.id)
  }

  /// The view model of a screen on the stack; nil before it is made.
  package func viewModel(of id: BackStackEntryID) -> BaseLifecycleViewModel? {
    screens[id]?.viewModel
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
  /// not proceed decides. Requests made until then wait, including those of the guard: a guard that awaits the
  /// ticket of one never returns. To lead elsewhere it redirects. A redirect is asked about from the
  /// beginning, up to ten times for one request.
  public func addGuard(_ decide: @escaping NavigationGuard<Destination>) -> any Disposable {
    guards.add(decide)
  }

  /// Asks the closure before the user goes back, until the token is disposed.
  ///
  /// - Parameters:
  ///   - screen: Asks only before this one is left; nil always asks, after those of the screen.
  ///   - handler: Decides; the handler that was added last is asked first.
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
    let promise = NavigationPromise<Result>()
    try submit(spec, action: action, rows: rows, promise)
    return promise.ticket
  }
}
