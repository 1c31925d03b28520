#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The part of a ``NavigationDriver`` that works on identities, and does not know the type of the
/// destinations.
///
/// A request passes these steps, each in a file of its own. See ``NavigationDriver`` for the order
/// of a transition.
///
///     request ──▶ guards ──▶ plan ──▶ carry out ──▶ tell ──▶ settle
///        └─────────┴──────────┴──▶ refused
@MainActor
public class StackDriver {
  let stackSubject: InitializedSubject<ErasedStack>
  let configuration: NavigationConfiguration
  let scope = TaskScope(name: "NavigationDriver")
  /// Tells apart the drivers of the process.
  let number = TaskScopeCore.makeID()

  /// The current stack, for code whose reads must not be tracked.
  final var current: ErasedStack { stackSubject.node.value }

  /// The records of all entries.
  ///
  /// Before the start, it contains only records with data from an earlier process.
  final var screens: [BackStackEntryID: ScreenRecord]

  /// The view models that several screens share, by the names of their keys.
  final var shared: [String: SharedRecord]

  /// The requests that have not begun, in order.
  final var waiting: [PendingNavigation] = []
  /// The request about which a guard is being asked.
  final var guarded: PendingNavigation?
  /// The task of the guard that is deciding.
  final var guardTask: Task<Void, Never>?
  /// The request that is being carried out.
  final var running: PendingNavigation?
  final var isInTransition = false
  /// The stack that the running transition publishes, while it clears what leaves.
  final var next: ErasedStack?
  /// The entry whose view model the factory is making, or nil.
  final var screenBeingMade: ErasedStack.Entry?
  /// The screen for which a shared view model is being made, or nil.
  final var userOfMake: BackStackEntryID?
  /// Whether the state of the host has changed during the running transition.
  private var mustFollowHost = false
  final private(set) var life = Life.created {
    didSet { if isNested { NestedStack.didChange() } }
  }

  // created ──start──▶ started ──end──▶ ended
  enum Life { case created, started, ended }

  /// Connects this driver to the view model that it belongs to, or nil if the driver is not nested.
  final weak var nest: NestedStack?

  final let transitionHandlers = HandlerList<@MainActor (ErasedTransition) -> Void>()
  final let guards = HandlerList<ErasedGuard>()
  final let backHandlers = HandlerList<NavigationBackHandler>()
  final let effectHandlers = HandlerList<NavigationEffectHandler>()
  final let reselectHandlers = HandlerList<
    @MainActor (ErasedStack.Entry) -> NavigationBackDecision
  >()

  /// The view or controller that shows the driver and sets its state.
  package final weak var host: AnyObject?

  init(
    _ stackSubject: InitializedSubject<ErasedStack>,
    _ screens: [BackStackEntryID: ScreenRecord],
    _ shared: [String: SharedRecord],
    _ configuration: NavigationConfiguration
  ) {
    self.stackSubject = stackSubject
    self.screens = screens
    self.shared = shared
    self.configuration = configuration
    guards.onRemove = { [weak self] in self?.guardWasRemoved($0) }
  }

  deinit {
    // The screens end by being released. Their requests must end here, because tasks may wait for
    // them, and a guard may never decide.
    for screen in screens.values { screen.hostDidEnd() }
    for request in waiting { request.refuseWithoutHost() }
    guarded?.refuseWithoutHost()
  }

  // MARK: What depends on the type of the destinations

  // Only `NavigationDriver` inherits from this class, and it overrides all of these.
  func makeViewModel(of destination: ErasedDestination) -> BaseLifecycleViewModel { isAbstract() }
  func savedStack() throws(SavedStateError) -> Data { isAbstract() }
  func restore(_ data: Data) throws(SavedStateError) { isAbstract() }
  /// Describes the stack and everything that is saved with it.
  package var savedText: String { get throws { isAbstract() } }

  private func isAbstract() -> Never { preconditionFailure("\(type(of: self)) must override this") }

  // MARK: Life

  final var isStarted: Bool { life == .started }

  final var isEnded: Bool { life == .ended }

  final func startStack() {
    guard life == .created else { return }
    life = .started
    inTransition {
      makeScreens(of: screensOfStart)
      awaitRestoredResults()
      raiseScreens()
      tell(kind: "start", from: nil, rows: [])
    }
    runWaiting()
  }

  final func endStack() {
    if !isEnded {
      life = .ended
      scope.cancel()
    }
    // Again after an end that still waits for a hook, because the view model that the driver
    // belongs to may be cleared before that. A running transition ends the screens itself.
    if !isInTransition { afterHooks { self.runWaiting() } }
  }

  /// Refuses the waiting requests and ends all screens.
  private func endScreens() {
    let refused = [guarded.take()].compactMap(\.self) + waiting
    waiting = []
    for request in refused { request.refuse(.noHost(action: request.action())) }
    lowerScreens(of: current, for: nil)
    if let asked = current.question { screens.removeValue(forKey: asked.id)?.hostDidEnd() }
    for entry in current.entries.reversed() {
      guard let record = screens.removeValue(forKey: entry.id) else { continue }
      record.viewModel?.clear()
      for ticket in record.tickets { ticket.settle(.cancelled(.hostEnded)) }
      record.didLeave?(.hostEnded)
    }
    clearShared(exceptOf: [])
  }

  // MARK: Host

  /// The state of the host, which the host sets, or the view model in which the driver is nested.
  final var stateOfHost = HostState.active {
    didSet { if stateOfHost != oldValue { followHost() } }
  }

  /// Whether the host shows lists and details side by side.
  final var isHostWide = false {
    didSet { if isHostWide != oldValue { followHost() } }
  }

  /// Called on any thread when a host is released: what no host shows is not active.
  package final nonisolated func hostDidEnd() {
    MainActorQueue.shared.enqueue {
      // Another host may have begun to show the driver.
      if self.host == nil, !self.isNested { self.stateOfHost = .background }
    }
  }

  /// Makes the screens for a host that is going to appear, and resumes none.
  ///
  /// A driver that has started stays as it is.
  package final func startInHost() {
    if let nest {
      nest.start()
    } else if life == .created {
      stateOfHost = .background
      startStack()
    }
  }

  /// Gives the stack its width and the screens their stages after a change of the host.
  ///
  /// During a transition, this takes effect at its end.
  private func followHost() {
    mustFollowHost = isInTransition
    if isInTransition { return }
    let old = current
    // Published first, because a request that a hook makes is carried out in the new width.
    if old.isWide != isHostWide { stackSubject.current.isWide = isHostWide }
    // Also after an end that still waits for a hook: the screens must not outlast their host.
    lowerScreens(of: old, for: current)
    if life == .started { raiseScreens() }
  }

  /// Runs the body as a transition, for whose end requests and changes of the host's state wait.
  ///
  /// If the driver is nested, lifecycle changes of the view model that it belongs to wait too, and
  /// so do requests to the outer driver.
  final func inTransition(_ body: () -> Void) {
    func transition() {
      isInTransition = true
      body()
      // Not later, because the view model that the driver belongs to may be cleared next.
      if isEnded { endScreens() }
      isInTransition = false
      // Even if the state is again what it was: the top screen may have followed one in between.
      if mustFollowHost { followHost() }
    }
    if let nest { nest.runAsHook(transition) } else { transition() }
  }

  // MARK: Screens

  /// Returns the view model of an entry, or nil before it is made.
  final func viewModel(for id: BackStackEntryID) -> BaseLifecycleViewModel? {
    screens[id]?.viewModel
  }

  /// Returns the identifier of the entry with this view model, or nil if no entry has it.
  final func entryID(of screen: BaseLifecycleViewModel) -> BackStackEntryID? {
    let top = current.top.id
    // Check the shown screen first: it is the usual case, and a search takes linear time.
    if screens[top]?.viewModel === screen { return top }
    return screens.first { $0.value.viewModel === screen }?.key
  }
}
