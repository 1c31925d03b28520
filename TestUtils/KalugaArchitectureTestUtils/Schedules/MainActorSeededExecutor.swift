import KalugaArchitecture

/// Runs jobs on the main actor, one at a time, in an order that a seed decides.
///
///     continuation, start of a task, end of a child ──▶ ready ──seed──▶ step on the main actor
///
/// A resumed task is added to the ready tasks instead of reaching the main actor through other
/// threads of the concurrency runtime. It runs until it suspends, within one main-actor job, like
/// in an app. The queue of the main actor keeps its order, so no result depends on which thread is
/// faster.
final class MainActorSeededExecutor: TaskExecutor {
  private struct State {
    var jobs: SeededJobs
    /// The job that the current step runs.
    var running: UnownedJob?
    var idle: [CheckedContinuation<Void, Never>] = []
  }

  /// The number of main-actor turns without a ready task after which the executor counts as idle.
  ///
  /// One turn is not enough, because tasks on other executors may still resume tasks of this one.
  private static let quietTurns = 8

  private let state: Lock<State>

  init(seed: UInt64) {
    state = Lock(State(jobs: SeededJobs(seed: seed)))
  }

  /// The executor of the current test; nil if no seed decides the order of its tasks.
  static var current: MainActorSeededExecutor? {
    ArchitectureEvents.listener?.executor as? MainActorSeededExecutor
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustStart = state.withLock { state in
      // A task that changes its isolation is enqueued here too, and continues immediately. The
      // compiler decides how often that happens. If each change took a random number, a seed would
      // give different orders in debug and release builds.
      if let running = state.running, isSame(job, running) {
        state.jobs.addFirst(job)
        return false
      }
      return state.jobs.add(job)
    }
    if mustStart { scheduleStep(quietTurns: 0) }
  }

  private func isSame(_ left: UnownedJob, _ right: UnownedJob) -> Bool {
    // Jobs are not comparable. Each is a frozen struct that contains only the reference to its
    // task.
    unsafe unsafeBitCast(left, to: UInt.self) == unsafeBitCast(right, to: UInt.self)
  }

  /// Returns when no other task can continue.
  func untilIdle() async {
    await withCheckedContinuation { continuation in
      let mustStart = state.withLock { state in
        state.idle.append(continuation)
        return state.jobs.start()
      }
      if mustStart { scheduleStep(quietTurns: 0) }
    }
  }

  /// Returns when no other task can continue, or after a number of turns of the main actor.
  func untilIdle(atMost turns: Int) async {
    for _ in 0..<turns where state.withLock({ $0.jobs.isRunning }) {
      await Task { @MainActor in }.value
    }
  }

  /// Runs each step in a job of its own, so that other jobs of the main actor run in between.
  private func scheduleStep(quietTurns: Int) {
    Task.detached { @MainActor in self.step(quietTurns) }
  }

  @MainActor
  private func step(_ quietTurns: Int) {
    enum Action {
      case run(UnownedJob)
      case wait
      case wake(CheckedContinuation<Void, Never>)
      case stop
    }
    let action = state.withLock { state -> Action in
      if let job = state.jobs.next() {
        state.running = job
        return .run(job)
      }
      if state.idle.isEmpty {
        state.jobs.stop()
        return .stop
      }
      if quietTurns < Self.quietTurns { return .wait }
      // The newest first: a clock that runs inside other work continues before what waits for both.
      return .wake(state.idle.removeLast())
    }
    switch action {
    case .run(let job):
      // Runs the job like the main actor itself would. A main-actor task then continues
      // immediately, and is not enqueued again at each call.
      unsafe job.runSynchronously(
        isolatedTo: MainActor.sharedUnownedExecutor,
        taskExecutor: asUnownedTaskExecutor()
      )
      state.withLock { $0.running = nil }
      scheduleStep(quietTurns: 0)
    case .wait:
      scheduleStep(quietTurns: quietTurns + 1)
    case .wake(let waiter):
      waiter.resume()
      scheduleStep(quietTurns: 0)
    case .stop: break
    }
  }
}
