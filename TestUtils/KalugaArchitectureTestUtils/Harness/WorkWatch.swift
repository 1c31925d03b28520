import KalugaArchitecture

/// Tracks where the tasks of a test's scopes wait.
///
/// ``waitUntilParked(_:limit:fileID:filePath:line:column:)`` uses it.
final class WorkWatch: ArchitectureListener {
  /// The state of work that has started.
  struct Standing {
    /// Where the work's own task waits; nil if it runs, or waits for something outside the toolkit.
    let place: SuspensionPlace?
    /// Where other tasks that the work started wait.
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

  /// - Parameter executor: The executor that orders the work; nil for the order of the runtime.
  init(executor: (any TaskExecutor)? = nil) {
    self.executor = executor
    MainActorResumptions.track()
  }

  /// Returns a signal for the next time that work ends or a task begins to wait.
  func nextChange() -> Promise<Void> {
    state.withLock { state in
      let change = state.change ?? Promise()
      state.change = change
      return change
    }
  }

  /// Returns the state of work; nil if it has ended or has not started.
  func standing(of id: Int) -> Standing? {
    // Copied element by element: a task asks for the state of its wait outside the lock.
    let copy = state.withLock { $0.work[id].map { (task: $0.task, waits: Array($0.waits)) } }
    guard let (task, waits) = copy else { return nil }
    let waiting = waits.filter(\.value.suspension.isWaiting)
    return Standing(
      place: waiting.first { $0.key == task }?.value.place,
      placesOfOthers: waiting.filter { $0.key != task }.map(\.value.place)
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

  /// Identifies the current task among the tasks of the same work.
  private static var currentTask: Int {
    // There is no safe way to identify the current task. The unsafe task is used only for its hash.
    unsafe withUnsafeCurrentTask { unsafe $0?.hashValue ?? 0 }
  }
}
