/// Lets a test see the work of its scopes, and decide on which executor it runs.
///
/// A scope keeps the probe of the task in which it is made; child scopes take that of their parent. In
/// an app there is none, and all that is left of it is a look at an empty field.
package final class TaskScopeProbe: Sendable {
  /// The probe of scopes that are made now.
  @TaskLocal package static var current: TaskScopeProbe?

  /// How a piece of work stands.
  package struct Standing: Sendable {
    /// Where the task itself waits; nil if it runs, or waits for something outside the toolkit.
    package let place: WaitingPlace?
    /// Where tasks wait that it has started.
    package let placesOfOthers: [WaitingPlace]
  }

  private struct Child {
    let task: Int
    var places: [Int: WaitingPlace] = [:]
  }

  private struct State {
    var children: [Int: Child] = [:]
    var change: Promise<Void>?
  }

  /// Orders the work; nil leaves that to the concurrency runtime.
  package let executor: (any TaskExecutor)?
  private let state = Lock(State())

  package init(executor: (any TaskExecutor)? = nil) {
    self.executor = executor
  }

  /// Settled when a task has ended or has begun to wait.
  package func nextChange() -> Promise<Void> {
    state.withLock { state in
      let change = state.change ?? Promise()
      state.change = change
      return change
    }
  }

  /// How pieces of work stand, all at the same moment; nil for one that has ended or not begun.
  package func standings(of ids: [Int]) -> [Standing?] {
    let children = state.withLock { state in ids.map { state.children[$0] } }
    return children.map { child in
      guard let child else { return nil }
      let others = child.places.filter { $0.key != child.task }
      return Standing(place: child.places[child.task], placesOfOthers: others.map(\.value))
    }
  }

  fileprivate func begin(_ id: Int, _ task: Int) {
    state.withLock { $0.children[id] = Child(task: task) }
  }

  fileprivate func end(_ id: Int) {
    let change = state.withLock { state in
      state.children[id] = nil
      return state.change.take()
    }
    change?.settle(())
  }

  /// Returns who is to be told: by the caller, outside its own lock.
  fileprivate func set(_ place: WaitingPlace?, _ task: Int, of id: Int) -> Promise<Void>? {
    state.withLock { state in
      state.children[id]?.places[task] = place
      return place == nil ? nil : state.change.take()
    }
  }
}

/// One piece of work of a scope, as a probe sees it.
final class ProbedWork: Sendable {
  /// The work that the current task belongs to.
  @TaskLocal static var current: ProbedWork?

  let probe: TaskScopeProbe
  private let id: Int

  init(_ probe: TaskScopeProbe, id: Int) {
    self.probe = probe
    self.id = id
  }

  /// To be called by the task that does the work, before it does.
  func begin() {
    probe.begin(id, Self.currentTask)
  }

  /// To be called when the scope has forgotten the work.
  func end() {
    probe.end(id)
  }

  /// The current task, of this work, waits or goes on.
  ///
  /// Called under the lock of what it waits for, so that its end cannot come before.
  func wait(_ task: Int, at place: WaitingPlace) -> Promise<Void>? {
    probe.set(place, task, of: id)
  }

  func goOn(_ task: Int) {
    _ = probe.set(nil, task, of: id)
  }

  static var currentTask: Int {
    unsafe withUnsafeCurrentTask { unsafe $0?.hashValue ?? 0 }
  }
}
