/// Owns the machine of a channel: decides under the lock, acts outside it.
final class ChannelStorage<Event: Sendable>: Sendable {
  private let machine: Lock<ChannelMachine<Event>>

  /// Stops the program at the caller's line if the capacity is less than 1.
  init(capacity: Int, overflow: ChannelOverflow, file: StaticString, line: UInt) {
    // A mistake in the program's text: a channel without room would drop everything.
    precondition(
      capacity > 0,
      "capacity must be at least 1, found \(capacity)",
      file: file,
      line: line
    )
    machine = Lock(ChannelMachine(capacity: capacity, overflow: overflow))
  }

  var droppedCount: Int { machine.withLock { $0.droppedCount } }

  func send(_ event: Event) -> Bool {
    let result = machine.withLock { $0.send(event) }
    // An event that made room is released with `result`, outside the lock.
    guard case .queued = result else { return false }
    wakeOne()
    return true
  }

  func close() {
    let waiters = machine.withLock { $0.close() }
    for waiter in waiters { waiter.settle() }
  }

  /// Closes a channel whose only consumer has gone.
  func abandon() {
    close()
    let unread = machine.withLock { $0.discard() }
    withExtendedLifetime(unread) {}
  }

  /// Wakes one who waits, if there is an event for it.
  private func wakeOne() {
    while let waiter = machine.withLock({ $0.popWaiter() }) {
      // One whose cancellation was faster does not take the event: wake the next.
      if waiter.settle() { return }
    }
  }

  func receive(isolation: isolated (any Actor)?) async -> Event? {
    while !Task.isCancelled {
      let handOff = OneShot<Void>()
      switch machine.withLock({ $0.receive(else: handOff) }) {
      case .event(let event): return event
      case .end: return nil
      case .wait(let id):
        await withTaskCancellationHandler {
          await handOff.wait(at: .flow, isolation: isolation)
        } onCancel: {
          machine.withLock { $0.forgetWaiter(id) }
          handOff.settle()
        }
      }
    }
    // Woken for an event that a cancelled task must not take: it is for somebody else.
    wakeOne()
    return nil
  }
}
