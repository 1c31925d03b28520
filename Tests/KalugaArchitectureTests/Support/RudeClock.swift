import KalugaArchitectureTestUtils

/// A clock whose sleeps end early when they are cancelled, without an error.
struct RudeClock: Clock {
  let base = ContinuousClock()
  let sleeps: Tally

  var now: ContinuousClock.Instant { base.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    sleeps.add()
    await untilCancelled()
  }
}
