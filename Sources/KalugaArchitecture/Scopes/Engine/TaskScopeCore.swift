import Synchronization

/// The state that a scope shares with its running tasks, so that they do not retain the scope
/// itself.
///
/// A scope counts only its own work, so that a launch costs the same at any depth. A parent's table
/// holds its child scopes: the active ones, and ended ones in which something still runs. At most
/// two locks are held at the same time: first a child's, then its parent's.
package final class TaskScopeCore: Sendable {
  private struct State {
    var isActive = true
    /// Whether `onCleared` of the view model that owns the scope is running.
    var isInOnCleared = false
    var table = TaskScopeTable()
    /// The number of this scope's own tasks and clean-ups that have not finished.
    var running = 0
    /// The number of calls in progress that end children; each may still start clean-ups.
    var ends = 0
    /// The number of launches here, and in child scopes that have left the table; never decreases.
    var launches = 0
    /// The identifier in the parent's table.
    var idInParent: Int?
    var waiters: [OneShot<Void>] = []
    var listener: (any ArchitectureListener)?

    var isBusy: Bool { running > 0 || ends > 0 }

    /// Whether the parent may remove the scope from its table.
    var isOver: Bool { !isActive && ends == 0 && table.isEmpty }

    mutating func insert(_ child: TaskScopeTable.Child) -> Int {
      let id = TaskScopeCore.makeID()
      table.insert(child, id: id)
      return id
    }

    mutating func takeWaiters() -> [OneShot<Void>] {
      if isBusy || waiters.isEmpty { return [] }
      defer { waiters = [] }
      return waiters
    }
  }

  private static let lastID = Atomic(0)

  /// Returns an identifier greater than all earlier ones, so that a tree of scopes has one order.
  static func makeID() -> Int {
    lastID.add(1, ordering: .relaxed).newValue
  }

  private let scopeName: TaskScopeName
  private let parent: TaskScopeCore?
  private let onError: (@Sendable (any Error) -> Void)?
  private let state: Lock<State>

  init(name: TaskScopeName, parent: TaskScopeCore?, onError: (@Sendable (any Error) -> Void)?) {
    scopeName = name
    self.parent = parent
    self.onError = onError
    state = Lock(State(listener: parent == nil ? ArchitectureEvents.listener : nil))
  }

  package var name: String { scopeName.text }
  var isActive: Bool { state.withLock { $0.isActive } }

  // MARK: Running

  /// Reserves a place, creates the task and stores it for cancellation; returns nil if the scope
  /// has ended.
  func launch(
    _ name: String?,
    _ makeTask: (TaskScopeRun) -> Task<Void, Never>
  ) -> Task<Void, Never>? {
    guard let run = enter(name ?? "task", isCleanUp: false) else {
      reportIfInOnCleared(name ?? "task")
      return nil
    }
    let task = makeTask(run)
    let mustCancel = state.withLock { $0.table.keep(task, of: run.id) }
    if mustCancel { task.cancel() }
    return task
  }

  /// Runs the hook of the view model that owns the scope, after the scope has ended.
  func runOnCleared(_ hook: () -> Void) {
    state.withLock { $0.isInOnCleared = true }
    hook()
    state.withLock { $0.isInOnCleared = false }
  }

  /// Reports work that does not run, if the hook that launches it cannot have meant that.
  private func reportIfInOnCleared(_ work: String) {
    var scope: TaskScopeCore? = self
    while let owner = scope {
      if owner.state.withLock({ $0.isInOnCleared }) {
        return ArchitectureDiagnostics.report(
          ArchitectureDiagnostic(
            .refusedWork,
            "work that is launched in onCleared does not run: '\(work)' of \(owner.name). "
              + "The scope has ended. Use addCleanUp, or a scope that outlives the view model."
          ),
          to: listener
        )
      }
      scope = owner.parent
    }
  }

  /// Starts a clean-up, which counts as running, is never cancelled, and may start in an ended
  /// scope.
  func startCleanUp(_ cleanUp: @escaping @Sendable @concurrent () async -> Void) {
    guard let run = enter("clean-up", isCleanUp: true) else { return }
    // Before the task can end, so that a wait on the parent finds the end in progress or this task.
    rejoinParent()
    Task(executorPreference: run.executor) { @concurrent in await run.perform(cleanUp) }
  }

  private func enter(_ name: String, isCleanUp: Bool) -> TaskScopeRun? {
    let run = state.withLock { state -> TaskScopeRun? in
      guard state.isActive || isCleanUp else { return nil }
      let listener = state.listener
      let work = TaskScopeTable.Work(name: name, listener: listener)
      state.running += 1
      state.launches &+= 1
      return TaskScopeRun(core: self, id: state.insert(.work(work)), listener: listener)
    }
    if let run {
      run.listener?.workDidLaunch(run.id, name: name, scope: self.name)
      ArchitectureEvents.send(.taskLaunched(task: name, scope: self.name))
    }
    return run
  }

  func finish(_ id: Int) {
    ArchitectureEvents.send(.taskEnded(task: workName(of: id), scope: name))
    update { state in
      state.running -= 1
      return state.table.remove(id)
    }
  }

  func workName(of id: Int) -> String {
    state.withLock { $0.table.workName(of: id) }
  }

  /// Changes the state, resumes the waiters if nothing runs any more, and leaves the parent's table
  /// if the scope is over.
  ///
  /// - Parameter change: Returns the child that it removed. The child is released outside the lock,
  ///   because that may run a user's `deinit`.
  private func update(_ change: (inout State) -> TaskScopeTable.Child?) {
    let (removed, waiters, idInParent, launches) = state.withLock { state in
      let removed = change(&state)
      let idInParent = state.isOver ? state.idInParent.take() : nil
      return (removed, state.takeWaiters(), idInParent, state.launches)
    }
    if let idInParent {
      parent?.update { above in
        above.launches &+= launches
        return above.table.remove(idInParent)
      }
    }
    for waiter in waiters { waiter.settle() }
    withExtendedLifetime(removed) {}
  }

  // MARK: What runs

  /// The tasks and clean-ups of this scope and its child scopes, in the order of launch.
  package var work: [(id: Int, name: String, listener: (any ArchitectureListener)?)] {
    var work: [(id: Int, name: String, listener: (any ArchitectureListener)?)] = []
    forEachScope { state in
      work += state.table.work.map { ($0.id, $0.work.name, $0.work.listener) }
    }
    return work.sorted { $0.id < $1.id }
  }

  var runningCount: Int {
    var count = 0
    forEachScope { count += $0.running }
    return count
  }

  /// Calls the closure with the state of this scope and of each descendant, one lock at a time.
  private func forEachScope(_ body: (inout State) -> Void) {
    var scopes = [self]
    while let scope = scopes.popLast() {
      scope.state.withLock { state in
        body(&state)
        scopes += state.table.scopes
      }
    }
  }

  // MARK: Waiting

  private enum Visit {
    case busy(OneShot<Void>)
    case idle(launches: Int, scopes: [TaskScopeCore])
  }

  /// Waits until nothing runs in this scope or its descendants.
  ///
  /// The scopes are visited one at a time, so work may begin in a scope that has already been
  /// visited. The round is therefore repeated until two consecutive rounds find nothing running and
  /// count the same launches: then nothing was launched in between.
  func waitUntilEmpty() async {
    var launchesBefore: Int?
    while true {
      var (launches, hasWaited) = (0, false)
      var scopes = [self]
      while let scope = scopes.popLast() {
        switch scope.visit() {
        case .busy(let waiter):
          await waiter.wait()
          hasWaited = true
          scopes.append(scope)
        case .idle(let launchesOfScope, let children):
          launches &+= launchesOfScope
          scopes += children
        }
      }
      if !hasWaited, launches == launchesBefore { return }
      launchesBefore = hasWaited ? nil : launches
    }
  }

  private func visit() -> Visit {
    state.withLock { state in
      guard state.isBusy else {
        return .idle(launches: state.launches, scopes: state.table.scopes)
      }
      let waiter = OneShot<Void>()
      state.waiters.append(waiter)
      return .busy(waiter)
    }
  }

  // MARK: Children and resources

  func makeChild(name: TaskScopeName) -> TaskScopeCore {
    let child = TaskScopeCore(name: name, parent: self, onError: nil)
    child.state.withLock { childState in
      state.withLock { state in
        childState.isActive = state.isActive
        childState.listener = state.listener
        if state.isActive { childState.idInParent = state.insert(.scope(child)) }
      }
    }
    return child
  }

  /// Adds this scope to its parent's table again if it has left, and so on up to the outermost
  /// scope.
  private func rejoinParent() {
    guard let parent else { return }
    state.withLock { state in
      if state.idInParent == nil {
        state.idInParent = parent.state.withLock { $0.insert(.scope(self)) }
      }
    }
    parent.rejoinParent()
  }

  func add(_ disposable: any Disposable) {
    let (isKept, isCrowded) = state.withLock { state in
      guard state.isActive else { return (false, false) }
      _ = state.insert(.resource(disposable))
      return (true, state.table.mayHoldDisposed)
    }
    if !isKept { disposable.dispose() }
    if isCrowded { forgetDisposed() }
  }

  /// Forgets the resources that have been disposed elsewhere.
  private func forgetDisposed() {
    // They are asked and released outside the lock, because they have locks of their own.
    let disposed = state.withLock { $0.table.resources }.filter { isDisposed($0.resource) }
    state.withLock { state in
      for (id, _) in disposed { _ = state.table.remove(id) }
      state.table.didForgetDisposed()
    }
    withExtendedLifetime(disposed) {}
  }

  // MARK: The end

  func cancelChildren() {
    end(
      state.withLock { state in
        state.ends += 1
        return state.table.end(keepingResources: true)
      }
    )
  }

  package func end() {
    var children: [TaskScopeTable.Child] = []
    update { state in
      guard state.isActive else { return nil }
      state.isActive = false
      children = state.table.end(keepingResources: false)
      if !children.isEmpty { state.ends += 1 }
      return nil
    }
    guard !children.isEmpty else { return }
    end(children)
    ArchitectureEvents.send(.scopeEnded(scope: name))
  }

  /// Ends children in the order of their arrival; the array holds the newest first.
  private func end(_ newestFirst: [TaskScopeTable.Child]) {
    var children = newestFirst
    while let child = children.popLast() {
      switch child {
      case .work(let work): work.task?.cancel()
      case .scope(let scope): scope.end()
      case .resource(let disposable): disposable.dispose()
      }
    }
    update { state in
      state.ends -= 1
      return nil
    }
  }

  /// Passes an error of this work to the handler of the outermost scope; ignores `CancellationError`,
  /// and errors that mean the same.
  func report(_ error: any Error, of work: String) {
    if error is CancellationError || (error as? any LateError)?.isLate == true { return }
    if let onError {
      onError(error)
    } else if let parent {
      parent.report(error, of: work)
    } else {
      ArchitectureDiagnostics.report(
        ArchitectureDiagnostic(
          .uncaughtError,
          "\(work == "task" ? "work" : "the work '\(work)'") in the scope '\(name)' ended with an error "
            + "that is not handled: \(error). "
            + "Catch it in the work, or make a TaskScope with an error handler."
        ),
        error: error,
        to: listener
      )
    }
  }

  // MARK: Listening

  /// The listener that follows the work launched in this scope.
  package var listener: (any ArchitectureListener)? { state.withLock { $0.listener } }

  /// Sets the listener for work that is launched from now on, in this scope and its child scopes.
  ///
  /// A later call replaces it: a test must hear of scopes that were made under other listeners, such
  /// as while it was set up.
  package func setListener(_ listener: any ArchitectureListener) {
    ArchitectureEvents.enable()
    forEachScope { $0.listener = listener }
  }
}
