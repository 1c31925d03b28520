import KalugaArchitecture

/// The time of a manual clock and the tasks that sleep on it.
struct ManualClockState {
  struct Sleeper {
    let deadline: ManualClock.Instant
    /// Receives whether the deadline was reached.
    let alarm: OneShot<Bool>
  }

  var now = ManualClock.Instant()
  var sleeping = CountedWaiters<Sleeper>()

  /// The deadlines, soonest first.
  var deadlines: [ManualClock.Instant] { sleeping.list.waiters.map(\.deadline).sorted() }

  /// Adds a sleeper; returns nil if its deadline is not in the future.
  mutating func add(_ sleeper: Sleeper) -> Int? {
    now < sleeper.deadline ? sleeping.list.add(sleeper) : nil
  }

  /// Removes the sleepers whose deadline has been reached, and returns them soonest first.
  ///
  /// Sleepers with the same deadline keep the order in which they fell asleep.
  mutating func takeDue() -> [Sleeper] {
    let now = now
    let due = sleeping.list.removeAll { $0.deadline <= now }
    return due.enumerated().sorted { left, right in
      (left.element.deadline, left.offset) < (right.element.deadline, right.offset)
    }.map(\.element)
  }

  /// Moves the clock to the first deadline and removes its first sleeper; returns nil if there is
  /// no deadline until the end.
  mutating func takeFirst(until end: ManualClock.Instant) -> Sleeper? {
    let first = sleeping.list.waiters.min { $0.deadline < $1.deadline }
    guard let first, first.deadline <= end else { return nil }
    now = max(now, first.deadline)
    _ = sleeping.list.removeAll { $0.alarm === first.alarm }
    return first
  }
}
