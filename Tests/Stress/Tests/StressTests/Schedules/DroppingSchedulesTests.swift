import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Tests event channels and shared flows that drop values when they are full.
@Suite(.timeLimit(.minutes(20)))
struct DroppingSchedulesTests {
  @Test func `each event is taken once and in order, even if consumers leave or are cancelled`()
    async throws
  {
    try await underAllSchedules { random in
      let scene = ChannelScene(1 + random.below(6), dropsOldest: random.isTrue(50))
      try await inTasks { tasks in
        // One consumer stays, so that all events are taken.
        tasks.add(1, &random) { try await scene.take(.max, &$0) }
        tasks.add(random.below(5), &random) { random in
          if random.isTrue(50) { return try await scene.takeUntilCancelled(&random) }
          try await scene.take(random.below(5), &random)
        }
        try await inTasks { senders in
          senders.add(1 + random.below(3), &random) { try await scene.send(&$0) }
        }
        while scene.model.withLock({ $0.hasUnread }), !Task.isCancelled { await suspensionPoint() }
        tasks.cancelAll()
      }
      scene.channel.send(0)
      var iterator = scene.channel.makeAsyncIterator()
      let rest = await iterator.next()
      try check(rest == 0, "\(rest ?? -1) was left")
    }
  }

  @Test(arguments: [true, false])
  func `only the values that the policy allows are dropped`(dropsOldest: Bool) async throws {
    try await underAllSchedules { random in
      let count = 1 + random.below(3)
      let (replay, extra) = (random.below(3), 1 + random.below(3))
      let scene = FlowScene(replay, extra, dropsOldest: dropsOldest, consumers: count)
      try await inTasks { tasks in
        for reader in 0..<count { tasks.add(1, &random) { try await scene.consume(reader, &$0) } }
        _ = try await scene.flow.subscriptionCount.first { $0 == count }
        try await inTasks { emitters in
          emitters.add(1 + random.below(3), &random) { try await scene.emit(&$0) }
        }
        // The last value may be dropped as well.
        while scene.flow.subscriptionCount.value > 0, !Task.isCancelled {
          scene.model.withLock { _ = $0.send(FlowScene.last) }
          _ = scene.flow.tryEmit(FlowScene.last)
          await suspensionPoint()
        }
      }
    }
  }
}

/// A model of the queue, with readers that each get every value.
private struct QueueModel {
  let capacity: Int
  let dropsOldest: Bool
  var values: [Int] = []
  /// The number of values that each reader has taken or lost.
  var positions: [Int]
  var lastNumber = 0
  var dropped = 0

  var hasUnread: Bool { positions.contains { $0 < values.count } }

  mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  /// Adds a value, and returns whether it is queued.
  mutating func send(_ value: Int) -> Bool {
    if values.count - (positions.min() ?? 0) == capacity {
      dropped += 1
      guard dropsOldest else { return false }
    }
    values.append(value)
    let oldest = values.count - capacity
    positions = positions.map { max($0, oldest) }
    return true
  }

  mutating func take(_ reader: Int) -> Int? {
    guard positions[reader] < values.count else { return nil }
    positions[reader] += 1
    return values[positions[reader] - 1]
  }
}

/// A channel; its consumers together are one reader of the queue.
private final class ChannelScene: Sendable {
  let channel: EventChannel<Int>
  let model: Locked<QueueModel>
  private let sent = MutableStateFlow(0)

  init(_ capacity: Int, dropsOldest: Bool) {
    channel = EventChannel(capacity: capacity, overflow: dropsOldest ? .dropOldest : .dropNewest)
    model = Locked(QueueModel(capacity: capacity, dropsOldest: dropsOldest, positions: [0]))
  }

  func send(_ random: inout SeededRandom) async throws {
    for _ in 0..<random.below(8) {
      await random.pause(upTo: 2)
      let (event, isQueued, dropped) = model.withLock { model in
        let event = model.nextNumber()
        return (event, model.send(event), model.dropped)
      }
      let answer = channel.send(event)
      try check(answer == isQueued, "sending \(event) returned \(answer)")
      try check(channel.droppedCount == dropped, "\(channel.droppedCount), not \(dropped) dropped")
      sent.value = event
    }
  }

  /// Takes some events, and then stops iterating.
  func take(_ count: Int, _ random: inout SeededRandom) async throws {
    await random.pause()
    var iterator = channel.makeAsyncIterator()
    var taken = 0
    while taken < count {
      guard let event = await iterator.next() else {
        return try check(Task.isCancelled, "the channel ended by itself")
      }
      taken += 1
      try check(!Task.isCancelled, "a cancelled consumer took \(event)")
      let expected = model.withLock { $0.take(0) }
      try check(event == expected, "got \(event); expected \(expected ?? 0)")
      await random.pause(upTo: 2)
    }
  }

  /// Takes events, and is cancelled soon after an event was sent, which may have resumed it.
  func takeUntilCancelled(_ random: inout SeededRandom) async throws {
    try await inTasks { tasks in
      tasks.add(1, &random) { try await self.take(.max, &$0) }
      let moment = random.below(8)
      _ = try? await sent.asStateFlow().first { $0 >= moment }
      await random.pause(upTo: 2)
      tasks.cancelAll()
    }
  }
}

/// A shared flow; each of its consumers is a reader of the queue.
private final class FlowScene: Sendable {
  static let last = -1

  let flow: MutableSharedFlow<Int>
  let model: Locked<QueueModel>

  init(_ replay: Int, _ extra: Int, dropsOldest: Bool, consumers: Int) {
    flow = MutableSharedFlow(
      replay: replay,
      extraBuffer: extra,
      overflow: dropsOldest ? .dropOldest : .dropNewest
    )
    let positions = Array(repeating: 0, count: consumers)
    model = Locked(
      QueueModel(capacity: replay + extra, dropsOldest: dropsOldest, positions: positions)
    )
  }

  func emit(_ random: inout SeededRandom) async throws {
    for _ in 0..<random.below(9) {
      await random.pause(upTo: 1)
      let value = model.withLock { model in
        let value = model.nextNumber()
        _ = model.send(value)
        return value
      }
      if random.isTrue(50) {
        try check(flow.tryEmit(value), "tryEmit of \(value) would have had to wait")
      } else {
        try await flow.emit(value)
      }
    }
  }

  func consume(_ reader: Int, _ random: inout SeededRandom) async throws {
    for await value in flow {
      let expected = model.withLock { model in
        // A consumer leaves after the last value.
        defer { if value == Self.last { model.positions[reader] = .max } }
        return model.take(reader)
      }
      try check(value == expected, "got \(value); expected \(expected ?? 0)")
      if value == Self.last { return }
      await random.pause()
    }
    throw BrokenPromise(description: "the flow ended by itself")
  }
}
