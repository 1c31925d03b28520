/// Owns running tasks, child scopes and resources, and ends them together.
///
///     active ──cancel() or release of the scope──▶ ended      (for good)
///
/// Usable from any isolation. A scope knows its running children and forgets finished ones at
/// once. One failing child neither cancels its siblings nor vanishes: the error handler gets its
/// error. Keep the scope for as long as its work should run: a scope that nobody holds any more is
/// cancelled.
///
/// Kaluga: a `CoroutineScope` with a supervisor job.
public final class TaskScope: Sendable {
  package let core: TaskScopeCore

  /// Creates a scope of its own.
  ///
  /// - Parameters:
  ///   - name: Shown in diagnostics.
  ///   - onError: Gets every error that work of this scope or its child scopes ends with, except
  ///     for `CancellationError`; called on the isolation of that work. Without a handler such an
  ///     error is reported to ``ArchitectureDiagnostics``.
  public convenience init(
    name: String = "TaskScope",
    onError: (@Sendable (any Error) -> Void)? = nil
  ) {
    self.init(core: TaskScopeCore(name: name, parent: nil, onError: onError))
  }

  private init(core: TaskScopeCore) {
    self.core = core
  }

  deinit {
    core.end()
  }

  /// Whether the scope still accepts work.
  public var isActive: Bool { core.isActive }

  /// How many tasks and clean-ups run or wait to run, in this scope and in its child scopes, ended ones
  /// included.
  public var runningCount: Int { core.runningCount }

  /// The names of what ``runningCount`` counts, in the order of launch.
  ///
  /// Tasks without a name show as `task`, clean-ups as `clean-up`. For debugging.
  public var runningNames: [String] { core.runningNames }

  // MARK: Work

  /// Starts work on the main actor and keeps it until it has ended.
  ///
  /// The work starts after the current main-actor job, in the order of launches. Its cancellation
  /// reaches it even if it has not started.
  ///
  /// - Parameters:
  ///   - name: The task's name, for debugging.
  ///   - priority: The task's priority; nil takes the caller's.
  ///   - operation: The work. What it throws goes to the scope's error handler.
  /// - Returns: The task, or nil if the scope has ended: then the work does not run.
  @discardableResult
  public func launch(
    name: String? = nil,
    priority: TaskPriority? = nil,
    _ operation: @escaping @MainActor () async throws -> Void
  ) -> Task<Void, Never>? {
    core.launch(name) { run in
      guard let executor = run.executor else {
        return Task(name: name, priority: priority) { @MainActor in
          await run.performOnMainActor(operation)
        }
      }
      // A task with an executor of its own cannot begin on the main actor: it goes there.
      return Task(name: name, executorPreference: executor, priority: priority) { @concurrent in
        await run.performOnMainActor(operation)
      }
    }
  }

  /// Starts work off the main actor and keeps it until it has ended.
  ///
  /// - Parameters:
  ///   - executor: Where the work runs; nil takes the threads of the concurrency runtime.
  ///   - name: The task's name, for debugging.
  ///   - priority: The task's priority; nil takes the caller's.
  ///   - operation: The work. What it throws goes to the scope's error handler.
  /// - Returns: The task, or nil if the scope has ended: then the work does not run.
  @discardableResult
  public func launch(
    on executor: (any TaskExecutor)?,
    name: String? = nil,
    priority: TaskPriority? = nil,
    _ operation: @escaping @Sendable @concurrent () async throws -> Void
  ) -> Task<Void, Never>? {
    core.launch(name) { run in
      guard let executor = executor ?? run.executor else {
        // Measured: with nil as its preference a task takes longer.
        return Task(name: name, priority: priority) { @concurrent in
          await run.perform(operation)
        }
      }
      return Task(name: name, executorPreference: executor, priority: priority) { @concurrent in
        await run.perform(operation)
      }
    }
  }

  /// Starts work on an actor and keeps it until it has ended.
  ///
  /// The actor decides in which order pieces of work begin; only the main-actor form keeps that of the
  /// launches.
  ///
  /// - Parameters:
  ///   - actor: Where the work runs; kept until it has ended.
  ///   - name: The task's name, for debugging.
  ///   - priority: The task's priority; nil takes the caller's.
  ///   - operation: The work. What it throws goes to the scope's error handler.
  /// - Returns: The task, or nil if the scope has ended: then the work does not run.
  @discardableResult
  public func launch<Isolation: Actor>(
    isolatedTo actor: Isolation,
    name: String? = nil,
    priority: TaskPriority? = nil,
    _ operation: @escaping @Sendable (isolated Isolation) async throws -> Void
  ) -> Task<Void, Never>? {
    core.launch(name) { run in
      Task(name: name, executorPreference: run.executor, priority: priority) { @concurrent in
        await run.perform { try await operation(actor) }
      }
    }
  }

  // MARK: Children and resources

  /// Creates a scope that ends with this one, or before it.
  ///
  /// Errors go to the handler of the outermost scope. The child of an ended scope has ended too.
  public func childScope(name: String = "TaskScope") -> TaskScope {
    TaskScope(core: core.makeChild(name: name))
  }

  /// Keeps something that is disposed when the scope ends.
  ///
  /// If the scope has ended already, it is disposed at once, before this returns.
  public func add(_ disposable: any Disposable) {
    core.add(disposable)
  }

  /// Keeps something that is given back by a closure when the scope ends.
  ///
  /// If the scope has ended already, it is given back at once, before this returns.
  public func add<Resource: Sendable>(
    _ resource: Resource,
    onEnd giveBack: @escaping @Sendable (Resource) -> Void
  ) {
    add(SimpleDisposable { giveBack(resource) })
  }

  /// Runs an asynchronous clean-up when the scope ends, in a task that is not cancelled.
  ///
  /// Clean-ups start when the scope has ended, in the order of their arrival, and run side by side.
  /// ``waitUntilEmpty()`` waits for them too. If the scope has ended already, the clean-up starts at
  /// once.
  public func addCleanUp(_ cleanUp: @escaping @Sendable @concurrent () async -> Void) {
    let core = core
    add(SimpleDisposable { core.startCleanUp(cleanUp) })
  }

  // MARK: The end

  /// Cancels the running tasks and child scopes; the scope itself stays usable.
  ///
  /// Resources stay. Tasks end when they next notice their cancellation.
  public func cancelChildren() {
    core.cancelChildren()
  }

  /// Ends the scope: cancels tasks and child scopes and disposes resources, in the order of arrival.
  ///
  /// Later calls do nothing. Cancelled tasks may still run until they notice:
  /// ``waitUntilEmpty()`` tells when the last one has really ended.
  public func cancel() {
    core.end()
  }

  /// Suspends until no task runs in this scope or its child scopes.
  ///
  /// Returns at once if that is so. Cancelling the waiting task does not end the wait. A task of
  /// the scope that waits for its own scope waits for ever.
  public func waitUntilEmpty() async {
    await core.waitUntilEmpty()
  }
}

extension TaskScope: Disposable {
  /// Ends the scope, as ``cancel()``.
  public func dispose() {
    cancel()
  }
}

extension Disposable {
  /// Hands the responsibility for ending this to a scope.
  ///
  /// If the scope has ended already, this is disposed at once.
  public func addTo(_ scope: TaskScope) {
    scope.add(self)
  }
}
