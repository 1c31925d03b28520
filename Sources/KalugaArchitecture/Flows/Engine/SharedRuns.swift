/// Runs one source for any number of consumers, according to a start policy.
///
///     idle ──begin──▶ running ──ends by itself──▶ over ──release──▶ idle
///      ▲                 │ release
///      └────ends──── stopping ◀──expire── idle
///
/// ``FlowStart`` documents the policies. The owner calls ``start()`` once,
/// ``consumersDidChange(_:)`` whenever consumers arrive or leave, and ``stop()`` at its own end. Its
/// `launch` closure starts a task in the scope, whose body is a call of ``run(_:)``.
///
/// - With `.whileSubscribed`, the end of the grace period releases the source: the run is cancelled,
///   and the next consumer begins a new one. A run that has ended by itself is not repeated before
///   that release, unless it has failed: then it is released with the last consumer.
/// - An expiration is a run of its own, so the next one begins after it.
/// - The scope is not retained. After its end no run begins.
///
/// All methods can be called from any isolation. They call `launch` and `onEnd` outside the lock,
/// on the isolation of the caller or of the run that has just ended: on the main actor if the owner
/// and the runs are isolated to it.
final class SharedRuns: Sendable {
  /// Launches a run in a scope that is active; returns nil if the scope has ended since.
  ///
  /// Makes the iterator here, not in the task: what the source emits after this call reaches the run.
  typealias Launch = @Sendable (TaskScope, SharedRuns) -> Task<Void, Never>?

  /// Resets the last value, and then calls the closure on the isolation on which the owner uses this
  /// source.
  typealias OnExpire = @Sendable (_ didReset: @Sendable () -> Void) async -> Void

  /// How a run ended.
  enum End: Sendable {
    /// Cancelled, because consumers have left or the owner has ended.
    case stopped
    /// By itself or with its scope.
    case finished
    /// By an error of a run that was not cancelled; it also goes to the error handler of the scope.
    case failed(any Error)
  }

  private enum Run {
    case idle
    /// The task is nil until it has been launched.
    case running(id: Int, Task<Void, Never>?)
    /// A run that is cancelled and has not ended, or the call of `onExpire`.
    case stopping
    case over(isFailed: Bool)

    var isStopping: Bool {
      if case .stopping = self { true } else { false }
    }

    var hasFailed: Bool {
      if case .over(isFailed: true) = self { true } else { false }
    }
  }

  private struct State {
    /// Nil when there will be no more runs.
    var launch: Launch?
    var run = Run.idle
    var hasConsumers = false
    var history = IterationHistory()
    /// Waits for the end of the grace period or for the expiration.
    var timer: Task<Void, Never>?
    /// Identifies the latest run or timer; an earlier timer has no effect.
    var lastID = 0
  }

  /// What to do outside the lock.
  private struct Step {
    var cancelled: [Task<Void, Never>?] = []
    var launch: (id: Int, launch: Launch)?
    var timer: (id: Int, duration: Duration, clock: any Clock<Duration>)?
    var isExpired = false
    /// Kept until the lock is released, because it may hold the last reference to a user's object.
    var released: Launch?
  }

  private let sequence: Any.Type
  private let policy: FlowStart
  private weak let scope: TaskScope?
  private let onEnd: @Sendable (End) -> Void
  private let onExpire: OnExpire
  private let state: Lock<State>

  /// Creates a source that does not run yet.
  ///
  /// - Parameters:
  ///   - sequence: What the source runs, for diagnostics.
  ///   - policy: When the source runs.
  ///   - scope: Owns the runs, which end with it.
  ///   - onEnd: Called when a run has ended, before the next one begins, and if a run cannot begin
  ///     because the scope has ended.
  ///   - onExpire: Called when the last value has expired.
  ///   - launch: Launches a run. Retained until there will be no more runs.
  init(
    of sequence: Any.Type,
    _ policy: FlowStart,
    in scope: TaskScope,
    onEnd: @escaping @Sendable (End) -> Void = { _ in },
    onExpire: @escaping OnExpire,
    launch: @escaping Launch
  ) {
    self.sequence = sequence
    self.policy = policy
    self.scope = scope
    self.onEnd = onEnd
    self.onExpire = onExpire
    state = Lock(State(launch: launch))
  }

  // MARK: The owner

  /// Begins the run of an eager source; does nothing for the other policies.
  func start() {
    guard case .eagerly = policy else { return }
    change { Self.begin(&$0, &$1) }
  }

  /// Cancels the run and the timer; there will be no more runs.
  func stop() {
    change { state, step in
      step.released = state.launch.take()
      Self.endTimer(&state, &step)
      release(&state, &step)
    }
  }

  /// Called when consumers arrive or leave.
  ///
  /// - Parameter areThere: Returns whether there are any. Called under the lock, so that racing
  ///   calls end with the latest answer.
  func consumersDidChange(_ areThere: () -> Bool) {
    change { state, step in
      let hasConsumers = areThere()
      guard hasConsumers != state.hasConsumers else { return }
      state.hasConsumers = hasConsumers
      if hasConsumers {
        Self.endTimer(&state, &step)
        Self.begin(&state, &step)
      } else if case .whileSubscribed(let grace, _, let clock) = policy {
        if grace <= .zero || state.run.hasFailed { return release(&state, &step) }
        state.lastID += 1
        step.timer = (state.lastID, grace, clock)
      }
    }
  }

  // MARK: The run

  /// Does the work of a run; the launched task calls this once and does nothing else.
  ///
  /// The operation returns whether the sequence was empty. The task must run even if it is cancelled
  /// before it starts: the next run waits for its end.
  func run(_ operation: () async throws -> Bool) async {
    do {
      try Task.checkCancellation()
      runDidEnd(.finished, isEmpty: try await operation())
    } catch {
      // A run that is cancelled with its scope has not failed, whatever it throws.
      let wasCancelled = Task.isCancelled || error is CancellationError
      runDidEnd(wasCancelled ? .finished : .failed(error))
    }
  }

  /// Reports the end to the owner, and a failure to the scope, and begins the next run if it is due.
  private func runDidEnd(_ end: End, isEmpty: Bool = false) {
    let wasStopped = state.withLock { $0.run.isStopping } || wasCancelledAlone
    let core = scope?.core
    let isOver = state.withLock { state in
      // The owner may stop the source now. That need not cancel a task that has ended by itself.
      if case .running(let id, _) = state.run { state.run = .running(id: id, nil) }
      return state.history.didEnd(isEmpty: isEmpty, isCancelled: wasStopped || Task.isCancelled)
    }
    if isOver {
      let name = core?.name ?? "TaskScope"
      ArchitectureDiagnostics.reportEnded(
        sequence,
        in: "a flow or observable in the scope '\(name)'",
        to: core?.listener
      )
    }
    onEnd(wasStopped ? .stopped : end)
    let hasFailed = if case .failed = end { true } else { false }
    change { state, step in
      if wasStopped || state.run.isStopping { return rest(&state, &step) }
      state.run = .over(isFailed: hasFailed)
      if isWhileSubscribed {
        if state.run.hasFailed, !state.hasConsumers { release(&state, &step) }
      } else {
        step.released = state.launch.take()
      }
    }
    // Not thrown to the scope: the owner may have cancelled the task by now, which ends anyway.
    if case .failed(let error) = end, !wasStopped {
      core?.report(error, of: "iteration of \(sequence)")
    }
  }

  private var isWhileSubscribed: Bool {
    if case .whileSubscribed = policy { true } else { false }
  }

  /// Whether the scope has cancelled its work without ending; a `.whileSubscribed` source then
  /// starts again.
  private var wasCancelledAlone: Bool {
    Task.isCancelled && isWhileSubscribed && scope?.isActive == true
  }

  /// Called at the end of a grace period, when the source runs or is over, and at an expiration,
  /// when it rests.
  private func timerDidEnd(_ id: Int) async {
    guard scope?.isActive == true else { return }
    let isExpired = change { state, step in
      guard state.lastID == id, !state.hasConsumers else { return }
      guard case .idle = state.run else { return release(&state, &step) }
      state.run = .stopping
      step.isExpired = true
    }
    guard isExpired else { return }
    await onExpire { [self] in
      change { state, step in
        state.run = .idle
        if state.hasConsumers { Self.begin(&state, &step) }
      }
    }
  }

  // MARK: Changes

  private static func begin(_ state: inout State, _ step: inout Step) {
    guard case .idle = state.run, let launch = state.launch else { return }
    state.lastID += 1
    state.run = .running(id: state.lastID, nil)
    step.launch = (state.lastID, launch)
  }

  private func release(_ state: inout State, _ step: inout Step) {
    switch state.run {
    case .running(_, let task):
      state.run = .stopping
      step.cancelled.append(task)
    case .over: rest(&state, &step)
    case .idle, .stopping: break
    }
  }

  /// Begins the next run if there are consumers, and otherwise waits for the expiration.
  private func rest(_ state: inout State, _ step: inout Step) {
    state.run = .idle
    if state.hasConsumers { return Self.begin(&state, &step) }
    Self.endTimer(&state, &step)
    if state.launch != nil, case .whileSubscribed(_, let expiration?, let clock) = policy {
      step.timer = (state.lastID, expiration, clock)
    }
  }

  private static func endTimer(_ state: inout State, _ step: inout Step) {
    state.lastID += 1
    step.cancelled.append(state.timer.take())
  }

  /// Changes the state, and then acts outside the lock.
  ///
  /// - Returns: Whether the last value has expired.
  @discardableResult
  private func change(_ decide: (inout State, inout Step) -> Void) -> Bool {
    let step = state.withLock { state in
      var step = Step()
      decide(&state, &step)
      return step
    }
    for task in step.cancelled { task?.cancel() }
    if let (id, launch) = step.launch { begin(id, launch) }
    if let (id, duration, clock) = step.timer { wait(id, for: duration, clock) }
    return step.isExpired
  }

  private func begin(_ id: Int, _ launch: Launch) {
    guard let scope, scope.isActive, let task = launch(scope, self) else {
      onEnd(.finished)
      return stop()
    }
    let isKept = state.withLock { state in
      guard case .running(id, nil) = state.run else { return false }
      state.run = .running(id: id, task)
      return true
    }
    // Stopped before there was a task to cancel.
    if !isKept { task.cancel() }
  }

  private func wait(_ id: Int, for duration: Duration, _ clock: any Clock<Duration>) {
    // A timer ends early if the scope cancels its work.
    let task = scope?.launch(on: nil, evenIfCancelled: true) { [weak self] in
      try? await clock.sleep(for: duration.bounded)
      await self?.timerDidEnd(id)
    }
    let isKept = state.withLock { state in
      guard state.lastID == id else { return false }
      state.timer = task
      return true
    }
    // A consumer has arrived before there was a task to cancel.
    if !isKept { task?.cancel() }
  }
}
