/// The tasks that wait for something, in the order of their arrival.
///
/// A value, protected by the lock of its owner. The owner takes waiters out under the lock and
/// wakes them outside it. Adding a waiter and taking the first one take constant time, and removing
/// one takes logarithmic time: a removed waiter leaves an empty place, and the list closes its gaps
/// when less than half of the places are in use.
@usableFromInline
package struct WaiterList<Waiter> {
  fileprivate struct Place {
    let id: Int
    /// Nil when the waiter has been removed.
    var waiter: Waiter?
  }

  private var places: [Place] = []
  /// The places before this index are empty.
  private var head = 0
  private var lastID = 0

  /// The number of waiters.
  @usableFromInline package private(set) var count = 0

  package init() {}

  @inlinable package var isEmpty: Bool { count == 0 }

  /// The waiters in the order of their arrival.
  // Not a key path, because generic code would make it at each call.
  package var waiters: some Sequence<Waiter> { places.lazy.compactMap { $0.waiter } }

  /// Adds a waiter.
  ///
  /// - Returns: An identifier that no other waiter of this list ever has.
  package mutating func add(_ waiter: Waiter) -> Int {
    lastID += 1
    count += 1
    places.append(Place(id: lastID, waiter: waiter))
    return lastID
  }

  /// Removes a waiter; returns nil if it is no longer in the list.
  package mutating func remove(_ id: Int) -> Waiter? {
    var low = head
    var high = places.count
    while low < high {
      let middle = low + (high - low) / 2
      if places[middle].id < id { low = middle + 1 } else { high = middle }
    }
    guard low < places.count, places[low].id == id else { return nil }
    return take(at: low)
  }

  /// Removes the waiter that arrived first, and returns it with its identifier.
  package mutating func popFirst() -> (id: Int, waiter: Waiter)? {
    while head < places.count {
      let id = places[head].id
      if let waiter = take(at: head) { return (id, waiter) }
      head += 1
    }
    return nil
  }

  /// Removes the waiters that fulfil the condition, and returns them in the order of their arrival.
  package mutating func removeAll(where condition: (Waiter) -> Bool) -> [Waiter] {
    let removed = waiters.filter(condition)
    places.removeAll { $0.waiter.map(condition) ?? true }
    head = 0
    count = places.count
    return removed
  }

  /// Removes all waiters, and returns them as a list of their own.
  package mutating func takeAll() -> WaiterList {
    let all = self
    places = []
    head = 0
    count = 0
    return all
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

  private mutating func take(at index: Int) -> Waiter? {
    guard let waiter = places[index].waiter.take() else { return nil }
    count -= 1
    if count * 2 < places.count {
      places.removeAll { $0.waiter == nil }
      head = 0
    }
    return waiter
  }
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
