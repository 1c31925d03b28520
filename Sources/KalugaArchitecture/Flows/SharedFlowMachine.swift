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
@usableFromInline
struct SharedFlowMachine<Value> {
  @usableFromInline
  @frozen
  struct Slot {
    @usableFromInline
    let value: Value
    @usableFromInline
    var readersLeft: Int

    @inlinable
    init(_ value: Value, readersLeft: Int) {
      self.value = value
      self.readersLeft = readersLeft
    }
  }

  @usableFromInline
  @frozen
  struct Emitter {
    @usableFromInline
    let id: Int
    @usableFromInline
    let value: Value
    @usableFromInline
    let handOff: OneShot<Bool>

    @inlinable
    init(id: Int, value: Value, handOff: OneShot<Bool>) {
      self.id = id
      self.value = value
      self.handOff = handOff
    }
  }

  /// What is to be done outside the lock.
  @usableFromInline
  @frozen
  struct Effects {
    @usableFromInline
    var wake: [OneShot<Void>] = []
    @usableFromInline
    var settle: [(emitter: OneShot<Bool>, isEmitted: Bool)] = []
    /// Values whose release may run foreign code.
    @usableFromInline
    var garbage: [Value] = []

    @inlinable
    init() {}

    /// Most transitions have none, and are spared the making of empty ones.
    @inlinable
    var isEmpty: Bool { wake.isEmpty && settle.isEmpty && garbage.isEmpty }
  }

  @usableFromInline
  @frozen
  struct Subscriber {
    @usableFromInline
    var position: Int
    @usableFromInline
    var waiter: OneShot<Void>?

    @inlinable
    init(position: Int, waiter: OneShot<Void>? = nil) {
      self.position = position
      self.waiter = waiter
    }
  }

  @usableFromInline
  let replay: Int
  @usableFromInline
  let capacity: Int
  @usableFromInline
  let overflow: BufferOverflow

  @usableFromInline
  var buffer = FIFOQueue<Slot>()
  /// How many values have left the buffer: the position of its first one.
  @usableFromInline
  var head = 0
  /// Values before this position are not replayed any more.
  @usableFromInline
  var replayFloor = 0
  @usableFromInline
  var subscribers: [Int: Subscriber] = [:]
  /// Who waits, in the order in which they came; with some who have left since.
  ///
  /// Mostly that is the order of subscription already, and soon sorted.
  @usableFromInline
  var waiting: [Int] = []
  @usableFromInline
  var leftWaiting = 0
  @usableFromInline
  var emitters = FIFOQueue<Emitter>()
  /// The emitter whose value is in the buffer of a flow without room, until all have read it.
  @usableFromInline
  var meeting: (emitter: Emitter, isTaken: Bool)?
  @usableFromInline
  var lastID = 0
  @usableFromInline
  var effects = Effects()

  init(replay: Int, extraBuffer: Int, overflow: BufferOverflow) {
    self.replay = replay
    // A sum that overflows is as good as no limit.
    let (sum, isTooLarge) = replay.addingReportingOverflow(extraBuffer)
    capacity = isTooLarge ? .max : sum
    self.overflow = overflow
  }

  @inlinable
  mutating func takeEffects() -> Effects {
    defer { effects = Effects() }
    return effects
  }

  @inlinable
  var tail: Int { head + buffer.count }
  @inlinable
  var replayStart: Int { max(tail - replay, replayFloor, head) }

  @inlinable
  var hasRoom: Bool {
    if capacity == 0 { return buffer.isEmpty }
    return buffer.count < capacity || buffer[0].readersLeft == 0
  }

  // MARK: Emitting

  @usableFromInline
  enum Emission {
    case emitted
    case dropped
    /// There is no room, and the policy is to wait.
    case mustWait
  }

  /// Emits if that needs no waiting.
  @inlinable
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
  @inlinable
  mutating func enqueue(_ value: Value, _ handOff: OneShot<Bool>) -> Int {
    lastID += 1
    emitters.append(Emitter(id: lastID, value: value, handOff: handOff))
    admitEmitters()
    return lastID
  }

  /// Takes an emitter's value back, if nobody has it yet.
  @inlinable
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

  @inlinable
  mutating func append(_ value: Value) {
    buffer.append(Slot(value, readersLeft: subscribers.count))
    guard !waiting.isEmpty else { return trim() }
    // In the order of subscription: what follows from an emission must be the same in each run.
    if waiting.count > 1 { waiting.sort() }
    for id in waiting {
      if let waiter = subscribers[id]?.waiter.take() { effects.wake.append(waiter) }
    }
    waiting.removeAll(keepingCapacity: true)
    leftWaiting = 0
    trim()
  }

  /// What happens to a value when nobody listens: only the replay cache keeps it.
  @inlinable
  mutating func remember(_ value: Value) {
    buffer.append(Slot(value, readersLeft: 0))
    trim()
  }

  @inlinable
  mutating func admitEmitters() {
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
  @inlinable
  mutating func trim() {
    while !buffer.isEmpty, buffer[0].readersLeft == 0, head < replayStart { dropHead() }
    if buffer.isEmpty, let (emitter, _) = meeting.take() {
      effects.settle.append((emitter.handOff, true))
    }
  }

  @inlinable
  mutating func dropHead() {
    guard let element = buffer.popFirst() else { return }
    head += 1
    // The release of a plain value runs nothing.
    if !_isPOD(Value.self) { effects.garbage.append(element.value) }
  }

  // MARK: Subscribing

  /// Adds a subscriber, who begins with the replay cache; in a flow without room with the value
  /// whose emitter still waits, as that emission is not over.
  @inlinable
  mutating func subscribe() -> Int {
    lastID += 1
    let position = meeting == nil ? replayStart : head
    subscribers[lastID] = Subscriber(position: position)
    for offset in (position - head)..<buffer.count { buffer[offset].readersLeft += 1 }
    return lastID
  }

  @inlinable
  mutating func unsubscribe(_ id: Int) {
    guard let subscriber = subscribers.removeValue(forKey: id) else { return }
    if subscriber.waiter != nil { forgetWaiting() }
    for offset in (max(subscriber.position, head) - head)..<buffer.count {
      buffer[offset].readersLeft -= 1
    }
    trim()
    admitEmitters()
  }

  /// Counts one who waited and has left; they are taken out together, when they are many.
  @inlinable
  mutating func forgetWaiting() {
    leftWaiting += 1
    guard leftWaiting > waiting.count / 2 else { return }
    waiting = waiting.filter { subscribers[$0]?.waiter != nil }
    leftWaiting = 0
  }

  @usableFromInline
  enum Reading {
    case value(Value)
    /// Nothing is there; the hand-off is settled when something is.
    case wait
  }

  /// Reads the subscriber's next value, or notes that it waits.
  @inlinable
  mutating func read(_ id: Int, else waiter: @autoclosure () -> OneShot<Void>) -> Reading {
    guard let place = subscribers.index(forKey: id) else { return .wait }
    // Values dropped for being too old are skipped.
    let position = max(subscribers.values[place].position, head)
    guard position < tail else {
      let subscriber = Subscriber(position: position, waiter: waiter())
      subscribers.values[place] = subscriber
      waiting.append(id)
      return .wait
    }
    subscribers.values[place].position = position + 1
    let offset = position - head
    buffer[offset].readersLeft -= 1
    let value = buffer[offset].value
    meeting?.isTaken = true
    trim()
    admitEmitters()
    return .value(value)
  }

  // MARK: Replay

  @inlinable
  var replayCache: [Value] {
    (replayStart - head..<buffer.count).map { buffer[$0].value }
  }

  @inlinable
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
extension SharedFlowMachine.Subscriber: Sendable where Value: Sendable {}
