public import KalugaArchitecture

/// Leads the user through a sequence of screens, and owns the child coordinators that it starts.
///
///     final class LoginCoordinator: Coordinator<AppScreen, User> {
///       override func start() async throws(NavigationError) {
///         let login = LoginViewModel()
///         login.output.loggedIn.collect { [weak self] in self?.finish($0) }.addTo(scope)
///         try await router.push(login)
///       }
///     }
///
///     final class AppCoordinator: Coordinator<AppScreen, Never> {
///       override func start() async throws(NavigationError) {
///         while let user = try await coordinate(to: LoginCoordinator()).result {
///           try await coordinate(to: MainCoordinator(user))      // returns when the user logs out
///         }
///       }
///     }
///
/// A coordinator is isolated to the main actor, and runs once:
///
///     created ──run, coordinate(to:)──▶ running ──▶ ended      (for good)
///
/// It ends in exactly one way, and its caller receives the matching outcome:
/// - A call of ``finish(_:)`` ends it with the result.
/// - When its last screen has left the stack and none of its children runs, it is cancelled with
///   the reason for which the screen left. It does not matter whether the user went back, the app
///   popped or replaced the screen, or a deep link led elsewhere.
/// - It is cancelled by ``cancel()``, by the end of its parent, and by the cancellation of the task
///   that awaits it.
/// - If the host has ended or was released, the whole tree of coordinators is cancelled.
/// - If `start()` throws, the outcome is refused with the error.
/// - It is cancelled if nothing could end it any more: `start()` has returned, and the coordinator
///   has neither a screen nor a running child nor work in its scope.
///
/// The end takes place at once, in this order: the child coordinators end, newest first, ``scope``
/// is cancelled, and the parent releases the coordinator. The coordinator then closes the screens
/// that are still open, and its caller resumes when they have left the stack. A screen with no
/// other screen under it stays until other screens replace it, together with the screens that this
/// coordinator opened later. So a coordinator that began with `setRoot` leaves no empty stack
/// behind.
///
/// Closures that its view models or its scope keep must capture the coordinator weakly.
@MainActor
open class Coordinator<Destination: NavigationDestination, Result: Sendable> {
  /// Holds the tasks and observations of the coordinator, and is cancelled when it ends.
  public let scope: TaskScope

  private let end = Promise<NavigationOutcome<Result>>()
  private let node: CoordinatorNode
  private let ownRouter: CoordinatorRouter<Destination>

  /// Creates a coordinator that does not run yet.
  public init() {
    let name = "\(Self.self)"
    let scope = TaskScope(name: name)
    self.scope = scope
    node = CoordinatorNode(
      CoordinatorNode.Owner(name: name, scope: scope) { [end] in end.settle(.cancelled($0)) }
    )
    ownRouter = CoordinatorRouter(node)
  }

  deinit {
    scope.cancel()
  }

  // MARK: For subclasses

  /// Shows the first screen, and may lead through all the others.
  ///
  /// Override this method, but do not call it. The toolkit calls it once, in a task of ``scope``.
  /// It may return as soon as the first screen is shown, or run until the coordinator ends. When
  /// the coordinator ends, the task is cancelled, and later calls of ``router`` and
  /// ``coordinate(to:)`` throw.
  open func start() async throws(NavigationError) {}

  /// The router with which the coordinator shows its screens.
  ///
  /// The screens that it opens belong to the coordinator. Its operations throw unless the
  /// coordinator runs.
  public final var router: any Router<Destination> { ownRouter }

  /// Runs a child coordinator on the same stack, and waits for its end.
  ///
  /// The child is kept alive exactly as long as it runs. Several children can run at the same time.
  /// Cancelling the calling task cancels the child.
  ///
  /// - Parameter child: A coordinator that has not been started.
  /// - Returns: The outcome of the child, after the transition that closes its screens. It is
  ///   refused if the child was started before.
  /// - Throws: An error if this coordinator does not run.
  @discardableResult
  public final func coordinate<ChildResult>(
    to child: Coordinator<Destination, ChildResult>
  ) async throws(NavigationError) -> NavigationOutcome<ChildResult> {
    try await run(child, on: ownRouter.runningBase(for: child.node.owner.name))
  }

  /// Runs a child coordinator of another module on the same stack, and waits for its end.
  ///
  ///     let draft = try await coordinate(to: WizardCoordinator(), embedding: AppScreen.wizards).result
  ///
  /// The child belongs to the same tree, and all rules hold as for ``coordinate(to:)``. A module that
  /// does not know the child's lets the app call this method: see
  /// <doc:coordinators#A-coordinator-of-another-module>.
  ///
  /// - Parameters:
  ///   - child: A coordinator that has not been started.
  ///   - embedding: The embedding of the child's screens in those of this coordinator, or in those of
  ///     an app that embeds the module of this coordinator.
  /// - Returns: The outcome of the child, after the transition that closes its screens. It is
  ///   refused if the child was started before.
  /// - Throws: An error if this coordinator does not run, or if the child's screens are embedded in
  ///   others than these.
  @discardableResult
  public final func coordinate<Module, App, ChildResult>(
    to child: Coordinator<Module, ChildResult>,
    embedding: NavigationEmbedding<Module, App>
  ) async throws(NavigationError) -> NavigationOutcome<ChildResult> {
    let name = child.node.owner.name
    guard let router = try ownRouter.runningBase(for: name).enclosing(App.self) else {
      throw .refused(
        action: name,
        reason: "it is embedded in \(App.self), expected an embedding in \(Destination.self), "
          + "or in an app that embeds it"
      )
    }
    return await run(child, on: router.embedding(embedding))
  }

  /// Ends the coordinator with a result, and closes its screens.
  ///
  /// Does nothing unless the coordinator runs.
  ///
  /// - Returns: Whether the coordinator was running.
  @discardableResult
  public final func finish(_ result: Result) -> Bool {
    node.end(.closed) { [end] in end.settle(.finished(result)) }
  }

  // MARK: For callers

  /// Runs the coordinator as the root of its tree, and waits for its end.
  ///
  /// The calling task keeps the coordinator alive. Cancelling the task cancels the coordinator.
  ///
  /// - Returns: The outcome of the coordinator. It is refused if the coordinator was started
  ///   before.
  @discardableResult
  public final func run(on router: any Router<Destination>) async -> NavigationOutcome<Result> {
    await run(on: router, under: nil)
  }

  /// Ends the coordinator without a result, and closes its screens.
  ///
  /// Its caller receives the outcome `cancelled(.closed)`. Does nothing unless the coordinator
  /// runs.
  ///
  /// - Returns: Whether the coordinator was running.
  @discardableResult
  public final func cancel() -> Bool {
    node.end(.closed)
  }

  /// Whether the coordinator has started and not ended.
  public final var isRunning: Bool { node.isRunning }

  /// The running child coordinators, oldest first.
  public final var children: [AnyObject] { node.coordinators }

  // MARK: Running

  private func run<Module, ChildResult>(
    _ child: Coordinator<Module, ChildResult>,
    on router: any Router<Module>
  ) async -> NavigationOutcome<ChildResult> {
    node.callWillBegin()
    let outcome = await child.run(on: router, under: node)
    node.callDidReturn()
    return outcome
  }

  private func run(
    on router: any Router<Destination>,
    under parent: CoordinatorNode?
  ) async -> NavigationOutcome<Result> {
    guard !node.wasStarted else {
      let name = node.owner.name
      return .refused(.refused(action: name, reason: "it was started before; make a new one"))
    }
    ownRouter.base = router
    node.begin(self, under: parent)
    // Work in an ended scope would never begin, and nothing would end the coordinator.
    let start = scope.launch(name: "start", evenIfCancelled: true) { [self] in await begin() }
    if start == nil { node.end(.closed) }
    if await end.wait() == nil { node.end(.waitCancelled) }
    await node.closer.wait()
    // The coordinator may have ended in another way before the wait was cancelled.
    return end.current ?? .cancelled(.waitCancelled)
  }

  private func begin() async {
    guard !Task.isCancelled else {
      node.end(.closed)
      return
    }
    do throws(NavigationError) {
      try await start()
      node.endAfterLastWork()
    } catch {
      node.end(.closed) { [end] in end.settle(.refused(error)) }
    }
  }
}
