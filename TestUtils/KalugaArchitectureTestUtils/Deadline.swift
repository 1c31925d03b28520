import KalugaArchitecture

/// How long a call goes on that waits for one event after another.
struct Deadline {
  /// For a wait that is as good as endless: longer sleeps end the process.
  static let longest = Duration.seconds(1_000_000_000)

  private let end: ContinuousClock.Instant
  private var eventsAfterEnd = 0

  init(after limit: Duration) {
    end = ContinuousClock.now.advanced(by: min(limit, Self.longest))
  }

  /// How long to wait for the next event; nil to give up.
  ///
  /// On a main actor that other tests keep busy, what is waited for may need long: as long as events
  /// come it is not given up, unless they do nothing but go on and on.
  mutating func rest() -> Duration? {
    let rest = ContinuousClock.now.duration(to: end)
    if rest > .zero { return rest }
    eventsAfterEnd += 1
    return eventsAfterEnd > 100 ? nil : .zero
  }
}

/// Waits for an event, but not for ever.
///
/// The limit only ends a test that would hang: nothing waits for time to pass.
@MainActor
func wait(for event: Promise<Void>, atMost limit: Duration) async -> Bool {
  let waiting = startTask { await event.wait() != nil }
  let watchdog = Task {
    try await Task.sleep(for: min(limit, Deadline.longest))
    await MainActorSeededExecutor.current?.untilIdle(atMost: 10_000)
    // On a main actor that other tests keep busy the event may be waiting for its turn. Jobs run in
    // order: let a few generations of them run before giving up.
    for _ in 0..<20 { await Task { @MainActor in }.value }
    waiting.cancel()
  }
  defer { watchdog.cancel() }
  return await waiting.value
}

/// Lets jobs run until the condition holds, but not for ever; says whether it does.
///
/// A number of main-actor turns would not do: what is resumed, and what is released by another thread,
/// may have to wait for that thread on a busy machine.
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
