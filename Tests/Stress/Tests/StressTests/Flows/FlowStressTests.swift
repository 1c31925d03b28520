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
