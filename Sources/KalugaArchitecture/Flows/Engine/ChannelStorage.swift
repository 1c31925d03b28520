/// The queue of a channel, and the consumers that wait for an event.
///
///     open ──close──▶ closed (queued events are still delivered)
///
/// Decides under the lock. Waiters are woken, and events released, outside it.
@usableFromInline
final class ChannelStorage<Event: Sendable>: Sendable {
  private struct State {
    var queue = FIFOQueue<Event>()
    var waiters = WaiterList<OneShot<Void>>()
    var isClosed = false
    var droppedCount = 0

    /// Removes and returns a waiter to wake, if an event is queued.
    mutating func popWaiter() -> OneShot<Void>? {
      queue.isEmpty ? nil : waiters.popFirst()?.waiter
    }
  }

  private let capacity: Int
  private let overflow: ChannelOverflow
  private let state = Lock(State())

  /// Stops the program at the caller's line if the capacity is less than 1.
  init(capacity: Int, overflow: ChannelOverflow, file: StaticString, line: UInt) {
    // A programming error: a channel without room would drop everything.
    precondition(
      capacity > 0,
      "capacity must be at least 1, found \(capacity)",
      file: file,
      line: line
    )
    self.capacity = capacity
    self.overflow = overflow
  }

  var droppedCount: Int { state.withLock { $0.droppedCount } }

  /// Returns whether the event is queued.
  @usableFromInline
  func send(_ event: Event) -> Bool {
    let (isQueued, dropped, woken) = state.withLock { state -> (Bool, Event?, OneShot<Void>?) in
      if state.isClosed { return (false, nil, nil) }
      var dropped: Event?
      if state.queue.count >= capacity {
        state.droppedCount += 1
        guard overflow == .dropOldest else { return (false, nil, nil) }
        dropped = state.queue.popFirst()
      }
      state.queue.append(event)
      return (true, dropped, state.popWaiter())
    }
    if let woken { wake(woken) }
    withExtendedLifetime(dropped) {}
    return isQueued
  }

  /// Wakes a waiter, or the next one if the waiter's task was cancelled first.
  private func wake(_ first: OneShot<Void>) {
    var waiter: OneShot<Void>? = first
    while let woken = waiter, !woken.settle() {
      waiter = state.withLock { $0.popWaiter() }
    }
  }

  /// Stops accepting events.
  func close() {
    let waiters = state.withLock { state in
      state.isClosed = true
      return state.waiters.takeAll()
    }
    waiters.wake()
  }

  /// Closes a channel whose only consumer is gone.
  func abandon() {
    close()
    let unread = state.withLock { $0.queue.removeAll() }
    withExtendedLifetime(unread) {}
  }
}

extension ChannelStorage: FlowStorage {
  @usableFromInline
  func join() {}

  @usableFromInline
  func leave(_ cursor: Void) {}

  @usableFromInline
  func take(_ cursor: inout Void) -> FlowTaking<Event> {
    state.withLock { state in
      if let event = state.queue.popFirst() { return .value(event) }
      return state.isClosed ? .end : .nothing
    }
  }

  @usableFromInline
  func addWaiter(_ waiter: OneShot<Void>, _ cursor: Void) -> Int? {
    state.withLock { state in
      state.queue.isEmpty && !state.isClosed ? state.waiters.add(waiter) : nil
    }
  }

  @usableFromInline
  func removeWaiter(_ id: Int) {
    state.withLock { _ = $0.waiters.remove(id) }
  }

  /// Wakes another consumer for the event that the cancelled one may have been woken for.
  @usableFromInline
  func consumerWasCancelled() {
    if let waiter = state.withLock({ $0.popWaiter() }) { wake(waiter) }
  }
}
