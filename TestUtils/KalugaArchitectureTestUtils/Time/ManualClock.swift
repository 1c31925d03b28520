import KalugaArchitecture

/// A clock that moves only when the test moves it.
///
///     let clock = ManualClock()
///     let search = SearchViewModel(clock: clock)
///     search.text = "swift"                          // the search starts after half a second
///     try await clock.waitForSleepers(1)
///     await clock.run(for: .milliseconds(500))
///     #expect(search.results == ["swift"])
///
/// Any number of tasks can use a clock, from any isolation. No task waits for real time to pass.
public final class ManualClock: Clock {
  /// A moment, measured from the creation of the clock.
  public struct Instant: InstantProtocol {
    /// The time since the clock was created.
    public let offset: Duration

    /// Creates a moment.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// Returns the moment after a duration.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the duration to another moment.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Returns whether a moment is before another.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private let state = Lock(ManualClockState())
  private let reporter = FailureReporter()
  private let watch: WorkWatch

  /// Creates a clock at zero.
  public init() {
    watch = WorkWatch.currentOrNew()
  }

  /// The current time.
  public var now: Instant { state.withLock { $0.now } }

  /// Zero: the clock tells any two moments apart.
  public var minimumResolution: Duration { .zero }

  /// The deadlines of the sleeping tasks, soonest first.
  public var deadlines: [Instant] { state.withLock { $0.deadlines } }

  /// Changes the clock, then resumes the tests that wait for the new number of sleepers.
  private func change<Result: Sendable>(_ body: (inout ManualClockState) -> Result) -> Result {
    let (result, reached) = state.withLock { (body(&$0), $0.sleeping.takeReached()) }
    for promise in reached { promise.settle(()) }
    return result
  }

  /// Sleeps until the clock reaches the deadline.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before the deadline.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline, isolation: #isolation)
  }

  /// Takes the isolation as a parameter, so that the waiting closure stays on the caller's actor.
  private func sleep(until deadline: Instant, isolation: isolated (any Actor)?) async throws {
    try Task.checkCancellation()
    let alarm = OneShot<Bool>()
    let sleeper = ManualClockState.Sleeper(deadline: deadline, alarm: alarm)
    guard let id = change({ $0.add(sleeper) }) else { return }
    let isReached = await withTaskCancellationHandler {
      await alarm.wait(at: .clock, isolation: isolation)
    } onCancel: {
      // A sleeper that is not in the list is already being woken, and must not be cancelled.
      if change({ $0.sleeping.list.remove(id) }) != nil { alarm.settle(false) }
    }
    if !isReached { throw CancellationError() }
  }

  // MARK: Moving the clock

  /// Moves the clock in one step, and wakes all tasks whose deadline has been reached, soonest
  /// first.
  ///
  /// The tasks have not run yet when this returns. When they run, they see the new time; use
  /// ``run(for:file:line:)`` to move the clock step by step instead. In tests with
  /// seeded schedules, the seed decides the order of the woken tasks. A negative duration does not
  /// move the clock.
  public func advance(by duration: Duration) {
    let woken = change { state in
      state.now = state.now.advanced(by: max(.zero, duration))
      return state.takeDue()
    }
    for sleeper in woken { sleeper.alarm.settle(true) }
  }

  /// Moves the clock step by step, and wakes each sleeper at its own deadline.
  ///
  /// A sleeper can run and sleep again before the next sleeper wakes. Sleepers with the same
  /// deadline wake one by one, in the order in which they fell asleep. In
  /// ``exploreMainActorSchedules(seeds:file:line:_:)`` they wake together, in an
  /// order that the seed decides.
  ///
  /// After each sleeper, jobs that are ready on the main actor run, a few generations deep. Then the
  /// clock waits for work on any isolation, until it has ended or one of its tasks waits inside the
  /// toolkit, such as at a clock, a gate or a flow. It fails and stops if that takes longer than the
  /// limit of the checks, or five seconds. Before it moves, it waits at most a second: work that
  /// already runs and never waits inside the toolkit, such as for an `AsyncStream`, gets a warning
  /// and is not waited for.
  ///
  /// The clock waits for work of the scopes for which
  /// ``waitUntilParked(_:limit:file:line:)`` does. Other work may still be running
  /// when this returns.
  public func run(
    for duration: Duration,
    file: StaticString = #filePath,
    line: UInt = #line
  ) async {
    let location = CallLocation(file, line)
    let end = now.advanced(by: duration)
    if let failure = await failureOfRun("run", until: end, location) {
      return reporter.report(failure, at: location)
    }
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Moves the clock step by step until no task sleeps.
  ///
  /// Waits for work like ``run(for:file:line:)``.
  ///
  /// The limit is how far to move the clock at most. Work that repeats, such as a ticker, never ends.
  ///
  /// - Throws: An error that lists the remaining deadlines, if tasks still sleep after the limit, or
  ///   the work that still runs.
  public func runToEnd(
    limit: Duration = .seconds(24 * 60 * 60),
    file: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let location = CallLocation(file, line)
    let end = now.advanced(by: limit)
    if let failure = await failureOfRun("runToEnd", until: end, location) {
      throw reporter.failure(failure, at: location)
    }
    let deadlines = deadlines
    guard !deadlines.isEmpty else { return }
    throw reporter.failure(
      "runToEnd: \(deadlines.count) task(s) still asleep after \(limit), until "
        + "\(list(deadlines.map { "\($0.offset)" })): end work that repeats, or limit the time with "
        + "run(for:)",
      at: location
    )
  }

  /// Waits until exactly this many tasks sleep on the clock.
  ///
  /// - Throws: An error that lists the deadlines, if the number is not reached within the limit.
  public func waitForSleepers(
    _ count: Int,
    limit: Duration = .seconds(5),
    file: StaticString = #filePath,
    line: UInt = #line
  ) async throws {
    let reached = Promise<Void>()
    guard let id = state.withLock({ $0.sleeping.watch(count, reached) }) else { return }
    if await wait(for: reached, atMost: limit) { return }
    state.withLock { $0.sleeping.stopWatching(id) }
    let deadlines = deadlines
    throw reporter.failure(
      "waitForSleepers: expected \(count), found \(deadlines.count) within \(limit)"
        + (deadlines.isEmpty ? "" : " (until \(list(deadlines.map { "\($0.offset)" })))")
        + "; the clock shows \(now.offset). Let the work sleep on this clock, or correct the count",
      at: CallLocation(file, line)
    )
  }

  /// Wakes the sleepers step by step, and lets the work that follows from it run.
  ///
  /// - Returns: A failure that names work that neither waits nor ends; nil if there is none.
  private func failureOfRun(
    _ call: String,
    until end: Instant,
    _ location: CallLocation
  ) async -> String? {
    let limit = await TestWatch.current?.limit ?? .seconds(5)
    if let busy = await settle(atMost: min(limit, .seconds(1))) {
      reporter.warn(
        "\(call): does not wait for \(busy), which still runs and does not wait at a clock, a gate or "
          + "a flow: let it follow a flow, or move the clock with advance(by:)",
        at: location
      )
    }
    while wakeNext(until: end) {
      guard let busy = await settle(atMost: limit) else { continue }
      return
        "\(call): \(busy) still runs \(limit) after the clock reached \(now.offset): let it wait "
        + "at a clock, a gate or a flow, or end, or move the clock with advance(by:)"
    }
    return nil
  }

  /// Wakes the sleeper with the first deadline; returns false if no task sleeps until the end.
  ///
  /// In tests with seeded schedules, all sleepers with that deadline wake together.
  private func wakeNext(until end: Instant) -> Bool {
    let isSeeded = MainActorSeededExecutor.current != nil
    let woken = change { state -> [ManualClockState.Sleeper] in
      guard let first = state.takeFirst(until: end) else { return [] }
      return isSeeded ? [first] + state.takeDue() : [first]
    }
    for sleeper in woken { sleeper.alarm.settle(true) }
    return !woken.isEmpty
  }

  /// Runs the jobs that are ready, and waits for work until it waits inside the toolkit or has ended.
  ///
  /// - Returns: The names of work that has taken longer than the limit, and is not waited for again.
  private func settle(atMost limit: Duration) async -> String? {
    await KalugaArchitectureTestUtils.settle()
    if MainActorSeededExecutor.current != nil { return nil }
    let watch = WorkWatch.current ?? watch
    var busy: [Int: String] = [:]
    let end: Void? = await wait(atMost: limit) {
      watch.nextChange()
    } until: { _ in
      busy = watch.busyWork()
      guard busy.isEmpty else { return nil }
      await KalugaArchitectureTestUtils.settle()
      busy = watch.busyWork()
      return busy.isEmpty ? () : nil
    }
    if end != nil { return nil }
    watch.giveUp(busy.keys)
    return busy.sorted { $0.key < $1.key }.prefix(10).map(\.value).joined(separator: ", ")
  }
}

extension ManualClock: ReportingClock {}
