import KalugaArchitecture

/// The tasks that wait at a clock or a gate, and the tests that wait until there is a number of them.
///
/// Lives under the lock of the clock or gate, which after each change settles what `takeReached()` returns.
struct CountedWaiters<Waiter: Sendable> {
  private struct Watcher {
    let count: Int
    let reached: Promise<Void>
  }

  var list = WaiterList<Waiter>()
  private var watchers = WaiterList<Watcher>()

  /// Adds a test that waits until there are exactly so many waiters; returns nil if there are.
  mutating func watch(_ count: Int, _ reached: Promise<Void>) -> Int? {
    list.count == count ? nil : watchers.add(Watcher(count: count, reached: reached))
  }

  /// Removes a test that has given up.
  mutating func stopWatching(_ id: Int) {
    _ = watchers.remove(id)
  }

  /// Removes the tests that wait for as many waiters as there are now.
  mutating func takeReached() -> [Promise<Void>] {
    watchers.removeAll { $0.count == list.count }.map(\.reached)
  }
}
