/// Owns the machine of a channel: decides under the lock, acts outside it.
@usableFromInline
final class ChannelStorage<Event: Sendable>: Sendable {
  private let machine: Lock<ChannelMachine<Event>>

  /// Stops the program at the caller's line if the capacity is less than 1.
  init(capacity: Int, overflow: ChannelOverflow, file: StaticString, line: UInt) {
    // A programming error: a channel without room would drop everything.
    precondition(
      capacity > 0,
      "capacity must be at least 1, found \(capacity)",
      file: file,
      line: line
    )
    machine = Lock(ChannelMachine(capacity: capacity, overflow: overflow))
  }

  var droppedCount: Int { machine.withLock { $0.droppedCount } }

  @usableFromInline
  func send(_ event: Event) -> Bool {
    let sending = machine.withLock { $0.send(event) }
    if let woken = sending.woken { wake(woken) }
    return sending.isQueued
  }

  /// Wakes a waiter, or the next one if the waiter's task was cancelled first.
  private func wake(_ first: OneShot<Void>) {
    var waiter: OneShot<Void>? = first
    while let woken = waiter, !woken.settle() {
      waiter = machine.withLock { $0.popWaiter() }
    }
  }

  func close() {
    machine.withLock { $0.close() }.wake()
  }

  /// Closes a channel whose only consumer is gone.
  func abandon() {
    close()
    let unread = machine.withLock { $0.discard() }
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
    machine.withLock { $0.take() }
  }

  @usableFromInline
  func addWaiter(_ waiter: OneShot<Void>, _ cursor: Void) -> Int? {
    machine.withLock { $0.addWaiter(waiter) }
  }

  @usableFromInline
  func removeWaiter(_ id: Int) {
    machine.withLock { $0.removeWaiter(id) }
  }

  /// Wakes another consumer for the event that the cancelled one may have been woken for.
  @usableFromInline
  func consumerWasCancelled() {
    if let waiter = machine.withLock({ $0.popWaiter() }) { wake(waiter) }
  }
}
