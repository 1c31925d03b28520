/// The tasks that wait for something, in the order of their arrival.
///
/// A value, protected by the lock of its owner. The owner takes waiters out under the lock and
/// wakes them outside it. Adding a waiter takes constant time. Removing one moves those behind it:
/// among 10,000 this takes a microsecond, less than waking it.
@usableFromInline
package struct WaiterList<Waiter> {
  fileprivate struct Place {
    let id: Int
    let waiter: Waiter
  }

  private var places: [Place] = []
  private var lastID = 0

  package init() {}

  package var count: Int { places.count }

  package var isEmpty: Bool { places.isEmpty }

  /// The waiters in the order of their arrival.
  // Not a key path, because generic code would make it at each call.
  package var waiters: some Sequence<Waiter> { places.lazy.map { $0.waiter } }

  /// Adds a waiter.
  ///
  /// - Returns: An identifier that no other waiter of this list ever has.
  package mutating func add(_ waiter: Waiter) -> Int {
    lastID += 1
    places.append(Place(id: lastID, waiter: waiter))
    return lastID
  }

  /// Removes a waiter; returns nil if it is no longer in the list.
  package mutating func remove(_ id: Int) -> Waiter? {
    // The identifiers grow. Thousands of tasks may be cancelled one by one, so this compares few.
    var (low, high) = (0, places.count)
    while low < high {
      let middle = (low + high) / 2
      if places[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < places.count, places[low].id == id else { return nil }
    return places.remove(at: low).waiter
  }

  /// Removes the waiter that arrived first, and returns it with its identifier.
  package mutating func popFirst() -> (id: Int, waiter: Waiter)? {
    if isEmpty { return nil }
    let first = places.removeFirst()
    return (first.id, first.waiter)
  }

  /// Removes the waiters that fulfil the condition, and returns them in the order of their arrival.
  package mutating func removeAll(where condition: (Waiter) -> Bool) -> [Waiter] {
    let removed = waiters.filter(condition)
    places.removeAll { condition($0.waiter) }
    return removed
  }

  /// Removes all waiters, and returns them as a list of their own.
  package mutating func takeAll() -> WaiterList {
    defer { places = [] }
    return self
  }

  #if KALUGA_TSAN
    /// A list with storage of its own.
    ///
    /// The thread sanitizer cannot see that shared storage is copied before it is changed.
    var unshared: WaiterList {
      var list = self
      list.places = places.map { $0 }
      return list
    }
  #else
    var unshared: WaiterList { self }
  #endif
}

extension WaiterList: Sendable where Waiter: Sendable {}

extension WaiterList.Place: Sendable where Waiter: Sendable {}

extension WaiterList where Waiter == OneShot<Void> {
  /// Wakes all waiters; call it outside the lock.
  @usableFromInline
  func wake() {
    for waiter in waiters { waiter.settle() }
  }
}
