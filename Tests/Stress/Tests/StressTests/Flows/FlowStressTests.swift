import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

/// Races senders, consumers and cancellations on several threads; each test proves that both sides
/// win some rounds.
@Suite(.timeLimit(.minutes(10)), .serialized)
struct FlowStressTests {
  // MARK: Both kinds of flow

  @Test(arguments: FlowKind.allCases, 1...4)
  func `a consumer that registers during a burst of values misses none that it should get`(
    kind: FlowKind,
    seed: Int
  ) async {
    let state = MutableStateFlow(0)
    let shared = MutableSharedFlow<Int>(replay: 1, extraBuffer: 4)
    let flow: any CountedFlow = kind == .state ? state.asStateFlow() : shared.asSharedFlow()
    let start = MutableStateFlow(0)
    // Runs through all rounds, so that two running tasks race and not two that start.
    let sender = Task.detached {
      for await first in start where first != 0 {
        if first < 0 { break }
        for value in first..<first + 3 {
          if kind == .state { state.value = value } else { try await shared.emit(value) }
        }
      }
    }
    await race(seed: seed, rounds: 5_000) { number, delay in
      let first = number * 3 + 1
      start.value = first
      delay()
      var iterator = flow.makeAsyncIterator()
      var seen: [Int] = []
      while seen.last != first + 2, let value = await iterator.next(isolation: nil) {
        seen.append(value)
      }
      let isRight =
        switch kind {
        case .state: zip(seen, seen.dropFirst()).allSatisfy(<)
        case .shared: seen == Array(max(seen[0], first - 1)...first + 2)
        }
      #expect(isRight, "\(seen) in the round that begins with \(first)")
      return seen == [first + 2]
    }
    start.value = -1
    _ = await sender.result
    #expect(flow.subscriptionCount.value == 0)
  }

  // MARK: State flows

  @Test func `concurrent updates lose nothing`() async {
    let flow = MutableStateFlow(0)
    let transforms = Tally()
    let stored = await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<5_000).flatMap { round in
            // On a busy machine the writers may not meet, so that now and then one writes between
            // the read and the write of its own update.
            var stored: [Int] = []
            let last = flow.update { value in
              transforms.add()
              if round % 100 == 0, stored.isEmpty { stored.append(flow.update { $0 + 1 }) }
              return value + 1
            }
            return stored + [last]
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(stored.sorted() == Array(1...40_400), "each value is stored by one writer")
    #expect(transforms.value >= 40_400, "each of the updates between was noticed")
  }

  // MARK: Shared flows

  @Test(arguments: [(0, 0, 1), (0, 0, 3), (0, 1, 1), (0, 2, 3), (2, 0, 2)])
  func `each value is delivered to every consumer once or reported as cancelled`(
    replay: Int,
    extraBuffer: Int,
    consumerCount: Int
  ) async throws {
    let flow = MutableSharedFlow<Int>(replay: replay, extraBuffer: extraBuffer)
    let consumers = (0..<consumerCount).map { index in
      Task.detached {
        var random = SeededRandom(seed: index)
        var seen: [Int] = []
        for await value in flow {
          if value < 0 { break }
          seen.append(value)
          spin(random.below(400))
        }
        return seen
      }
    }
    _ = try await flow.subscriptionCount.first { $0 == consumerCount }
    let emitted = Log<Int>()
    let cancelled = Tally()
    // More emitters than the buffer has space for, so that some have to wait.
    let batch = replay + extraBuffer + 2
    await race(rounds: 1_500) { round, delay in
      let before = cancelled.value
      let emitters = (0..<batch).map { index in
        Task.detached {
          let value = round * batch + index
          do {
            try await flow.emit(value)
            emitted.append(value)
          } catch {
            cancelled.add()
          }
        }
      }
      delay()
      for emitter in emitters { emitter.cancel() }
      for emitter in emitters { await emitter.value }
      #expect(emitted.count + cancelled.value == (round + 1) * batch)
      return cancelled.value == before
    }
    try await flow.emit(-1)
    let order = await consumers[0].value
    let isComplete = order.sorted() == emitted.all.sorted()
    #expect(isComplete, "the delivered values are those reported as emitted")
    for consumer in consumers {
      let isSame = await consumer.value == order
      #expect(isSame, "all consumers see the same order")
    }
    #expect(flow.subscriptionCount.value == 0)
  }

  // MARK: Event channels

  @Test func `with several senders and consumers, each event arrives exactly once`() async {
    let channel = EventChannel<Int>(capacity: .max)
    let count = 20_000
    let received = await withTaskGroup(of: [Int].self) { group in
      for number in 0..<4 {
        group.addTask {
          // Each takes only its share, so that none can take all events before the others begin.
          var iterator = channel.makeAsyncIterator()
          return await iterator.next(count / 4)
        }
        group.addTask {
          for event in 0..<count / 4 { channel.send(event * 4 + number) }
          return []
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(received.sorted() == Array(0..<count))
    #expect(channel.droppedCount == 0)
  }

  @Test(arguments: [true, false])
  func `consumers cancelled at any moment do not consume an event`(hasOther: Bool) async {
    await race(rounds: 4_000) { round, delay in
      let channel = EventChannel<Int>()
      let line = StartLine()
      let consumers = (0..<(hasOther ? 2 : 1)).map { _ in
        Task.detached {
          var iterator = channel.makeAsyncIterator()
          line.meet(of: 3)
          return await iterator.next()
        }
      }
      let sender = Task.detached {
        line.meet(of: 3)
        channel.send(round)
      }
      line.meet(of: 3)
      delay()
      consumers[0].cancel()
      await sender.value
      let event = await consumers[0].value
      if event != nil { channel.send(-1) }
      var iterator = channel.makeAsyncIterator()
      let rest = hasOther ? await consumers[1].value : await iterator.next()
      #expect([event, rest] == [round, -1] || [event, rest] == [nil, round])
      return event != nil
    }
  }

  @Test func `an event that a collection takes while it is disposed is delivered`() async {
    await race(rounds: 4_000) { round, delay in
      let channel = EventChannel<Int>()
      let (early, late) = (Log<Int>(), Log<Int>())
      let line = StartLine()
      let token = channel.collect { early.append($0) }
      let sender = Task.detached {
        line.meet()
        channel.send(round)
      }
      line.meet()
      delay()
      token.dispose()
      await sender.value
      let next = channel.collect { late.append($0) }
      await until(early.count + late.count > 0)
      next.dispose()
      #expect(early.all + late.all == [round])
      return late.count == 0
    }
  }
}
