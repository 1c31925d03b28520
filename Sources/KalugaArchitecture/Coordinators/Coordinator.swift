/// Owns a flow of screens, and the child flows that it leads to.
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
///           try await coordinate(to: MainCoordinator(user))      // ends when the user logs out
///         }
///       }
///     }
///
/// Lives on the main actor, and runs once:
///
///     created ──run, coordinate(to:)──▶ running ──▶ ended      (for good)
///
/// A flow ends in exactly one way, which is the outcome that its caller gets:
/// - ``finish(_:)``: finished with the result;
/// - its last screen has left the stack, and no child flow runs: cancelled with the reason, whether the
///   user went back, the app popped or replaced it, or a link led elsewhere;
/// - ``cancel()``, the end of its parent, or that of the task that awaits it: cancelled;
/// - the host has ended, or there is none: the whole tree of flows is cancelled;
/// - `start()` throws: refused with the error. If it returns, and there is neither a screen nor a child
///   flow nor work in the scope, or not any more when that work has ended, nothing could end the flow: it
///   is cancelled.
///
/// At the end, before anything else happens: child flows end first, the newest of them first; ``scope`` is
/// cancelled; the parent lets go of the coordinator. A flow that was not ended by its screens then closes
/// them, and is awaited until they have gone. Only what has nothing under it stays, with what the flow
/// has opened after it, until other screens take its place: a flow that began with `setRoot` leaves no
/// empty stack behind.
///
/// Capture the coordinator weakly in what its view models and its scope keep.
@MainActor
open class Coordinator<Destination: NavigationDestination, Result: Sendable> {
  /// Holds the work and the observations of the flow; ends with it.
  public let scope: TaskScope

  private let end = Promise<NavigationOutcome<Result>>()
  private let node: FlowNode<Destination>

  /// Creates a coordinator whose flow has not begun.
  public init() {
    let name = "\(Self.self)"
    let scope = TaskScope(name: name)
    self.scope = scope
    node = FlowNode(
      FlowNode.Owner(name: name, scope: scope) { [end] in end.settle(.cancelled($0)) }
    )
  }

  deinit {
    scope.cancel()
  }

  // MARK: For subclasses

  /// Shows the first screen of the flow, and may continue for as long as the flow runs.
  ///
  /// To be overridden, and called by the toolkit only: once, in a task of ``scope``. May return when
  /// the first screen is shown, or lead through the whole flow. After the end of the flow its task is
  /// cancelled, and what it asks of ``router`` or ``coordinate(to:)`` throws.
  open func start() async throws(NavigationError) {}

  /// Where the flow shows its screens; what is opened here belongs to the flow.
  ///
  /// Throws while the flow does not run.
  public final var router: any Router<Destination> { node }

  /// Runs a child flow on the same stack, and awaits its end.
  ///
  /// The child is kept exactly for as long as it runs. Several may run at the same time. Cancelling the
  /// calling task cancels the child.
  ///
  /// - Parameter child: A coordinator that has not been started.
  /// - Returns: How the child flow ended, after the transition that closed its screens; refused, if the
  ///   child has been started before.
  /// - Throws: That this flow does not run itself.
  @discardableResult
  public final func coordinate<ChildResult>(
    to child: Coordinator<Destination, ChildResult>
  ) async throws(NavigationError) -> NavigationOutcome<ChildResult> {
    let router = try node.runningRouter(for: child.node.owner.name)
    node.callWillBegin()
    let outcome = await child.run(on: router, under: node)
    node.callDidReturn()
    return outcome
  }

  /// Ends the flow with its result, and closes its screens.
  ///
  /// - Returns: Whether it was running; otherwise this does nothing.
  @discardableResult
  public final func finish(_ result: Result) -> Bool {
    node.end(.closed) { [end] in end.settle(.finished(result)) }
  }

  // MARK: For who runs it

  /// Runs the flow, as the outermost one, and awaits its end.
  ///
  /// The caller's task keeps the coordinator. Cancelling the task cancels the flow.
  ///
  /// - Returns: How the flow ended; refused, if it has been started before.
  @discardableResult
  public final func run(on router: any Router<Destination>) async -> NavigationOutcome<Result> {
    await run(on: router, under: nil)
  }

  /// Ends the flow without a result, and closes its screens.
  ///
  /// Who awaits it gets `cancelled(.closed)`.
  ///
  /// - Returns: Whether it was running; otherwise this does nothing.
  @discardableResult
  public final func cancel() -> Bool {
    node.end(.closed)
  }

  /// Whether the flow has begun and not ended.
  public final var isRunning: Bool { node.isRunning }

  /// The coordinators of the child flows that run, the oldest first.
  public final var children: [AnyObject] { node.coordinators }

  // MARK: Running

  private func run(
    on router: any Router<Destination>,
    under parent: FlowNode<Destination>?
  ) async -> NavigationOutcome<Result> {
    guard !node.wasStarted else {
      let name = node.owner.name
      return .refused(.refused(action: name, reason: "it was started before; make a new one"))
    }
    node.begin(self, on: router, under: parent)
    // In a scope that has ended, or ends before the work starts, nothing ever begins.
    let start = scope.launch(name: "start", evenIfCancelled: true) { [self] in await begin() }
    if start == nil { node.end(.closed) }
    if await end.wait() == nil { node.end(.waitCancelled) }
    await node.closing.wait()
    // The cancelled wait may have come after another end.
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
