/// One running flow in the tree of flows: which screens are its own, and which flows run under it.
///
///     created ──begin──▶ running ──end──▶ ended      (for good)
///
/// Knows nothing of results: these are the coordinator's. It is also the router of the coordinator, which
/// lets it see which screens the flow opens.
@MainActor
final class FlowNode<Destination: NavigationDestination> {
  private enum Life { case created, running, ended }

  /// What the tree needs of a coordinator.
  struct Owner {
    let name: String
    let scope: TaskScope
    /// Says to who awaits the flow that it was cancelled.
    let cancel: @MainActor (NavigationCancellation) -> Void
  }

  /// A child flow, and what keeps its coordinator.
  private struct Child {
    let node: FlowNode
    let coordinator: AnyObject
  }

  let owner: Owner
  private(set) var closing = FlowClosing<Destination>()
  private var life = Life.created
  /// Waits for the end of the work in the owner's scope, and so is none of it.
  private let watch = TaskScope(name: "FlowNode.watch")
  private var isWatched = false
  private var base: (any Router<Destination>)?
  private weak var parent: FlowNode?
  private var children: [Child] = []
  /// How many children are being awaited, by calls that have not returned.
  private var awaitedChildren = 0
  private var screens: [RoutedScreen<Destination>] = []
  /// Why the last of its screens left; nil before the first has.
  private var lastLeave: NavigationCancellation?

  init(_ owner: Owner) {
    self.owner = owner
  }

  var isRunning: Bool { life == .running }
  var wasStarted: Bool { life != .created }
  var coordinators: [AnyObject] { children.map(\.coordinator) }

  // MARK: Life

  /// Begins, and is kept by its parent from now on.
  func begin(
    _ coordinator: AnyObject,
    on router: any Router<Destination>,
    under parent: FlowNode?
  ) {
    life = .running
    base = router
    self.parent = parent
    parent?.children.append(Child(node: self, coordinator: coordinator))
  }

  /// Ends the flow and all under it, and asks for the closing of their screens.
  ///
  /// - Parameters:
  ///   - reason: What the child flows end with.
  ///   - settle: Says how this flow has ended; nil says that it was cancelled.
  /// - Returns: Whether it was running.
  @discardableResult
  func end(_ reason: NavigationCancellation, settle: (@MainActor () -> Void)? = nil) -> Bool {
    guard isRunning else { return false }
    // One for the whole tree: who awaits a child flow goes on when the screens of that one have gone.
    let closing = FlowClosing<Destination>()
    closing.close(stop(reason, closing, settle))
    return true
  }

  /// Ends the flow, those under it first and of these the newest first.
  ///
  /// - Returns: The screens that are left behind, those under others first: one closing takes them all.
  private func stop(
    _ reason: NavigationCancellation,
    _ closing: FlowClosing<Destination>,
    _ settle: (@MainActor () -> Void)? = nil
  ) -> [RoutedScreen<Destination>] {
    // First of all: what the end calls may ask for another end.
    life = .ended
    self.closing = closing
    // One that the end of another one has ended has closed its screens itself.
    let above = children.reversed().map { child in
      child.node.isRunning ? child.node.stop(reason, closing) : []
    }
    children = []
    owner.scope.cancel()
    watch.cancel()
    if let settle { settle() } else { owner.cancel(reason) }
    parent?.children.removeAll { $0.node === self }
    defer { screens = [] }
    return screens + above.reversed().joined()
  }

  /// Ends the whole tree: there is no host any more for any of its flows.
  private func hostDidEnd() {
    var root = self
    while let parent = root.parent { root = parent }
    root.end(.hostEnded)
  }

  /// Ends a flow that has nothing on the stack and nothing to do, when `start()` has returned.
  func startDidReturn(isIdle: Bool) {
    if isIdle { endIfNothingIsLeft(lastLeave ?? .closed) }
    endAfterLastWork()
  }

  /// Called before a child flow is awaited.
  func childWillRun() {
    awaitedChildren += 1
  }

  /// Ends a flow that has nothing on the stack and nothing to do, when whoever awaited the child flow
  /// has had the chance to begin another one.
  func childDidReturn() {
    awaitedChildren -= 1
    endAfterLastWork()
  }

  /// Looks again when all work in the scope has ended: if that has left nothing behind, nothing could end
  /// the flow any more.
  private func endAfterLastWork() {
    // One look is enough, however often something ends while the work goes on.
    guard isRunning, !isWatched, screens.isEmpty else { return }
    isWatched = true
    watch.launch(name: "end of \(owner.name)") { [weak self, scope = owner.scope] in
      // What ends last may have begun something new.
      repeat { await scope.waitUntilEmpty() } while scope.runningCount > 0
      guard let self else { return }
      isWatched = false
      // A child has ended, and who awaits it does not know yet: there is another look when it returns.
      if awaitedChildren > 0 { return }
      endIfNothingIsLeft(lastLeave ?? .closed)
    }
  }

  // MARK: Screens

  private func open(
    _ screen: RoutedScreen<Destination>,
    _ open: (any Router<Destination>) async throws(NavigationError) -> Void
  ) async throws(NavigationError) {
    // A screen that belongs to a flow stays its own: it would not hear any more of its end.
    try screen.checkMayOpen()
    if screen.isFollowed {
      throw .refused(
        action: caseName(of: screen.destination),
        reason: "a flow has asked for this screen before; make a new one"
      )
    }
    // Before it opens: it may be what takes the other screens of this flow away.
    screens.append(screen)
    screen.whenLeft { [weak self, weak screen] reason in
      if let screen { self?.didLeave(screen, reason) }
    }
    do throws(NavigationError) {
      try await request(screen.destination, open)
    } catch {
      screen.unfollow()
      forget(screen)
      if let lastLeave { endIfNothingIsLeft(lastLeave) }
      // Nobody else may be left to end it, if `start()` has returned.
      endAfterLastWork()
      throw error
    }
  }

  private func didLeave(_ screen: RoutedScreen<Destination>, _ reason: NavigationCancellation) {
    forget(screen)
    lastLeave = reason
    if reason == .hostEnded { hostDidEnd() } else { endIfNothingIsLeft(reason) }
    // Child flows run that may end without leaving anything.
    endAfterLastWork()
  }

  private func forget(_ screen: RoutedScreen<Destination>) {
    screens.removeAll { $0 === screen }
  }

  private func endIfNothingIsLeft(_ reason: NavigationCancellation) {
    if screens.isEmpty, children.isEmpty { end(reason) }
  }

  private func request(
    _ subject: Any,
    _ body: (any Router<Destination>) async throws(NavigationError) -> Void
  ) async throws(NavigationError) {
    let router = try runningRouter(for: caseName(of: subject))
    do throws(NavigationError) {
      try await body(router)
    } catch {
      if case .noHost = error { hostDidEnd() }
      throw error
    }
  }

  /// What the flow and its child flows show their screens with.
  ///
  /// - Throws: That the flow does not run.
  func runningRouter(for action: String) throws(NavigationError) -> any Router<Destination> {
    if isRunning, let base { return base }
    throw .refused(
      action: action,
      reason: life == .created
        ? "\(owner.name) has not been started; start it" : "\(owner.name) has ended; make a new one"
    )
  }
}

extension FlowNode: Router {
  func push(_ screen: RoutedScreen<Destination>) async throws(NavigationError) {
    try await open(screen) { router throws(NavigationError) in try await router.push(screen) }
  }

  func present(_ screen: RoutedScreen<Destination>) async throws(NavigationError) {
    try await open(screen) { router throws(NavigationError) in try await router.present(screen) }
  }

  func setRoot(_ screen: RoutedScreen<Destination>) async throws(NavigationError) {
    try await open(screen) { router throws(NavigationError) in try await router.setRoot(screen) }
  }

  func pop() async throws(NavigationError) {
    try await request("pop") { router throws(NavigationError) in try await router.pop() }
  }

  func dismiss() async throws(NavigationError) {
    try await request("dismiss") { router throws(NavigationError) in try await router.dismiss() }
  }

  func popToRoot() async throws(NavigationError) {
    try await request("popToRoot") { router throws(NavigationError) in
      try await router.popToRoot()
    }
  }
}
