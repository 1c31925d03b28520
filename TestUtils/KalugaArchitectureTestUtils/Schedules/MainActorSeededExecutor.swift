import KalugaArchitecture

/// Runs jobs on the main actor, one at a time, in an order that a seed decides.
///
///     continuation, start of a task, end of a child ──▶ ready ──seed──▶ step on the main actor
///
/// Whatever makes a task go on puts it among those that are ready, instead of sending it to the main actor by
/// way of the threads of the runtime. From there it goes on until it suspends, within one main-actor job,
/// as it would in an app. All this happens on the main actor, whose queue keeps its order: nothing depends
/// on which thread is faster.
final class MainActorSeededExecutor: TaskExecutor {
  private struct State {
    var jobs: SeededJobs
    /// What the step runs.
    var running: UnownedJob?
    var idle: [CheckedContinuation<Void, Never>] = []
  }

  /// How often the queue of the main actor must have come round, with nobody ready, for those who wait
  /// for that: tasks which the executor does not run may still make others ready.
  private static let quietTurns = 8

  private let state: Lock<State>

  init(seed: UInt64) {
    state = Lock(State(jobs: SeededJobs(seed: seed)))
  }

  /// The executor that orders the current task's test.
  static var current: MainActorSeededExecutor? {
    ArchitectureEvents.listener?.executor as? MainActorSeededExecutor
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let mustStart = state.withLock { state in
      // A task that changes its isolation comes here too, and goes on at once. How often it does is for
      // the compiler to say, who leaves out what he can: with a draw for each, the order of a seed would
      // be another one in a release build, or with counts of what runs.
      if let running = state.running, isSame(job, running) {
        state.jobs.addFirst(job)
        return false
      }
      return state.jobs.add(job)
    }
    if mustStart { scheduleStep(quietTurns: 0) }
  }

  private func isSame(_ left: UnownedJob, _ right: UnownedJob) -> Bool {
    // Jobs cannot be compared. They are frozen structs of one reference, to their task.
    unsafe unsafeBitCast(left, to: UInt.self) == unsafeBitCast(right, to: UInt.self)
  }

  /// Returns when no other task can go on.
  func untilIdle() async {
    await withCheckedContinuation { continuation in
      let mustStart = state.withLock { state in
        state.idle.append(continuation)
        return state.jobs.start()
      }
      if mustStart { scheduleStep(quietTurns: 0) }
    }
  }

  /// Returns when no other task can go on, or after so many turns of the main actor: for those who only
  /// look on, and do not wait for ever.
  func untilIdle(atMost turns: Int) async {
    for _ in 0..<turns where state.withLock({ $0.jobs.isRunning }) {
      await Task { @MainActor in }.value
    }
  }

  /// A job of its own for each step: others on the main actor get their turn in between.
  private func scheduleStep(quietTurns: Int) {
    Task.detached { @MainActor in self.step(quietTurns) }
  }

  @MainActor
  private func step(_ quietTurns: Int) {
    enum Action {
      case run(UnownedJob)
      case wait
      case wake([CheckedContinuation<Void, Never>])
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
      defer { state.idle = [] }
      return .wake(state.idle)
    }
    switch action {
    case .run(let job):
      // As if the main actor itself ran it: then a task that belongs there goes on at once, and does not
      // line up again at each call.
      unsafe job.runSynchronously(
        isolatedTo: MainActor.sharedUnownedExecutor,
        taskExecutor: asUnownedTaskExecutor()
      )
      state.withLock { $0.running = nil }
      scheduleStep(quietTurns: 0)
    case .wait:
      scheduleStep(quietTurns: quietTurns + 1)
    case .wake(let waiters):
      for waiter in waiters { waiter.resume() }
      scheduleStep(quietTurns: 0)
    case .stop: break
    }
  }
}
