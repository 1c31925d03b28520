import KalugaArchitecture

/// Tracks the screens and the child coordinators of one coordinator.
///
///     created ──begin──▶ running ──end──▶ ended      (for good)
///
/// A node knows neither results nor destinations, which belong to the coordinator, so the nodes of a
/// tree can belong to coordinators of several modules.
@MainActor
final class CoordinatorNode {
  private enum Life { case created, running, ended }

  /// The parts of a coordinator that its node uses.
  struct Owner {
    let name: String
    let scope: TaskScope
    /// Settles the coordinator's outcome as cancelled.
    let cancel: @MainActor (NavigationCancellation) -> Void
  }

  /// The node of a child, with the reference that keeps its coordinator alive.
  private struct Child {
    let node: CoordinatorNode
    let coordinator: AnyObject
  }

  let owner: Owner
  private(set) var closer = ScreenCloser()
  private var life = Life.created
  /// Holds the task that waits for the end of all work in the owner's scope, so it is not part of
  /// it.
  private let watch = TaskScope(name: "CoordinatorNode.watch")
  private var isWatched = false
  private weak var parent: CoordinatorNode?
  private var children: [Child] = []
  /// The number of pending calls that show a screen or run a child.
  ///
  /// Their callers may still make another such call, so the coordinator must not end while one is
  /// pending.
  private var pendingCalls = 0
  private var screens: [RoutedScreenState] = []
  /// The reason with which a screen left most recently.
  ///
  /// Nil before the first screen has left.
  private var lastLeave: NavigationCancellation?

  init(_ owner: Owner) {
    self.owner = owner
  }

  var isRunning: Bool { life == .running }
  var wasStarted: Bool { life != .created }
  var coordinators: [AnyObject] { children.map(\.coordinator) }

  // MARK: Life

  /// Starts the node.
  ///
  /// From now on, the parent keeps it and its coordinator alive.
  func begin(_ coordinator: AnyObject, under parent: CoordinatorNode?) {
    life = .running
    self.parent = parent
    parent?.children.append(Child(node: self, coordinator: coordinator))
  }

  /// Ends this coordinator and all its descendants, and begins to close their screens.
  ///
  /// - Parameters:
  ///   - reason: The reason with which the descendants are cancelled.
  ///   - settle: Settles the outcome of this coordinator. Nil settles it as cancelled.
  /// - Returns: Whether the coordinator was running.
  @discardableResult
  func end(_ reason: NavigationCancellation, settle: (@MainActor () -> Void)? = nil) -> Bool {
    guard isRunning else { return false }
    // One for the whole subtree: the caller of a child resumes when all screens have left.
    let closer = ScreenCloser()
    closer.close(stop(reason, closer, settle))
    return true
  }

  /// Ends this coordinator after its descendants, newest first.
  ///
  /// - Returns: The screens that are still open, in the order in which they were opened. Closing the
  ///   first one closes them all, unless they are in several tabs.
  private func stop(
    _ reason: NavigationCancellation,
    _ closer: ScreenCloser,
    _ settle: (@MainActor () -> Void)? = nil
  ) -> [RoutedScreenState] {
    // Mark as ended first: the callbacks below may call `end` again.
    life = .ended
    self.closer = closer
    // A child that was ended by a sibling's callback has already closed its own screens.
    let above = children.reversed().map { child in
      child.node.isRunning ? child.node.stop(reason, closer) : []
    }
    children = []
    owner.scope.cancel()
    watch.cancel()
    if let settle { settle() } else { owner.cancel(reason) }
    parent?.children.removeAll { $0.node === self }
    defer { screens = [] }
    return screens + above.reversed().joined()
  }

  /// Ends the whole tree, because all its coordinators have lost their host.
  private func hostDidEnd() {
    var root = self
    while let parent = root.parent { root = parent }
    root.end(.hostEnded)
  }

  /// Registers a call that shows a screen or runs a child.
  func callWillBegin() {
    pendingCalls += 1
  }

  /// Registers the return of such a call, and ends the coordinator if it has no screen and no work
  /// left.
  func callDidReturn() {
    pendingCalls -= 1
    endAfterLastWork()
  }

  /// Waits for the end of all work in the scope, and then ends a coordinator that has neither a
  /// screen nor a child.
  ///
  /// Nothing else could end it any more.
  func endAfterLastWork() {
    // One watch is enough until the work ends.
    guard isRunning, !isWatched, screens.isEmpty else { return }
    isWatched = true
    watch.launch(name: "end of \(owner.name)") { [weak self, scope = owner.scope] in
      // The task that ends last may have launched more work.
      repeat { await scope.waitUntilEmpty() } while scope.runningCount > 0
      guard let self else { return }
      isWatched = false
      // `callDidReturn` checks again when the call returns.
      if pendingCalls > 0 { return }
      endIfNothingIsLeft(lastLeave ?? .closed)
    }
  }

  // MARK: Screens

  private func didEnd(_ screen: RoutedScreenState, _ outcome: NavigationOutcome<Never>) {
    screens.removeAll { $0 === screen }
    switch outcome {
    case .cancelled(.hostEnded), .refused(.noHost): return hostDidEnd()
    case .cancelled(let reason): lastLeave = reason
    // `start()` may catch the error and show another screen.
    case .done, .refused: break
    }
    if let lastLeave { endIfNothingIsLeft(lastLeave) }
    // A running child may end without a screen, and `start()` may have returned already.
    endAfterLastWork()
  }

  private func endIfNothingIsLeft(_ reason: NavigationCancellation) {
    if screens.isEmpty, children.isEmpty { end(reason) }
  }

  /// The error of an action for which the coordinator would have to run.
  func refusal(of action: String) -> NavigationError {
    .refused(
      action: action,
      reason: life == .created
        ? "\(owner.name) has not been started; pass it to coordinate(to:) or run(on:)"
        : "\(owner.name) has ended; make a new one"
    )
  }

  /// Makes a request that may open a screen, which then belongs to the coordinator.
  func request(
    opening screen: RoutedScreenState?,
    _ perform: () async throws(NavigationError) -> Void
  ) async throws(NavigationError) {
    if let screen {
      // Before it opens, because its opening may remove the other screens of this coordinator.
      try screen.whenEnded { [weak self, weak screen] outcome in
        if let screen { self?.didEnd(screen, outcome) }
      }
      screens.append(screen)
    }
    callWillBegin()
    defer { callDidReturn() }
    do throws(NavigationError) {
      try await perform()
    } catch {
      // Has no effect if the router has refused the screen already.
      screen?.refuse(error)
      if case .noHost = error { hostDidEnd() }
      throw error
    }
  }
}
