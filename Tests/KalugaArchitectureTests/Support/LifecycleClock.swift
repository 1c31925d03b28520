import KalugaArchitecture

/// A clock that stands still until a test moves it.
final class LifecycleClock: Clock {
  struct Instant: InstantProtocol {
    let offset: Duration

    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }

    func duration(to other: Instant) -> Duration { other.offset - offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let alarm: Settlement<Void>
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
  }

  private let state = Lock(State())
  private let count = MutableStateFlow(0)

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  /// How many sleep now.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let alarm = Settlement<Void>()
    let sleeps = state.withLock { state in
      guard deadline > state.now else { return false }
      state.sleepers.append(Sleeper(deadline: deadline, alarm: alarm))
      return true
    }
    guard sleeps else { return }
    count.value = sleeperCount
    let rang = await alarm.wait() != nil
    state.withLock { $0.sleepers.removeAll { $0.alarm === alarm } }
    count.value = sleeperCount
    if !rang { throw CancellationError() }
  }

  /// Moves the time on and wakes those whose time has come.
  func advance(by duration: Duration) {
    let due = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let due = state.sleepers.filter { $0.deadline <= state.now }
      state.sleepers.removeAll { $0.deadline <= state.now }
      return due
    }
    for sleeper in due { sleeper.alarm.settle(()) }
  }

  /// Waits until that many sleep.
  func sleepers(_ expected: Int) async throws {
    _ = try await count.asStateFlow().first { $0 == expected }
  }
}
