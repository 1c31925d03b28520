import KalugaArchitecture

/// A clock that stands still until a test moves it.
final class GraceClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }
  }

  private struct State {
    var now = Instant()
    var lastID = 0
    var sleepers: [Int: (deadline: Instant, handOff: HandOff<Bool>)] = [:]
    var arrivals: [HandOff<Void>] = []
  }

  private let state = Lock(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .nanoseconds(1) }

  /// How many sleep at the moment.
  var sleeperCount: Int { state.withLock { $0.sleepers.count } }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try Task.checkCancellation()
    let handOff = HandOff<Bool>()
    let (id, arrivals) = state.withLock { state -> (Int?, [HandOff<Void>]) in
      guard deadline > state.now else { return (nil, []) }
      state.lastID += 1
      state.sleepers[state.lastID] = (deadline, handOff)
      let arrivals = state.arrivals
      state.arrivals = []
      return (state.lastID, arrivals)
    }
    for arrival in arrivals { arrival.settle() }
    guard let id else { return }
    let wasReached = await withTaskCancellationHandler {
      await handOff.wait()
    } onCancel: {
      state.withLock { $0.sleepers[id] = nil }
      handOff.settle(false)
    }
    if !wasReached { throw CancellationError() }
  }

  /// Waits until somebody sleeps.
  func somebodySleeps() async {
    let arrival = HandOff<Void>()
    let mustWait = state.withLock { state in
      guard state.sleepers.isEmpty else { return false }
      state.arrivals.append(arrival)
      return true
    }
    if mustWait { await arrival.wait() }
  }

  /// Lets time pass, and wakes those whose time has come.
  func advance(by duration: Duration) {
    let woken = state.withLock { state in
      state.now = state.now.advanced(by: duration)
      let woken = state.sleepers.filter { $0.value.deadline <= state.now }
      for id in woken.keys { state.sleepers[id] = nil }
      return woken.values.map(\.handOff)
    }
    for handOff in woken { handOff.settle(true) }
  }
}
