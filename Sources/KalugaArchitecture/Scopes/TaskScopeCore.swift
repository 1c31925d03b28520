import Synchronization

/// What running tasks of a scope share with it, so that they do not keep the scope itself alive.
///
/// Locks are taken from a child to its parent only, never the other way.
package final class TaskScopeCore: Sendable {
  private enum Child {
    /// Reserved: the task object is about to be made, and may be cancelled before that.
    case starting(isCancelled: Bool)
    case task(Task<Void, Never>)
    case scope(TaskScopeCore)
    case resource(any Disposable)

    /// What is left of the child when everything has been cancelled: tasks, until they finish.
    var afterTheEnd: Child? {
      switch self {
      case .starting: .starting(isCancelled: true)
      case .task: self
      case .scope, .resource: nil
      }
    }
  }

  private struct Running {
    let name: String
    let probe: TaskScopeProbe?
  }

  private struct State {
    var isActive = true
    var children: [Int: Child] = [:]
    /// The names of what was launched and has not finished: here and in child scopes, whether these
    /// have ended or not.
    var running: [Int: Running] = [:]
    /// How many ends are under way, here and in child scopes: they may still start clean-ups.
    var ends = 0
    var waiters: [HandOff<Void>] = []
    /// How a test looks at what is launched.
    var probe: TaskScopeProbe?

    mutating func insert(_ child: Child) -> Int {
      let id = TaskScopeCore.makeID()
      children[id] = child
      return id
    }

    mutating func takeWaitersIfEmpty() -> [HandOff<Void>] {
      guard running.isEmpty, ends == 0 else { return [] }
      defer { waiters = [] }
      return waiters
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
  private let idInParent: Lock<Int?> = Lock(nil)

  init(name: String, parent: TaskScopeCore?, onError: (@Sendable (any Error) -> Void)?) {
    self.name = name
    self.parent = parent
    self.onError = onError
    state = Lock(State(probe: parent == nil ? TaskScopeProbe.current : parent?.probe))
  }

  var isActive: Bool { state.withLock { $0.isActive } }
  var runningCount: Int { state.withLock { $0.running.count } }

  var runningNames: [String] {
    let running = state.withLock { $0.running }
    return running.sorted { $0.key < $1.key }.map(\.value.name)
  }

  // MARK: What a test sees

  /// How what is launched here is looked at.
  package var probe: TaskScopeProbe? { state.withLock { $0.probe } }

  /// Lets a test see what is launched from now on, here and in child scopes; a probe stays once it is
  /// there.
  package func add(_ probe: TaskScopeProbe) {
    let children = state.withLock { state in
      if state.probe == nil { state.probe = probe }
      return Array(state.children.values)
    }
    for case .scope(let child) in children { child.add(probe) }
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
      let (running, probe) = state.withLock { ($0.running, $0.probe) }
      let ids = running.keys.sorted()
      let standings = probe?.standings(of: ids) ?? ids.map { _ in nil }
      // What was launched or ended meanwhile is not in the picture: take another.
      guard state.withLock({ $0.running.keys == running.keys }) else { continue }
      return zip(ids, standings).compactMap { id, standing in
        running[id].map { work in
          Work(
            name: work.name,
            isSeen: work.probe != nil && work.probe === probe,
            standing: standing
          )
        }
      }
    }
  }

  // MARK: Running

  /// One running task, as it sees its scope.
  struct Run: Sendable {
    fileprivate let core: TaskScopeCore
    fileprivate let id: Int
    /// Set if a test looks at it.
    fileprivate let probed: ProbedWork?

    fileprivate init(_ core: TaskScopeCore, _ id: Int, _ probe: TaskScopeProbe?) {
      self.core = core
      self.id = id
      probed = probe.map { ProbedWork($0, id: id) }
    }

    /// Where a test wants it to run.
    var executor: (any TaskExecutor)? { probed?.probe.executor }

    // No function of its own for what both ways of each have in common: each costs an asynchronous call, and
    // with it a look for the executor, in every task.

    /// Does work off the main actor; to be called once, as all that the task does.
    @concurrent
    func perform(_ operation: @concurrent () async throws -> Void) async {
      do {
        if let probed {
          probed.begin()
          try await ProbedWork.$current.withValue(probed) { try await operation() }
        } else {
          try await operation()
        }
      } catch {
        core.report(error)
      }
      finish()
    }

    /// The same on the main actor, which the task never leaves on the way: the order of launches is the
    /// order in which the work begins.
    @MainActor
    func performOnMainActor(_ operation: @MainActor () async throws -> Void) async {
      do {
        if let probed {
          probed.begin()
          try await ProbedWork.$current.withValue(probed) { @MainActor in try await operation() }
        } else {
          try await operation()
        }
      } catch {
        core.report(error)
      }
      finish()
    }

    private func finish() {
      core.finish(id)
      probed?.end()
    }
  }

  /// Takes a place, makes the task, and keeps it for cancellation; nil if the scope has ended.
  func launch(_ name: String?, _ makeTask: (Run) -> Task<Void, Never>) -> Task<Void, Never>? {
    let place = state.withLock { state -> (id: Int, probe: TaskScopeProbe?)? in
      guard state.isActive else { return nil }
      let id = state.insert(.starting(isCancelled: false))
      let running = Running(name: name ?? "task", probe: state.probe)
      change(&state) { $0.running[id] = running }
      return (id, state.probe)
    }
    guard let (id, probe) = place else { return nil }
    let task = makeTask(Run(self, id, probe))
    let mustCancel = state.withLock { state in
      // It may have finished already.
      guard case .starting(let isCancelled) = state.children[id] else { return false }
      state.children[id] = .task(task)
      return isCancelled
    }
    if mustCancel { task.cancel() }
    return task
  }

  /// Runs a clean-up that counts as running, also in an ended scope, and is never cancelled.
  func startCleanUp(_ cleanUp: @escaping @Sendable @concurrent () async -> Void) {
    let id = Self.makeID()
    let probe = state.withLock { state in
      let running = Running(name: "clean-up", probe: state.probe)
      change(&state) { $0.running[id] = running }
      return state.probe
    }
    let run = Run(self, id, probe)
    Task(executorPreference: run.executor) { @concurrent in await run.perform(cleanUp) }
  }

  private func finish(_ id: Int) {
    let (released, waiters) = state.withLock { state -> (Child?, [HandOff<Void>]) in
      // Removed here and released outside the lock: a task may own the last reference to a user's
      // object.
      let released = state.children.removeValue(forKey: id)
      return (released, change(&state) { $0.running[id] = nil })
    }
    withExtendedLifetime(released) { Self.wake(waiters) }
  }

  /// Changes what this scope and all above it know of running work; returns who is to be woken.
  ///
  /// Called with this scope's lock held, so that the scopes never disagree.
  @discardableResult
  private func change(
    _ state: inout State,
    _ body: (inout State) -> Void
  ) -> [HandOff<Void>] {
    body(&state)
    let waiters = parent.map { parent in
      parent.state.withLock { parent.change(&$0, body) }
    }
    return state.takeWaitersIfEmpty() + (waiters ?? [])
  }

  private static func wake(_ waiters: [HandOff<Void>]) {
    for waiter in waiters {
      waiter.settle()
    }
  }

  func makeChild(name: String) -> TaskScopeCore {
    let child = TaskScopeCore(name: name, parent: self, onError: nil)
    let id = state.withLock { state in
      state.isActive ? state.insert(.scope(child)) : nil
    }
    if let id {
      child.idInParent.withLock { $0 = id }
    } else {
      child.end()
    }
    return child
  }

  func add(_ disposable: any Disposable) {
    let isKept = state.withLock { state in
      guard state.isActive else { return false }
      _ = state.insert(.resource(disposable))
      return true
    }
    if !isKept { disposable.dispose() }
  }

  func cancelChildren() {
    let children = state.withLock { state in
      let children = state.children.filter { _, child in
        if case .resource = child { false } else { true }
      }
      for (id, child) in children {
        state.children[id] = child.afterTheEnd ?? child
      }
      change(&state) { $0.ends += 1 }
      return children
    }
    end(children)
  }

  func end() {
    let children = state.withLock { state -> [Int: Child]? in
      guard state.isActive else { return nil }
      state.isActive = false
      let children = state.children
      // Running tasks take themselves out when they finish; the rest has no reason to stay.
      state.children = children.compactMapValues(\.afterTheEnd)
      change(&state) { $0.ends += 1 }
      return children
    }
    if let children { end(children) }
    if let parent, let id = idInParent.withLock({ $0.take() }) {
      parent.forget(id)
    }
  }

  private func forget(_ id: Int) {
    let child = state.withLock { $0.children.removeValue(forKey: id) }
    withExtendedLifetime(child) {}
  }

  /// Whoever waits must not be woken on the way, when the last task has ended and a clean-up is still
  /// to be started.
  private func end(_ children: [Int: Child]) {
    for (_, child) in children.sorted(by: { $0.key < $1.key }) {
      switch child {
      case .starting: break
      case .task(let task): task.cancel()
      case .scope(let scope): scope.end()
      case .resource(let disposable): disposable.dispose()
      }
    }
    Self.wake(state.withLock { state in change(&state) { $0.ends -= 1 } })
  }

  func waitUntilEmpty() async {
    let handOff = HandOff<Void>()
    let isEmpty = state.withLock { state in
      guard !state.running.isEmpty || state.ends > 0 else { return true }
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
