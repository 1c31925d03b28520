/// The rules of a shared flow: its buffer, and the tasks that wait at both ends.
///
/// A pure value that knows no types of elements, so that it needs no specialization to be fast. Its
/// owner keeps it under a lock and carries out the effects outside the lock.
///
///     … dropped │ replay cache and values that some consumer has yet to read │ waiting emitters …
///               head                                                       tail
///
/// Each value counts the consumers that have yet to read it. A value leaves the buffer when that
/// count is zero and the value is not in the replay cache. A consumer reads values in order, so the
/// counts never decrease from one value to the next, and values leave the buffer only at its head.
struct SharedFlowMachine: Sendable {
  private struct Slot {
    let element: AnyFlowElement
    var readersLeft: Int
  }

  struct Emitter {
    let element: AnyFlowElement
    /// Receives whether the value was emitted.
    let handOff: OneShot<Bool>
  }

  /// The effects of a change that must happen outside the lock.
  struct Effects {
    var woken: WaiterList<OneShot<Void>>?
    var settled: [(emitter: Emitter, isEmitted: Bool)] = []
    /// Values whose release may run user code.
    var dropped: [AnyFlowElement] = []

    var isEmpty: Bool { woken == nil && settled.isEmpty && dropped.isEmpty }

    func perform() {
      for (emitter, isEmitted) in settled { emitter.handOff.settle(isEmitted) }
      woken?.wake()
    }
  }

  private let replay: Int
  private let capacity: Int
  private let overflow: BufferOverflow

  private var buffer = FIFOQueue<Slot>()
  /// The position of the buffer's first value: the number of values that have left the buffer.
  private var head = 0
  /// The first position that may be replayed; a reset moves it to the end.
  private var replayFloor = 0
  private var consumerCount = 0
  private var waiters = WaiterList<OneShot<Void>>()
  private var emitters = WaiterList<Emitter>()
  /// In a rendezvous, the emitter whose value is in the buffer until every consumer has taken it.
  private var meeting: (id: Int, emitter: Emitter, isTaken: Bool)?
  private var effects = Effects()

  init(replay: Int, extraBuffer: Int, overflow: BufferOverflow) {
    self.replay = replay
    // A sum that overflows means no limit.
    let (sum, isTooLarge) = replay.addingReportingOverflow(extraBuffer)
    capacity = isTooLarge ? .max : sum
    self.overflow = overflow
  }

  /// Returns and clears the effects of the last changes; returns nil if there are none.
  mutating func takeEffects() -> Effects? {
    if effects.isEmpty { return nil }
    defer { effects = Effects() }
    return effects
  }

  private var isRendezvous: Bool { capacity == 0 }
  private var tail: Int { head + buffer.count }
  private var replayStart: Int { max(tail - replay, replayFloor, head) }

  private var hasRoom: Bool {
    if isRendezvous { return buffer.isEmpty }
    return buffer.count < capacity || buffer[0].readersLeft == 0
  }

  // MARK: Emitting

  /// Emits or drops a value; returns false if the emitter has to wait.
  mutating func tryEmit(_ element: AnyFlowElement) -> Bool {
    if isRendezvous ? consumerCount == 0 : emitters.isEmpty && hasRoom {
      append(element)
      return true
    }
    switch overflow {
    case .suspend: return false
    // The value itself is released by the caller.
    case .dropNewest: return true
    case .dropOldest:
      dropHead()
      append(element)
      return true
    }
  }

  /// Adds an emitter that waits for room or, in a rendezvous, for every consumer.
  mutating func enqueue(_ emitter: Emitter) -> Int {
    let id = emitters.add(emitter)
    admitEmitters()
    return id
  }

  /// Withdraws an emitter's value, unless it was emitted.
  mutating func cancelEmitter(_ id: Int) {
    if let emitter = emitters.remove(id) {
      effects.settled.append((emitter, false))
    } else if let (meetingID, emitter, isTaken) = meeting, meetingID == id {
      meeting = nil
      if !isTaken {
        _ = buffer.popLast()
        // A reset may have moved the floor past the value that is withdrawn here.
        replayFloor = min(replayFloor, tail)
      }
      // A value that some consumer has taken stays for the others; only the emitter's wait is over.
      effects.settled.append((emitter, isTaken))
      admitEmitters()
    }
  }

  /// Emits the values of waiting emitters while there is room.
  private mutating func admitEmitters() {
    if buffer.isEmpty, let meeting = meeting.take() {
      effects.settled.append((meeting.emitter, true))
    }
    while meeting == nil, hasRoom, let (id, emitter) = emitters.popFirst() {
      // In a rendezvous, consumers that wait take the value at once.
      let isTakenByAll = !isRendezvous || waiters.count == consumerCount
      append(emitter.element)
      if isTakenByAll {
        effects.settled.append((emitter, true))
      } else {
        meeting = (id, emitter, false)
      }
    }
  }

  private mutating func append(_ element: AnyFlowElement) {
    if consumerCount == 0, replay == 0 { return }
    buffer.append(Slot(element: element, readersLeft: consumerCount))
    if !waiters.isEmpty { effects.woken = waiters.takeAll() }
    trim()
  }

  // MARK: Dropping

  private var canDropHead: Bool {
    !buffer.isEmpty && buffer[0].readersLeft == 0 && head < replayStart
  }

  /// Drops the values that every consumer has read and that are no longer replayed.
  private mutating func trim() {
    while canDropHead { dropHead() }
  }

  private mutating func dropHead() {
    guard let slot = buffer.popFirst() else { return }
    head += 1
    effects.dropped.append(slot.element)
  }

  // MARK: Consuming

  /// Adds a consumer, which starts with the replay cache.
  ///
  /// In a rendezvous it takes part in an emission that is not over.
  mutating func addConsumer() -> SharedFlowCursor {
    consumerCount += 1
    let position = meeting == nil ? replayStart : head
    for offset in (position - head)..<buffer.count { buffer[offset].readersLeft += 1 }
    return SharedFlowCursor(position: position)
  }

  mutating func removeConsumer(_ cursor: SharedFlowCursor) {
    consumerCount -= 1
    for offset in max(cursor.position - head, 0)..<buffer.count { buffer[offset].readersLeft -= 1 }
    trim()
    admitEmitters()
  }

  /// Reads the consumer's next value; returns nil if there is none.
  ///
  /// From an unlimited buffer, the consumer reads all its values in one step and locks once for all
  /// of them. Emitters and other consumers see no difference: such a buffer never makes an emitter
  /// wait and never drops an unread value.
  mutating func read(_ cursor: inout SharedFlowCursor) -> AnyFlowElement? {
    // Skips the values that the policy has dropped.
    let start = max(cursor.position, head)
    guard start < tail else { return nil }
    let end = capacity == .max ? tail : start + 1
    for position in start..<end {
      buffer[position - head].readersLeft -= 1
      cursor.batch.append(buffer[position - head].element)
    }
    cursor.position = end
    meeting?.isTaken = true
    while canDropHead {
      // Not an effect: the consumer still holds the value.
      _ = buffer.popFirst()
      head += 1
    }
    admitEmitters()
    return cursor.batch.popFirst()
  }

  /// Adds a consumer that waits for a value; returns nil if there is a value to read.
  mutating func addWaiter(_ waiter: OneShot<Void>, _ cursor: SharedFlowCursor) -> Int? {
    cursor.position < tail ? nil : waiters.add(waiter)
  }

  mutating func removeWaiter(_ id: Int) {
    _ = waiters.remove(id)
  }

  // MARK: Replay

  var replayCache: [AnyFlowElement] {
    (replayStart - head..<buffer.count).map { buffer[$0].element }
  }

  mutating func resetReplayCache() {
    replayFloor = tail
    trim()
  }
}
