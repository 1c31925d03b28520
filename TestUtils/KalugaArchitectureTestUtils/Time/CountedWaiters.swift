import KalugaArchitecture

/// The tasks that wait at a clock or a gate, and the tests that wait for a number of such tasks.
///
/// The lock of the clock or gate protects this value. After each change, the owner settles the
/// promises that `takeReached()` returns, outside the lock.
struct CountedWaiters<Waiter: Sendable> {
  private struct Watcher {
    let count: Int
    let reached: Promise<Void>
  }

  var list = WaiterList<Waiter>()
  private var watchers = WaiterList<Watcher>()

  /// Adds a test that waits for an exact number of waiters; returns nil if there are that many.
  mutating func watch(_ count: Int, _ reached: Promise<Void>) -> Int? {
    list.count == count ? nil : watchers.add(Watcher(count: count, reached: reached))
  }

  /// Removes a test that has given up.
  mutating func stopWatching(_ id: Int) {
    _ = watchers.remove(id)
  }

  /// Removes the tests that wait for the current number of waiters, and returns their promises.
  mutating func takeReached() -> [Promise<Void>] {
    watchers.removeAll { $0.count == list.count }.map(\.reached)
  }
}
