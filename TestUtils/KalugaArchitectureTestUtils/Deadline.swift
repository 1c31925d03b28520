import KalugaArchitecture

/// Limits a call that waits for several events in turn.
struct Deadline {
  /// A practically endless wait; longer sleeps trap.
  static let longest = Duration.seconds(1_000_000_000)

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
    // The limit passes in parts, and each part lets the jobs run that are queued in the pool and on
    // the main actor. The event may need them, and other tests or a machine that stood still for a
    // moment may have held them up.
    for _ in 0..<100 {
      try await Task.sleep(for: min(limit, Deadline.longest) / 100)
      await Task.detached {}.value
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
/// Waiting for a number of main-actor turns is not enough. On a busy machine, the thread that
/// resumes a task or releases an object may still be waiting for a processor.
@MainActor
func wait(atMost limit: Duration, until condition: () -> Bool) async -> Bool {
  let deadline = ContinuousClock.now.advanced(by: limit)
  repeat {
    for _ in 0..<20 {
      if condition() { return true }
      await Task { @MainActor in }.value
    }
  } while ContinuousClock.now < deadline
  return condition()
}
