import KalugaArchitecture

/// Knows where the tasks of the scopes of one test wait, for ``waitUntilParked(_:limit:fileID:filePath:line:column:)``.
final class WorkWatch: ArchitectureListener {
  /// The state of a piece of work that has begun.
  struct Standing {
    /// Where the task of the work waits; nil if it runs, or waits for something outside the toolkit.
    let place: SuspensionPlace?
    /// Where the tasks that it has started wait.
    let placesOfOthers: [SuspensionPlace]
  }

  private struct Wait {
    let place: SuspensionPlace
    let suspension: any Suspension
  }

  private struct Work {
    let task: Int
    var waits: [Int: Wait] = [:]
  }

  private struct State {
    var work: [Int: Work] = [:]
    var change: Promise<Void>?
  }

  let executor: (any TaskExecutor)?
  private let state = Lock(State())

  /// - Parameter executor: Orders the work; nil leaves that to the concurrency runtime.
  init(executor: (any TaskExecutor)? = nil) {
    self.executor = executor
    MainActorResumptions.track()
  }

  /// Returns an event that takes place when work has ended or a task has begun to wait.
  func nextChange() -> Promise<Void> {
    state.withLock { state in
      let change = state.change ?? Promise()
      state.change = change
      return change
    }
  }

  /// Returns nil for work that has ended or not begun.
  func standing(of id: Int) -> Standing? {
    guard let work = state.withLock({ $0.work[id] }) else { return nil }
    let waits = work.waits.filter(\.value.suspension.isWaiting)
    let others = waits.filter { $0.key != work.task }
    return Standing(
      place: waits[work.task]?.place,
      placesOfOthers: others.map(\.value.place)
    )
  }

  func workDidBegin(_ work: Int) {
    state.withLock { $0.work[work] = Work(task: Self.currentTask) }
  }

  func workDidEnd(_ work: Int) {
    change { $0.work[work] = nil }
  }

  func taskDidSuspend(_ work: Int, at place: SuspensionPlace, _ suspension: any Suspension) {
    change { $0.work[work]?.waits[Self.currentTask] = Wait(place: place, suspension: suspension) }
  }

  func taskDidResume(_ work: Int) {
    state.withLock { $0.work[work]?.waits[Self.currentTask] = nil }
  }

  private func change(_ body: (inout State) -> Void) {
    let change = state.withLock { state in
      body(&state)
      return state.change.take()
    }
    change?.settle(())
  }

  /// Identifies the current task among those of one piece of work.
  private static var currentTask: Int {
    // The only way to the identity of the current task; nothing else is done with it.
    unsafe withUnsafeCurrentTask { unsafe $0?.hashValue ?? 0 }
  }
}
