/// The buffer of a shared flow and who waits at either end.
///
/// Pure, and the only place that knows the rules. Its owner keeps it under a lock and carries out the
/// effects after it.
///
///     … dropped │ replay cache and values that somebody has yet to read │ emitters that wait …
///               head                                                  tail
///
/// Each value knows how many subscribers have yet to read it, so that reading costs the same however
/// many there are. A value leaves the buffer when all have read it and it is not in the replay cache.
struct SharedFlowMachine<Value> {
  struct Slot {
    let value: Value
    var readersLeft: Int
  }

  struct Emitter {
    let id: Int
    let value: Value
    let handOff: HandOff<Bool>
  }

  /// What is to be done outside the lock.
  struct Effects {
    var wake: [HandOff<Void>] = []
    var settle: [(emitter: HandOff<Bool>, isEmitted: Bool)] = []
    /// Values whose release may run foreign code.
    var garbage: [Value] = []
  }

  private struct Subscriber {
    var position: Int
    var waiter: HandOff<Void>?
  }

  private let replay: Int
  private let capacity: Int
  private let overflow: BufferOverflow

  private var buffer = FIFOQueue<Slot>()
  /// How many values have left the buffer: the position of its first one.
  private var head = 0
  /// Values before this position are not replayed any more.
  private var replayFloor = 0
  private var subscribers: [Int: Subscriber] = [:]
  private var waiting = Set<Int>()
  private var emitters = FIFOQueue<Emitter>()
  /// The emitter whose value is in the buffer of a flow without room, until all have read it.
  private var meeting: (emitter: Emitter, isTaken: Bool)?
  private var lastID = 0
  private(set) var effects = Effects()

  init(replay: Int, extraBuffer: Int, overflow: BufferOverflow) {
    self.replay = replay
    // A sum that overflows is as good as no limit.
    let (sum, isTooLarge) = replay.addingReportingOverflow(extraBuffer)
    capacity = isTooLarge ? .max : sum
    self.overflow = overflow
  }

  mutating func takeEffects() -> Effects {
    defer { effects = Effects() }
    return effects
  }

  private var tail: Int { head + buffer.count }
  private var replayStart: Int { max(tail - replay, replayFloor, head) }

  private var hasRoom: Bool {
    if capacity == 0 { return buffer.isEmpty }
    return buffer.count < capacity || buffer[0].readersLeft == 0
  }

  // MARK: Emitting

  enum Emission {
    case emitted
    case dropped
    /// There is no room, and the policy is to wait.
    case mustWait
  }

  /// Emits if that needs no waiting.
  mutating func tryEmit(_ value: Value) -> Emission {
    if subscribers.isEmpty {
      remember(value)
      return .emitted
    }
    guard capacity > 0, emitters.isEmpty, hasRoom else {
      switch overflow {
      case .suspend: return .mustWait
      case .dropNewest:
        effects.garbage.append(value)
        return .dropped
      case .dropOldest: dropHead()
      }
      append(value)
      return .emitted
    }
    append(value)
    return .emitted
  }

  /// Lets an emitter wait for room, or for its readers if the flow has no buffer.
  mutating func enqueue(_ value: Value, _ handOff: HandOff<Bool>) -> Int {
    lastID += 1
    emitters.append(Emitter(id: lastID, value: value, handOff: handOff))
    admitEmitters()
    return lastID
  }

  /// Takes an emitter's value back, if nobody has it yet.
  mutating func cancelEmitter(_ id: Int) {
    if let emitter = emitters.remove(id: id, by: \.id) {
      effects.garbage.append(emitter.value)
      effects.settle.append((emitter.handOff, false))
    } else if let (emitter, isTaken) = meeting, emitter.id == id {
      meeting = nil
      if !isTaken, let element = buffer.popLast() {
        effects.garbage.append(element.value)
        // The replay cache may have been reset meanwhile, to start after the value just taken back.
        replayFloor = min(replayFloor, tail)
      }
      effects.settle.append((emitter.handOff, isTaken))
      // What some have read stays for the others; only the wait is over.
      admitEmitters()
    }
  }

  private mutating func append(_ value: Value) {
    buffer.append(Slot(value: value, readersLeft: subscribers.count))
    // In the order of subscription: what follows from an emission must be the same in each run.
    for id in waiting.count > 1 ? waiting.sorted() : Array(waiting) {
      if let waiter = subscribers[id]?.waiter.take() { effects.wake.append(waiter) }
    }
    waiting = []
    trim()
  }

  /// What happens to a value when nobody listens: only the replay cache keeps it.
  private mutating func remember(_ value: Value) {
    buffer.append(Slot(value: value, readersLeft: 0))
    trim()
  }

  private mutating func admitEmitters() {
    while meeting == nil, subscribers.isEmpty || hasRoom, let emitter = emitters.popFirst() {
      if subscribers.isEmpty {
        remember(emitter.value)
        effects.settle.append((emitter.handOff, true))
      } else if capacity == 0 {
        meeting = (emitter, false)
        append(emitter.value)
      } else {
        append(emitter.value)
        effects.settle.append((emitter.handOff, true))
      }
    }
  }

  /// Drops what all have read and nobody will be replayed.
  private mutating func trim() {
    while !buffer.isEmpty, buffer[0].readersLeft == 0, head < replayStart { dropHead() }
    if buffer.isEmpty, let (emitter, _) = meeting.take() {
      effects.settle.append((emitter.handOff, true))
    }
  }

  private mutating func dropHead() {
    guard let element = buffer.popFirst() else { return }
    head += 1
    effects.garbage.append(element.value)
  }

  // MARK: Subscribing

  /// Adds a subscriber, who begins with the replay cache; in a flow without room with the value
  /// whose emitter still waits, as that emission is not over.
  mutating func subscribe() -> Int {
    lastID += 1
    let position = meeting == nil ? replayStart : head
    subscribers[lastID] = Subscriber(position: position)
    for offset in (position - head)..<buffer.count { buffer[offset].readersLeft += 1 }
    return lastID
  }

  mutating func unsubscribe(_ id: Int) {
    guard let subscriber = subscribers.removeValue(forKey: id) else { return }
    waiting.remove(id)
    for offset in (max(subscriber.position, head) - head)..<buffer.count {
      buffer[offset].readersLeft -= 1
    }
    trim()
    admitEmitters()
  }

  enum Reading {
    case value(Value)
    /// Nothing is there; the hand-off is settled when something is.
    case wait
  }

  /// Reads the subscriber's next value, or notes that it waits.
  mutating func read(_ id: Int, else waiter: @autoclosure () -> HandOff<Void>) -> Reading {
    guard var subscriber = subscribers[id] else { return .wait }
    // Values dropped for being too old are skipped.
    subscriber.position = max(subscriber.position, head)
    defer { subscribers[id] = subscriber }
    guard subscriber.position < tail else {
      subscriber.waiter = waiter()
      waiting.insert(id)
      return .wait
    }
    let offset = subscriber.position - head
    subscriber.position += 1
    buffer[offset].readersLeft -= 1
    let value = buffer[offset].value
    meeting?.isTaken = true
    trim()
    admitEmitters()
    return .value(value)
  }

  // MARK: Replay

  var replayCache: [Value] {
    (replayStart - head..<buffer.count).map { buffer[$0].value }
  }

  mutating func resetReplayCache() {
    replayFloor = tail
    trim()
    admitEmitters()
  }
}

extension SharedFlowMachine.Reading: Sendable where Value: Sendable {}
extension SharedFlowMachine.Slot: Sendable where Value: Sendable {}
extension SharedFlowMachine.Emitter: Sendable where Value: Sendable {}
extension SharedFlowMachine.Effects: Sendable where Value: Sendable {}
extension SharedFlowMachine: Sendable where Value: Sendable {}
