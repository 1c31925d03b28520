/// Owns running tasks, child scopes and resources, and ends them together.
///
///     active ──cancel() or release of the scope──▶ ended      (for good)
///
/// A scope can be used from any isolation. It knows its running tasks and forgets finished ones at
/// once. A task that fails does not affect the others; its error reaches the error handler. A task
/// that was cancelled has not failed, whatever it throws. Keep the scope for as long as its work
/// should run: a scope without references is cancelled.
///
/// Launching costs the same at any depth of child scopes. ``runningCount``, ``runningNames`` and
/// ``waitUntilEmpty()`` look at each child scope.
///
/// Kaluga: a `CoroutineScope` with a supervisor job.
public final class TaskScope: Sendable {
  package let core: TaskScopeCore

  /// Creates a scope without a parent.
  ///
  /// - Parameters:
  ///   - name: Shown in diagnostics.
  ///   - onError: Receives every error that work of this scope or its child scopes throws, except
  ///     `CancellationError` and the errors of cancelled work. Called on the isolation of that work.
  ///     Without a handler, errors are reported to ``ArchitectureDiagnostics``.
  public convenience init(
    name: String = "TaskScope",
    onError: (@Sendable (any Error) -> Void)? = nil
  ) {
    self.init(core: TaskScopeCore(name: .text(name), parent: nil, onError: onError))
  }

  /// Creates a scope that is named after a type.
  convenience init(nameOf type: Any.Type) {
    self.init(core: TaskScopeCore(name: .type(type), parent: nil, onError: nil))
  }

  private init(core: TaskScopeCore) {
    self.core = core
  }

  deinit {
    core.end()
  }

  /// Whether the scope still accepts work.
  public var isActive: Bool { core.isActive }

  /// The number of tasks and clean-ups that run or wait to run, in this scope and in its child
  /// scopes, ended ones included.
  public var runningCount: Int { core.runningCount }

  /// The names of the tasks and clean-ups that ``runningCount`` counts, in the order of launch.
  ///
  /// Tasks without a name appear as `task`, clean-ups as `clean-up`. For debugging.
  public var runningNames: [String] { core.work.map { $0.name } }

  // MARK: Work

  /// Starts work on the main actor and keeps it until it has ended.
  ///
  /// The work starts after the current main-actor job, in the order of launches. Work that is
  /// cancelled before it starts does not run.
  ///
  /// - Parameters:
  ///   - name: The task's name, for debugging.
  ///   - priority: The task's priority; nil takes the caller's.
  ///   - operation: The work. Errors that it throws reach the scope's error handler.
  /// - Returns: The task, or nil if the scope has ended and the work does not run.
  @discardableResult
  public func launch(
    name: String? = nil,
    priority: TaskPriority? = nil,
    _ operation: @escaping @MainActor () async throws -> Void
  ) -> Task<Void, Never>? {
    launch(name: name, priority: priority, evenIfCancelled: false, operation)
  }

  /// Starts work on the main actor, which can be made to run even if it is cancelled first.
  ///
  /// With `evenIfCancelled`, work that is cancelled before it starts still runs: other code waits
  /// for its end.
  @discardableResult
  package func launch(
    name: String? = nil,
    priority: TaskPriority? = nil,
    evenIfCancelled: Bool,
    _ operation: @escaping @MainActor () async throws -> Void
  ) -> Task<Void, Never>? {
    core.launch(name) { run in
      guard let executor = run.executor else {
        return Task(name: name, priority: priority) { @MainActor in
          await run.performOnMainActor(evenIfCancelled: evenIfCancelled, operation)
        }
      }
      // A task with an executor preference cannot begin on the main actor, so it switches to it.
      return Task(name: name, executorPreference: executor, priority: priority) { @concurrent in
        await run.performOnMainActor(evenIfCancelled: evenIfCancelled, operation)
      }
    }
  }

  /// Starts work off the main actor and keeps it until it has ended.
  ///
  ///     scope.launch(on: .pool) { … }          // computes
  ///     scope.launch(on: .blocking) { … }      // calls a function that blocks its thread
  ///
  /// Otherwise works like ``launch(name:priority:_:)``. The executor may be one of your own.
  @discardableResult
  public func launch(
    on executor: some TaskExecutor,
    name: String? = nil,
    priority: TaskPriority? = nil,
    _ operation: @escaping @Sendable @concurrent () async throws -> Void
  ) -> Task<Void, Never>? {
    // Generic, because `.blocking` cannot be looked up in an existential type.
    let preference = executor === PoolExecutor.shared ? nil : executor
    return launch(
      on: preference,
      name: name,
      priority: priority,
      evenIfCancelled: false,
      operation
    )
  }

  /// Starts work off the main actor, which can be made to run even if it is cancelled first.
  ///
  /// Without an executor, the work runs on the pool.
  @discardableResult
  func launch(
    on executor: (any TaskExecutor)?,
    name: String? = nil,
    priority: TaskPriority? = nil,
    evenIfCancelled: Bool,
    _ operation: @escaping @Sendable @concurrent () async throws -> Void
  ) -> Task<Void, Never>? {
    core.launch(name) { run in
      guard let executor = executor ?? run.executor else {
        // Measured: a task with a nil preference takes longer to start.
        return Task(name: name, priority: priority) { @concurrent in
          await run.perform(evenIfCancelled: evenIfCancelled, operation)
        }
      }
      return Task(name: name, executorPreference: executor, priority: priority) { @concurrent in
        await TaskScopeRun.$launchExecutor.withValue(executor) { @concurrent in
          await run.perform(evenIfCancelled: evenIfCancelled, operation)
        }
      }
    }
  }

  /// Starts work on an actor, which is retained until the work has ended.
  ///
  /// Otherwise works like ``launch(name:priority:_:)``, but the actor decides in which order pieces of
  /// work begin.
  @discardableResult
  public func launch<Isolation: Actor>(
    isolatedTo actor: Isolation,
    name: String? = nil,
    priority: TaskPriority? = nil,
    _ operation: @escaping @Sendable (isolated Isolation) async throws -> Void
  ) -> Task<Void, Never>? {
    @Sendable func begin(_ actor: isolated Isolation) async throws {
      // Checked again, because the work may be cancelled while it waits for a busy actor.
      if !Task.isCancelled { try await operation(actor) }
    }
    return core.launch(name) { run in
      Task(name: name, executorPreference: run.executor, priority: priority) { @concurrent in
        await run.perform { try await begin(actor) }
      }
    }
  }

  // MARK: Children and resources

  /// Creates a scope that ends when this one ends, or earlier when it is cancelled or released.
  ///
  /// A child does not retain its parent: hold every scope of a chain. Errors reach the handler of
  /// the outermost scope. The child of an ended scope has ended too.
  public func childScope(name: String = "TaskScope") -> TaskScope {
    TaskScope(core: core.makeChild(name: .text(name)))
  }

  /// Creates a child scope that is named after a type.
  func childScope(nameOf type: Any.Type, suffix: String) -> TaskScope {
    TaskScope(core: core.makeChild(name: .type(type, suffix: suffix)))
  }

  /// Adds a disposable, which is disposed when the scope ends.
  ///
  /// If the scope has already ended, the disposable is disposed before this returns. A token of the
  /// toolkit that is disposed elsewhere leaves the scope when further ones are added.
  public func add(_ disposable: any Disposable) {
    core.add(disposable)
  }

  /// Adds a resource, which is passed to a closure when the scope ends.
  ///
  /// The closure runs on the isolation that ends the scope. If the scope has already ended, it is
  /// called before this returns.
  public func add<Resource: Sendable>(
    _ resource: Resource,
    onEnd giveBack: @escaping @Sendable (Resource) -> Void
  ) {
    add(SimpleDisposable { giveBack(resource) })
  }

  /// Runs an asynchronous clean-up when the scope ends, in a task that is not cancelled.
  ///
  /// Clean-ups start when the scope has ended, in the order in which they were added, and run
  /// concurrently off the main actor. ``waitUntilEmpty()`` waits for them too. If the scope has
  /// already ended, the clean-up starts immediately.
  public func addCleanUp(_ cleanUp: @escaping @Sendable @concurrent () async -> Void) {
    let core = core
    add(SimpleDisposable { core.startCleanUp(cleanUp) })
  }

  // MARK: The end

  /// Cancels the running tasks and ends the child scopes; the scope itself stays usable.
  ///
  /// Resources stay. Running tasks end when they next notice their cancellation.
  public func cancelChildren() {
    core.cancelChildren()
  }

  /// Ends the scope: cancels tasks, ends child scopes and disposes resources, in the order in which
  /// they were launched, created and added.
  ///
  /// Later calls do nothing. Cancelled tasks may run until they notice: ``waitUntilEmpty()`` waits
  /// for the last of them.
  public func cancel() {
    core.end()
  }

  /// Suspends until no task runs in this scope or its child scopes.
  ///
  /// Returns immediately if nothing is running. Cancelling the waiting task does not end the wait.
  /// A task of the scope that waits for its own scope never returns.
  public func waitUntilEmpty() async {
    await core.waitUntilEmpty()
  }
}

extension TaskScope: Disposable {
  /// Ends the scope, like ``cancel()``.
  public func dispose() {
    cancel()
  }
}

extension TaskScope: KnowingDisposable {
  package var isDisposed: Bool { !isActive }
}

extension Disposable {
  /// Adds this to a scope, which disposes it when the scope ends.
  ///
  /// If the scope has already ended, this is disposed immediately.
  public func addTo(_ scope: TaskScope) {
    scope.add(self)
  }
}
