/// The queue of an event channel and who waits for an event; pure.
///
///     open ──close──▶ closed (what is queued is still delivered)
struct ChannelMachine<Event> {
  private let capacity: Int
  private let overflow: ChannelOverflow

  private var queue = FIFOQueue<Event>()
  private var waiters = FIFOQueue<(id: Int, handOff: OneShot<Void>)>()
  private var lastID = 0
  private(set) var isClosed = false
  private(set) var droppedCount = 0

  init(capacity: Int, overflow: ChannelOverflow) {
    self.capacity = capacity
    self.overflow = overflow
  }

  enum Sending {
    /// Queued; the event that had to make room is handed out to be released.
    case queued(dropped: Event?)
    /// Not queued, for want of room or because the channel is closed.
    case refused
  }

  mutating func send(_ event: Event) -> Sending {
    if isClosed { return .refused }
    var dropped: Event?
    if queue.count >= capacity {
      droppedCount += 1
      guard overflow == .dropOldest else { return .refused }
      dropped = queue.popFirst()
    }
    queue.append(event)
    return .queued(dropped: dropped)
  }

  /// Somebody to be woken, if there is an event to give.
  mutating func popWaiter() -> OneShot<Void>? {
    queue.isEmpty ? nil : waiters.popFirst()?.handOff
  }

  /// Everybody to be woken, because there will be nothing more.
  mutating func close() -> [OneShot<Void>] {
    isClosed = true
    return waiters.removeAll().map(\.handOff)
  }

  /// Everything queued, for nobody will ask for it, to be released outside the lock.
  mutating func discard() -> [Event] {
    queue.removeAll()
  }

  enum Receiving {
    case event(Event)
    case end
    case wait(id: Int)
  }

  mutating func receive(else handOff: OneShot<Void>) -> Receiving {
    if let event = queue.popFirst() { return .event(event) }
    if isClosed { return .end }
    lastID += 1
    waiters.append((lastID, handOff))
    return .wait(id: lastID)
  }

  mutating func forgetWaiter(_ id: Int) {
    _ = waiters.remove(id: id) { $0.id }
  }
}
