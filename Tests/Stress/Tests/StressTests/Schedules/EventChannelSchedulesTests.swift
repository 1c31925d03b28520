import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@Suite(.timeLimit(.minutes(20)))
struct EventChannelSchedulesTests {
  @Test func `each event is taken once and in order, though consumers leave and are cancelled`()
    async throws
  {
    try await underAllSchedules { random in
      var random = random
      let scene = EventChannelScene(
        capacity: 1 + random.below(6),
        overflow: random.isTrue(50) ? .dropOldest : .dropNewest
      )
      try await withThrowingTaskGroup { group in
        // One stays, so that everything is taken.
        let stays = random.fork()
        group.addTask { try await scene.take(.max, stays) }
        for _ in 0..<random.below(5) {
          let (count, numbers) = (random.below(5), random.fork())
          if random.isTrue(50) {
            group.addTask { try await scene.takeUntilCancelled(numbers) }
          } else {
            group.addTask { try await scene.take(count, numbers) }
          }
        }
        try await withThrowingTaskGroup { group in
          for _ in 0...random.below(3) {
            let numbers = random.fork()
            group.addTask { try await scene.send(numbers) }
          }
          try await group.waitForAll()
        }
        while !scene.isEmpty, !Task.isCancelled { await suspensionPoint() }
        group.cancelAll()
        try await group.waitForAll()
      }
      let rest = await scene.rest()
      try check(rest == 0, "\(rest ?? -1) was left")
    }
  }
}

/// A channel, and what is in it by the rules.
private final class EventChannelScene: Sendable {
  private struct Model {
    var queue: [Int] = []
    var sent = 0
    var dropped = 0
  }

  private let channel: EventChannel<Int>
  private let capacity: Int
  private let overflow: ChannelOverflow
  private let model = Locked(Model())
  private let sent = MutableStateFlow(0)

  init(capacity: Int, overflow: ChannelOverflow) {
    self.capacity = capacity
    self.overflow = overflow
    channel = EventChannel(capacity: capacity, overflow: overflow)
  }

  var isEmpty: Bool { model.withLock { $0.queue.isEmpty } }

  func send(_ random: SeededRandom) async throws {
    var random = random
    for _ in 0..<random.below(8) {
      await random.pause(upTo: 2)
      let (event, isQueued, dropped) = model.withLock { model in
        model.sent += 1
        var isQueued = true
        if model.queue.count == capacity {
          model.dropped += 1
          isQueued = overflow == .dropOldest
          if isQueued { model.queue.removeFirst() }
        }
        if isQueued { model.queue.append(model.sent) }
        return (model.sent, isQueued, model.dropped)
      }
      let answer = channel.send(event)
      try check(answer == isQueued, "sending \(event) returned \(answer)")
      try check(channel.droppedCount == dropped, "\(channel.droppedCount), not \(dropped) dropped")
      sent.value = event
    }
  }

  /// Takes some events, and leaves.
  func take(_ count: Int, _ random: SeededRandom) async throws {
    var random = random
    await random.pause()
    var iterator = channel.makeAsyncIterator()
    var taken = 0
    while taken < count {
      guard let event = await iterator.next() else {
        return try check(Task.isCancelled, "the channel ended by itself")
      }
      taken += 1
      try check(!Task.isCancelled, "a cancelled consumer took \(event)")
      let expected = model.withLock { $0.queue.isEmpty ? 0 : $0.queue.removeFirst() }
      try check(event == expected, "got \(event), and not \(expected)")
      await random.pause(upTo: 2)
    }
  }

  /// Takes events, and is cancelled soon after one has been sent, for which it may have been woken.
  func takeUntilCancelled(_ random: SeededRandom) async throws {
    var random = random
    let numbers = random.fork()
    try await withThrowingTaskGroup { group in
      group.addTask { try await self.take(.max, numbers) }
      let moment = random.below(8)
      _ = try? await sent.asStateFlow().first { $0 >= moment }
      await random.pause(upTo: 2)
      group.cancelAll()
      try await group.waitForAll()
    }
  }

  /// Sends a zero, and takes what a new consumer gets first.
  func rest() async -> Int? {
    channel.send(0)
    var iterator = channel.makeAsyncIterator()
    return await iterator.next()
  }
}
