/// The rules of a channel: its queue, and the consumers that wait for an event.
///
/// A pure value:
///
///     open ──close──▶ closed (queued events are still delivered)
struct ChannelMachine<Event: Sendable>: Sendable {
  private let capacity: Int
  private let overflow: ChannelOverflow

  private var queue = FIFOQueue<Event>()
  private var waiters = WaiterList<OneShot<Void>>()
  private var isClosed = false
  private(set) var droppedCount = 0

  init(capacity: Int, overflow: ChannelOverflow) {
    self.capacity = capacity
    self.overflow = overflow
  }

  /// The result of `send`, and what remains to be done outside the lock.
  struct Sending {
    var isQueued = false
    /// The event that was dropped to make room; released outside the lock.
    var dropped: Event?
    var woken: OneShot<Void>?
  }

  mutating func send(_ event: Event) -> Sending {
    if isClosed { return Sending() }
    var dropped: Event?
    if queue.count >= capacity {
      droppedCount += 1
      guard overflow == .dropOldest else { return Sending() }
      dropped = queue.popFirst()
    }
    queue.append(event)
    return Sending(isQueued: true, dropped: dropped, woken: popWaiter())
  }

  /// Removes and returns a waiter to wake, if an event is queued.
  mutating func popWaiter() -> OneShot<Void>? {
    queue.isEmpty ? nil : waiters.popFirst()?.waiter
  }

  /// Stops accepting events; returns the waiters to wake.
  mutating func close() -> WaiterList<OneShot<Void>> {
    isClosed = true
    return waiters.takeAll()
  }

  /// Removes all queued events; the caller releases them outside the lock.
  mutating func discard() -> [Event] {
    queue.removeAll()
  }

  mutating func take() -> FlowTaking<Event> {
    if let event = queue.popFirst() { return .value(event) }
    return isClosed ? .end : .nothing
  }

  mutating func addWaiter(_ waiter: OneShot<Void>) -> Int? {
    queue.isEmpty && !isClosed ? waiters.add(waiter) : nil
  }

  mutating func removeWaiter(_ id: Int) {
    _ = waiters.remove(id)
  }
}
