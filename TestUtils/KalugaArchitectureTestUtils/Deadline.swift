import KalugaArchitecture

/// Limits a call that waits for one event after another.
struct Deadline {
  /// A practically endless wait: longer sleeps stop the process.
  static let longest = Duration.seconds(1_000_000_000)

  private let end: ContinuousClock.Instant
  private var eventsAfterEnd = 0

  init(after limit: Duration) {
    end = ContinuousClock.now.advanced(by: min(limit, Self.longest))
  }

  /// Returns how long to wait for the next event; nil to give up.
  ///
  /// If other tests keep the main actor busy, an event may take long. After the limit the wait continues while events
  /// arrive, up to 100 of them.
  mutating func rest() -> Duration? {
    let rest = ContinuousClock.now.duration(to: end)
    if rest > .zero { return rest }
    eventsAfterEnd += 1
    return eventsAfterEnd > 100 ? nil : .zero
  }
}

/// Waits for an event within a limit.
///
/// The limit only ends a test that would hang; no test waits for time to pass.
@MainActor
func wait(for event: Promise<Void>, atMost limit: Duration) async -> Bool {
  let waiting = startTask { await event.wait() != nil }
  let watchdog = Task {
    try await Task.sleep(for: min(limit, Deadline.longest))
    await MainActorSeededExecutor.current?.untilIdle(atMost: 10_000)
    // If other tests keep the main actor busy, the event may be waiting for its turn. Jobs run in order: let a few
    // generations of them run before giving up.
    for _ in 0..<20 { await Task { @MainActor in }.value }
    waiting.cancel()
  }
  defer { watchdog.cancel() }
  return await waiting.value
}

/// Lets jobs run until the condition holds, within a limit; returns whether it holds.
///
/// Waiting for a number of main-actor turns is not enough: on a busy machine a task may be resumed, or an object
/// released, by a thread that is still waiting for a processor.
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
