import KalugaArchitecture

/// Who sleeps on a manual clock, and who waits for how many sleepers.
struct ManualClockState {
  struct Sleeper {
    let id: Int
    let deadline: ManualClock.Instant
    let alarm: OneShot<Bool>
  }

  private struct Waiter {
    let count: Int
    let reached: Settlement<Void>
  }

  var now = ManualClock.Instant()
  /// Soonest first; of one deadline in the order in which they went to sleep.
  private(set) var sleepers: [Sleeper] = []
  private var waiters: [Waiter] = []
  private var lastID = 0

  /// Adds a sleeper unless its time has come already; also who waited for that.
  mutating func addSleeper(
    until deadline: ManualClock.Instant,
    _ alarm: OneShot<Bool>
  ) -> (id: Int?, satisfied: [Settlement<Void>]) {
    guard now < deadline else { return (nil, []) }
    lastID += 1
    let index = sleepers.firstIndex { deadline < $0.deadline } ?? sleepers.endIndex
    sleepers.insert(Sleeper(id: lastID, deadline: deadline, alarm: alarm), at: index)
    return (lastID, takeSatisfied())
  }

  /// Takes out one that sleeps; says whether it still did, and who waited for that.
  mutating func removeSleeper(_ id: Int) -> (hasSlept: Bool, satisfied: [Settlement<Void>]) {
    let count = sleepers.count
    sleepers.removeAll { $0.id == id }
    return (sleepers.count < count, takeSatisfied())
  }

  /// Takes out everybody whose time has come.
  mutating func takeDue() -> [Sleeper] {
    let due = sleepers.prefix { $0.deadline <= now }
    sleepers.removeFirst(due.count)
    return Array(due)
  }

  /// Takes out the first sleeper and moves the clock to its deadline, unless that is too late.
  mutating func takeFirst(until end: ManualClock.Instant) -> Sleeper? {
    guard let first = sleepers.first, first.deadline <= end else { return nil }
    now = max(now, first.deadline)
    return sleepers.removeFirst()
  }

  /// Whether exactly so many sleep; if not, the settlement is settled when they do.
  mutating func isReached(_ count: Int, else reached: Settlement<Void>) -> Bool {
    if sleepers.count == count { return true }
    waiters.append(Waiter(count: count, reached: reached))
    return false
  }

  /// Takes out those who wait for as many sleepers as there are now.
  mutating func takeSatisfied() -> [Settlement<Void>] {
    let satisfied = waiters.filter { $0.count == sleepers.count }
    waiters.removeAll { $0.count == sleepers.count }
    return satisfied.map(\.reached)
  }
}
