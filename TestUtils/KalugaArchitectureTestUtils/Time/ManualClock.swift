import KalugaArchitecture

/// A clock that stands still until the test moves it.
///
///     let clock = ManualClock()
///     let search = SearchViewModel(clock: clock)
///     search.text = "swift"                          // starts a search in half a second
///     try await clock.waitForSleepers(1)
///     await clock.run(for: .milliseconds(500))
///     #expect(search.results == ["swift"])
///
/// May be used from any isolation and by any number of tasks. Nobody sleeps for real.
public final class ManualClock: Clock {
  /// A moment: the time since the clock was made.
  public struct Instant: InstantProtocol {
    /// The time since the clock was made.
    public let offset: Duration

    /// Creates a moment.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The moment after a duration.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// How long it is to another moment.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Whether a moment comes before another.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private let state = Lock(ManualClockState())
  private let reporter = FailureReporter()

  /// Creates a clock that shows zero.
  public init() {
    MainActorResumptions.track()
  }

  /// What the clock shows.
  public var now: Instant { state.withLock { $0.now } }

  /// Any difference counts.
  public var minimumResolution: Duration { .zero }

  /// When those who sleep want to be woken, soonest first.
  public var deadlines: [Instant] { state.withLock { $0.sleepers.map(\.deadline) } }

  /// Sleeps until the clock is moved to the deadline or further.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try await sleep(until: deadline, isolation: #isolation)
  }

  /// By a parameter: only then does the closure that waits stay on the actor of who sleeps.
  private func sleep(until deadline: Instant, isolation: isolated (any Actor)?) async throws {
    try Task.checkCancellation()
    let alarm = OneShot<Bool>()
    let (id, satisfied) = state.withLock { $0.addSleeper(until: deadline, alarm) }
    for waiter in satisfied { waiter.settle(()) }
    guard let id else { return }
    let isOver = await withTaskCancellationHandler {
      await alarm.wait(at: .clock, isolation: isolation)
    } onCancel: {
      let (hasSlept, satisfied) = state.withLock { $0.removeSleeper(id) }
      // One that is being woken is not cancelled.
      if hasSlept { alarm.settle(false) }
      for waiter in satisfied { waiter.settle(()) }
    }
    if !isOver { throw CancellationError() }
  }

  // MARK: Moving the clock

  /// Moves the clock and wakes everybody whose time has come, soonest first.
  ///
  /// They have not run when this returns, and see the moved clock when they do. ``run(for:)`` goes step
  /// by step instead. If a seed decides their order, it does so for all of them. The clock does not go
  /// back: a negative duration is none.
  public func advance(by duration: Duration) {
    let (woken, satisfied) = state.withLock { state in
      state.now = state.now.advanced(by: max(.zero, duration))
      let woken = state.takeDue()
      return (woken, state.takeSatisfied())
    }
    for sleeper in woken { sleeper.alarm.settle(true) }
    for waiter in satisfied { waiter.settle(()) }
  }

  /// Moves the clock step by step: each sleeper wakes at its own time, one after the other, and may
  /// sleep again before the next one wakes.
  ///
  /// Those who are due at the same time wake in the order in which they went to sleep, or together if a
  /// seed decides their order (``exploreMainActorSchedules(seeds:fileID:filePath:line:column:_:)``).
  /// Between two of them everything runs that is ready on the main actor, a few generations deep; longer
  /// work off the main actor may go on.
  public func run(for duration: Duration) async {
    let end = now.advanced(by: duration)
    await settle()
    while await wakeNext(until: end) {}
    state.withLock { $0.now = max($0.now, end) }
  }

  /// Moves the clock step by step until nobody sleeps.
  ///
  /// - Parameters:
  ///   - limit: How far the clock may be moved: a ticker would never end.
  ///   - fileID: Where a failure is reported.
  ///   - filePath: Where a failure is reported.
  ///   - line: Where a failure is reported.
  ///   - column: Where a failure is reported.
  /// - Throws: Who still sleeps behind the limit.
  public func runToEnd(
    limit: Duration = .seconds(24 * 60 * 60),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let end = now.advanced(by: limit)
    await settle()
    while await wakeNext(until: end) {}
    let deadlines = deadlines
    guard !deadlines.isEmpty else { return }
    throw reporter.failure(
      "runToEnd: \(deadlines.count) still sleep(s) after \(limit), until "
        + "\(Self.list(deadlines)): end what repeats, or say how long to run with run(for:)",
      at: CallLocation(fileID, filePath, line, column)
    )
  }

  /// Waits until exactly so many tasks sleep on this clock.
  ///
  /// - Parameters:
  ///   - count: How many.
  ///   - limit: How long to wait for that, on the wall.
  ///   - fileID: Where a failure is reported.
  ///   - filePath: Where a failure is reported.
  ///   - line: Where a failure is reported.
  ///   - column: Where a failure is reported.
  /// - Throws: That it did not come to that, and who sleeps.
  public func waitForSleepers(
    _ count: Int,
    limit: Duration = .seconds(5),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async throws {
    let reached = Settlement<Void>()
    let isReached = state.withLock { $0.isReached(count, else: reached) }
    if isReached { return }
    if await wait(for: reached, atMost: limit) { return }
    let deadlines = deadlines
    throw reporter.failure(
      "waitForSleepers: expected \(count), found \(deadlines.count) within \(limit)"
        + (deadlines.isEmpty ? "" : ", until \(Self.list(deadlines))")
        + "; the clock shows \(now.offset): let the work sleep on this clock, or correct the count",
      at: CallLocation(fileID, filePath, line, column)
    )
  }

  private static func list(_ deadlines: [Instant]) -> String {
    let shown = deadlines.prefix(10).map { "\($0.offset)" }.joined(separator: ", ")
    return deadlines.count > 10 ? shown + ", …" : shown
  }

  /// Wakes the sleeper whose time comes first, and lets run what it makes ready.
  ///
  /// With it those of the same moment, if somebody else decides who of them goes on first.
  private func wakeNext(until end: Instant) async -> Bool {
    let isOrdered = MainActorSeededExecutor.current != nil
    let (sleepers, satisfied) = state.withLock { state in
      var sleepers: [ManualClockState.Sleeper] = []
      if let first = state.takeFirst(until: end) { sleepers.append(first) }
      if isOrdered { sleepers += state.takeDue() }
      return (sleepers, state.takeSatisfied())
    }
    if sleepers.isEmpty { return false }
    for sleeper in sleepers { sleeper.alarm.settle(true) }
    for waiter in satisfied { waiter.settle(()) }
    await settle()
    return true
  }
}
