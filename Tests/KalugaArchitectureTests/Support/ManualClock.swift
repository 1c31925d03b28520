import KalugaArchitecture

/// A clock that stands still until a test advances it.
final class ManualClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration = .zero

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (lhs: Instant, rhs: Instant) -> Bool { lhs.offset < rhs.offset }
  }

  private struct Sleeper {
    let deadline: Instant
    let handOff: HandOff<Bool>
  }

  private struct State {
    var now = Instant()
    var lastID = 0
    var sleepers: [Int: Sleeper] = [:]
    var observers: [(count: Int, handOff: HandOff<Void>)] = []

    /// Takes out the observers whose number of sleepers is reached.
    mutating func takeSatisfied() -> [HandOff<Void>] {
      let satisfied = observers.filter { $0.count == sleepers.count }
      observers.removeAll { $0.count == sleepers.count }
      return satisfied.map(\.handOff)
    }
  }

  private let state = Lock(State())

  var now: Instant { state.withLock { $0.now } }
  var minimumResolution: Duration { .zero }

  /// When those who sleep want to be woken, soonest first.
  var sleepers: [Instant] {
    state.withLock { state in state.sleepers.values.map(\.deadline).sorted() }
  }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let handOff = HandOff<Bool>()
    let (id, satisfied) = state.withLock { state -> (Int?, [HandOff<Void>]) in
      guard state.now < deadline else { return (nil, []) }
      state.lastID += 1
      state.sleepers[state.lastID] = Sleeper(deadline: deadline, handOff: handOff)
      return (state.lastID, state.takeSatisfied())
    }
    for observer in satisfied { observer.settle() }
    guard let id else { return try Task.checkCancellation() }
    let isOver = await withTaskCancellationHandler {
      await handOff.wait()
    } onCancel: {
      cancelSleeper(id)
    }
    if !isOver { throw CancellationError() }
  }

  private func cancelSleeper(_ id: Int) {
    let (sleeper, satisfied) = state.withLock { state in
      (state.sleepers.removeValue(forKey: id), state.takeSatisfied())
    }
    sleeper?.handOff.settle(false)
    for observer in satisfied { observer.settle() }
  }

  /// Lets time pass and wakes whose deadline has come.
  func advance(by duration: Duration) {
    let (due, satisfied) = state.withLock { state -> ([Sleeper], [HandOff<Void>]) in
      state.now = state.now.advanced(by: duration)
      let now = state.now
      let due = state.sleepers.filter { $0.value.deadline <= now }
      for id in due.keys { state.sleepers[id] = nil }
      return (due.values.sorted { $0.deadline < $1.deadline }, state.takeSatisfied())
    }
    for sleeper in due { sleeper.handOff.settle(true) }
    for observer in satisfied { observer.settle() }
  }

  /// Waits until exactly so many sleep.
  func sleeperCount(_ count: Int) async {
    let handOff = HandOff<Void>()
    let isReached = state.withLock { state in
      if state.sleepers.count == count { return true }
      state.observers.append((count, handOff))
      return false
    }
    if !isReached { await handOff.wait() }
  }
}
