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
  /// The number of calls that show screens or run child flows and have not returned: those who made them may
  /// go on to the next one.
  private var pendingCalls = 0
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
    // One for the whole tree: the caller of a child flow continues when all screens have gone.
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
    // A child that ended because another one did has closed its screens itself.
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

  /// Ends the whole tree: none of its flows has a host any longer.
  private func hostDidEnd() {
    var root = self
    while let parent = root.parent { root = parent }
    root.end(.hostEnded)
  }

  /// Called before a screen or a child flow is awaited.
  func callWillBegin() {
    pendingCalls += 1
  }

  /// Ends a flow that has nothing on the stack and nothing to do, when the caller has had the chance to show
  /// another screen or begin another child flow.
  func callDidReturn() {
    pendingCalls -= 1
    endAfterLastWork()
  }

  /// Looks again when all work in the scope has ended: if that has left nothing behind, nothing could end
  /// the flow any more.
  func endAfterLastWork() {
    // One watch is enough until the work ends.
    guard isRunning, !isWatched, screens.isEmpty else { return }
    isWatched = true
    watch.launch(name: "end of \(owner.name)") { [weak self, scope = owner.scope] in
      // What ends last may have begun something new.
      repeat { await scope.waitUntilEmpty() } while scope.runningCount > 0
      guard let self else { return }
      isWatched = false
      // There is another look when the call returns.
      if pendingCalls > 0 { return }
      endIfNothingIsLeft(lastLeave ?? .closed)
    }
  }

  // MARK: Screens

  private func didEnd(_ screen: RoutedScreen<Destination>, _ outcome: NavigationOutcome<Never>) {
    screens.removeAll { $0 === screen }
    switch outcome {
    case .cancelled(.hostEnded), .refused(.noHost): return hostDidEnd()
    case .cancelled(let reason): lastLeave = reason
    // `start()` may show another screen instead.
    case .done, .refused: break
    }
    if let lastLeave { endIfNothingIsLeft(lastLeave) }
    // Child flows run that may end without leaving anything, or `start()` has returned before.
    endAfterLastWork()
  }

  private func endIfNothingIsLeft(_ reason: NavigationCancellation) {
    if screens.isEmpty, children.isEmpty { end(reason) }
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
  func perform(
    _ spec: NavigationSpec<Destination>,
    opening screen: ScreenPromise<Destination>?
  ) async throws(NavigationError) {
    let router = try runningRouter(for: screen?.destination.screenName ?? spec.kind)
    if let screen {
      // Before it opens: it may be what removes the other screens of this flow.
      try screen.follow { [weak self, weak screen = screen.screen] outcome in
        if let screen { self?.didEnd(screen, outcome) }
      }
      screens.append(screen.screen)
    }
    callWillBegin()
    defer { callDidReturn() }
    do throws(NavigationError) {
      try await router.perform(spec, opening: screen)
    } catch {
      // A router that has refused it already says the same.
      screen?.refuse(error)
      if case .noHost = error { hostDidEnd() }
      throw error
    }
  }
}
