import Synchronization

/// What running tasks of a scope share with it, so that they do not keep the scope itself alive.
///
/// Locks are taken from a child to its parent only, never the other way.
package final class TaskScopeCore: Sendable {
  private struct Running {
    let id: Int
    let name: String
    let probe: TaskScopeProbe?
  }

  private struct State {
    var isActive = true
    var table = TaskScopeTable()
    /// How much work was launched and has not finished: here and in child scopes, whether these have ended
    /// or not.
    var running = 0
    /// How much of that is this scope's own.
    var ownRunning = 0
    /// This scope, while something of its own runs: see ``TaskScopeRun``.
    var keptCore: TaskScopeCore?
    /// How many ends are under way, here and in child scopes: they may still start clean-ups.
    var ends = 0
    /// Where this scope stands in its parent: while it is active, or something runs in it.
    var place: TaskScopeTable.Place?
    var waiters: [HandOff<Void>] = []
    /// How a test looks at what is launched.
    var probe: TaskScopeProbe?

    var isEmpty: Bool { running == 0 && ends == 0 }

    mutating func insert(_ child: TaskScopeTable.Child) -> TaskScopeTable.Place {
      table.insert(child, id: TaskScopeCore.makeID())
    }
  }

  private static let lastID = Atomic(0)

  /// Grows over all scopes: what was launched in a tree of scopes can be put in order.
  private static func makeID() -> Int {
    lastID.add(1, ordering: .relaxed).newValue
  }

  package let name: String
  private let parent: TaskScopeCore?
  private let onError: (@Sendable (any Error) -> Void)?
  private let state: Lock<State>

  init(name: String, parent: TaskScopeCore?, onError: (@Sendable (any Error) -> Void)?) {
    self.name = name
    self.parent = parent
    self.onError = onError
    state = Lock(State(probe: parent == nil ? TaskScopeProbe.current : parent?.probe))
  }

  var isActive: Bool { state.withLock { $0.isActive } }
  var runningCount: Int { state.withLock { $0.running } }
  var runningNames: [String] { running.map(\.name) }

  /// What runs here and in child scopes, in the order of launch.
  private var running: [Running] {
    var running: [Running] = []
    var scopes = [self]
    while let scope = scopes.popLast() {
      let contents = scope.state.withLock { $0.table.contents }
      running += contents.work.map { Running(id: $0.id, name: $0.work.name, probe: $0.work.probe) }
      scopes += contents.scopes
    }
    return running.sorted { $0.id < $1.id }
  }

  // MARK: What a test sees

  /// How what is launched here is looked at.
  package var probe: TaskScopeProbe? { state.withLock { $0.probe } }

  /// Lets a test see what is launched from now on, here and in child scopes; a probe stays once it is
  /// there.
  package func add(_ probe: TaskScopeProbe) {
    let children = state.withLock { state in
      if state.probe == nil { state.probe = probe }
      return state.table.contents.scopes
    }
    for child in children { child.add(probe) }
  }

  /// A piece of work that has not ended.
  package struct Work: Sendable {
    package let name: String
    package let isSeen: Bool
    /// Nil if it has not begun.
    package let standing: TaskScopeProbe.Standing?
  }

  /// How everything that ``runningNames`` names stands, all at the same moment, in the order of launch.
  package func survey() -> [Work] {
    while true {
      let running = running
      let ids = running.map(\.id)
      let probe = probe
      let standings = probe?.standings(of: ids) ?? ids.map { _ in nil }
      // What was launched or ended meanwhile is not in the picture: take another.
      guard self.running.map(\.id) == ids else { continue }
      return zip(running, standings).map { work, standing in
        Work(
          name: work.name,
          isSeen: work.probe != nil && work.probe === probe,
          standing: standing
        )
      }
    }
  }

  // MARK: Running

  /// Takes a place, makes the task, and keeps it for cancellation; nil if the scope has ended.
  func launch(
    _ name: String?,
    _ makeTask: (TaskScopeRun) -> Task<Void, Never>
  ) -> Task<Void, Never>? {
    guard let run = enter(name ?? "task", isCleanUp: false) else { return nil }
    let task = makeTask(run)
    let mustCancel = state.withLock { $0.table.keep(task, at: run.place) }
    if mustCancel { task.cancel() }
    return task
  }

  /// Runs a clean-up that counts as running, also in an ended scope, and is never cancelled.
  func startCleanUp(_ cleanUp: @escaping @Sendable @concurrent () async -> Void) {
    guard let run = enter("clean-up", isCleanUp: true) else { return }
    Task(executorPreference: run.executor) { @concurrent in await run.perform(cleanUp) }
  }

  private func enter(_ name: String, isCleanUp: Bool) -> TaskScopeRun? {
    let entered = state.withLock {
      state -> (place: TaskScopeTable.Place, probe: TaskScopeProbe?)? in
      guard state.isActive || isCleanUp else { return nil }
      let place = state.insert(.work(TaskScopeTable.Work(name: name, probe: state.probe)))
      change(&state, running: 1)
      state.ownRunning += 1
      if state.ownRunning == 1 { state.keptCore = self }
      return (place, state.probe)
    }
    return entered.map { TaskScopeRun(self, $0.place, $0.probe) }
  }

  func finish(_ place: TaskScopeTable.Place) {
    let (released, core, waiters) = state.withLock { state in
      state.ownRunning -= 1
      let core = state.ownRunning == 0 ? state.keptCore.take() : nil
      return (state.table.remove(place), core, change(&state, running: -1))
    }
    // A task may own the last reference to an object of the user's, and so may the scope: they go outside the
    // lock.
    withExtendedLifetime((released, core)) { Self.wake(waiters) }
  }

  /// Changes what this scope and all above it know of running work and of ends that are under way; returns
  /// who is to be woken.
  ///
  /// Called with this scope's lock held, so that the scopes never disagree.
  @discardableResult
  private func change(
    _ state: inout State,
    running: Int = 0,
    ends: Int = 0
  ) -> [HandOff<Void>] {
    state.running += running
    state.ends += ends
    var waiters: [HandOff<Void>] = []
    if let parent {
      let place = state.place
      let stays = state.isActive || !state.isEmpty
      (state.place, waiters) = parent.state.withLock { above in
        (
          parent.place(of: self, at: place, stays: stays, in: &above),
          parent.change(&above, running: running, ends: ends)
        )
      }
    }
    if state.isEmpty, !state.waiters.isEmpty {
      waiters = state.waiters + waiters
      state.waiters = []
    }
    return waiters
  }

  private static func wake(_ waiters: [HandOff<Void>]) {
    for waiter in waiters {
      waiter.settle()
    }
  }

  // MARK: Children and resources

  func makeChild(name: String) -> TaskScopeCore {
    let child = TaskScopeCore(name: name, parent: self, onError: nil)
    let isKept = child.state.withLock { childState in
      childState.place = state.withLock { $0.isActive ? $0.insert(.scope(child)) : nil }
      return childState.place != nil
    }
    if !isKept { child.end() }
    return child
  }

  /// Keeps a child scope, or lets it go, and returns where it stands.
  ///
  /// Called with the child's lock and this scope's held. The child is in use: it is not released here.
  private func place(
    of child: TaskScopeCore,
    at place: TaskScopeTable.Place?,
    stays: Bool,
    in state: inout State
  ) -> TaskScopeTable.Place? {
    if stays { return place ?? state.insert(.scope(child)) }
    if let place { _ = state.table.remove(place) }
    return nil
  }

  func add(_ disposable: any Disposable) {
    let isKept = state.withLock { state in
      guard state.isActive else { return false }
      _ = state.insert(.resource(disposable))
      return true
    }
    if !isKept { disposable.dispose() }
  }

  // MARK: The end

  func cancelChildren() {
    let children = state.withLock { state in
      change(&state, ends: 1)
      return state.table.end(keepingResources: true)
    }
    end(children)
  }

  func end() {
    let children = state.withLock { state -> [TaskScopeTable.Child]? in
      guard state.isActive else { return nil }
      state.isActive = false
      change(&state, ends: 1)
      return state.table.end(keepingResources: false)
    }
    if let children { end(children) }
  }

  /// Whoever waits must not be woken on the way, when the last task has ended and a clean-up is still
  /// to be started.
  private func end(_ lastFirst: [TaskScopeTable.Child]) {
    var children = lastFirst
    while let child = children.popLast() {
      switch child {
      case .work(let work): work.task?.cancel()
      case .scope(let scope): scope.end()
      case .resource(let disposable): disposable.dispose()
      }
    }
    Self.wake(state.withLock { change(&$0, ends: -1) })
  }

  func waitUntilEmpty() async {
    let handOff = HandOff<Void>()
    let isEmpty = state.withLock { state in
      if state.isEmpty { return true }
      state.waiters.append(handOff)
      return false
    }
    if !isEmpty { await handOff.wait() }
  }

  /// Hands the error of a child to whoever handles it; ending by cancellation is no error.
  func report(_ error: any Error) {
    if error is CancellationError { return }
    if let onError {
      onError(error)
    } else if let parent {
      parent.report(error)
    } else {
      ArchitectureDiagnostics.report(
        ArchitectureDiagnostic(
          .uncaughtError,
          "work in the scope '\(name)' ended with an error that nobody handles: \(error). "
            + "Catch it in the work, or give the scope an error handler."
        )
      )
    }
  }
}
