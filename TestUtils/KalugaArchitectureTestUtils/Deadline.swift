import KalugaArchitecture

/// Limits a call that waits for several events in turn.
struct Deadline {
  /// A practically endless wait; longer sleeps trap.
  static let longest = Duration.seconds(1_000_000_000)

  /// The number of parts of a limit, in each of which queued jobs run.
  ///
  /// An event may need several of them. Other tests that keep the main actor busy, or a machine that
  /// stood still for a moment, may have held them up until the limit was over.
  static let parts = 100

  private let end: ContinuousClock.Instant
  private var eventsAfterEnd = 0

  init(after limit: Duration) {
    end = ContinuousClock.now.advanced(by: min(limit, Self.longest))
  }

  /// Returns how long to wait for the next event; nil to give up.
  ///
  /// Other tests may keep the main actor busy and delay events. After the limit the wait therefore
  /// continues while events arrive, up to 100 of them.
  mutating func remaining() -> Duration? {
    let remaining = ContinuousClock.now.duration(to: end)
    if remaining > .zero { return remaining }
    eventsAfterEnd += 1
    return eventsAfterEnd > 100 ? nil : .zero
  }
}

/// Waits until a closure returns a value, which it is asked for now and after each change.
///
/// - Returns: The value, or nil after the limit.
func wait<Output>(
  atMost limit: Duration,
  for nextChange: () -> Promise<Void>,
  until body: (_ change: Promise<Void>) async throws -> Output?
) async rethrows -> Output? {
  var deadline = Deadline(after: limit)
  while true {
    // Requested before the check, so that no change is missed.
    let change = nextChange()
    if let output = try await body(change) { return output }
    guard let remaining = deadline.remaining(), await wait(for: change, atMost: remaining) else {
      return nil
    }
  }
}

/// Waits for an event; returns false if it does not happen within the limit.
///
/// The limit only ends tests that would hang. No test waits for time to pass.
@MainActor
func wait<Value>(for event: Promise<Value>, atMost limit: Duration) async -> Bool {
  let waiting = startTask { await event.wait() != nil }
  let watchdog = Task {
    for _ in 0..<Deadline.parts {
      try await Task.sleep(for: min(limit, Deadline.longest) / Deadline.parts)
      await letQueuedJobsRun()
    }
    await MainActorSeededExecutor.current?.untilIdle(atMost: 10_000)
    waiting.cancel()
  }
  defer { watchdog.cancel() }
  return await waiting.value
}

/// Returns the result of a closure; cancels it after the limit, and returns nil.
@MainActor
func value<Value: Sendable>(
  atMost limit: Duration,
  of body: @escaping @MainActor () async -> Value
) async -> Value? {
  let end = Promise<Void>()
  let task = Task { @MainActor in
    let value = await body()
    end.settle(())
    return value
  }
  guard await wait(for: end, atMost: limit) else {
    task.cancel()
    return nil
  }
  return await task.value
}

/// Lets jobs run until the condition holds; returns false if it does not within the limit.
///
/// On a busy machine, the thread that resumes a task or releases an object may still be waiting for a
/// processor.
@MainActor
func wait(atMost limit: Duration, until condition: () -> Bool) async -> Bool {
  for _ in 0..<Deadline.parts {
    let end = ContinuousClock.now.advanced(by: limit / Deadline.parts)
    repeat {
      if condition() { return true }
      await letQueuedJobsRun()
    } while ContinuousClock.now < end
  }
  return condition()
}

/// Lets the jobs run that are queued in the pool and on the main actor.
@MainActor
private func letQueuedJobsRun() async {
  await Task.detached { await Task { @MainActor in }.value }.value
}
