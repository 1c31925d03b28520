import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

extension FlowStress {
  /// Writers and consumers at the same time; each test proves that they really met.
  @Suite(.timeLimit(.minutes(5)), .serialized)
  struct StateFlowStressTests {
    /// 10 × 10,000 rounds: a consumer registers while three values are being written.
    @Test(arguments: 0..<10)
    func `a consumer that registers in a storm of writes ends on the last value`(
      _ seed: Int
    ) async {
      let rounds = 10_000
      let flow = MutableStateFlow(0)
      let round = MutableStateFlow(0)
      // Lives through all rounds: two tasks that run are what races, not two that start.
      let writer = Task.detached {
        for await number in round where number > 0 {
          for step in 1...3 { flow.value = number * 4 + step }
          if number == rounds { break }
        }
      }
      var race = RaceTuner(seed)
      for number in 1...rounds {
        round.value = number
        // Most rounds register as early as they can; the others look for the last write.
        let isTuned = number % 4 == 0
        if isTuned { race.delay() }
        var iterator = flow.makeAsyncIterator()
        var value = await iterator.next()
        if isTuned { race.ended(late: value == number * 4 + 3) }
        while let current = value, current != number * 4 + 3 { value = await iterator.next() }
      }
      await writer.value
      #expect(flow.value == rounds * 4 + 3)
      #expect(flow.subscriptionCount.value == 0)
      #expect(race.early > 10, "registered before the last write")
      #expect(race.late > 10, "registered after it")
    }

    @Test(arguments: 0..<4)
    func `every consumer in a storm ends on the last value and sees values in order`(
      _ seed: Int
    ) async throws {
      try await untilMet {
        let flow = MutableStateFlow(0)
        let last = 20_000
        let skips = Tally()
        let consumers = (0..<8).map { index in
          Task.detached { () -> Bool in
            var random = SeededRandom(seed: seed * 8 + index)
            var previous = -1
            for await value in flow {
              if value <= previous { return false }
              if value > previous + 1 { skips.add() }
              previous = value
              if value == last { return true }
              spin(Int.random(in: 0..<50, using: &random))
            }
            return false
          }
        }
        _ = try await flow.subscriptionCount.first { $0 == 8 }
        await Task.detached { for value in 1...last { flow.value = value } }.value
        for consumer in consumers { #expect(await consumer.value) }
        #expect(flow.subscriptionCount.value == 0)
        return skips.value > 0
      }
    }

    @Test func `concurrent updates lose nothing`() async {
      await untilMet {
        let flow = MutableStateFlow(0)
        let transforms = Tally()
        await withTaskGroup { group in
          for _ in 0..<8 {
            group.addTask {
              for _ in 0..<10_000 {
                flow.update {
                  transforms.add()
                  return $0 + 1
                }
              }
            }
          }
        }
        #expect(flow.value == 80_000)
        // Only then has a writer been overtaken by another one.
        return transforms.value > 80_000
      }
    }

    @Test func `updates return each value once`() async {
      let flow = MutableStateFlow(0)
      let results = await withTaskGroup(of: [Int].self) { group in
        for _ in 0..<4 { group.addTask { (0..<5_000).map { _ in flow.update { $0 + 1 } } } }
        return await group.reduce(into: []) { $0 += $1 }
      }
      #expect(results.sorted() == Array(1...20_000))
    }

    @Test func `compare and set has exactly one winner`() async {
      await untilMet {
        let rounds = 20_000
        let flow = MutableStateFlow(0)
        let wins = await withTaskGroup(of: [Int].self) { group in
          for _ in 0..<4 {
            group.addTask {
              var won: [Int] = []
              while true {
                let value = flow.value
                if value == rounds { return won }
                if flow.compareAndSet(expected: value, new: value + 1) { won.append(value) }
              }
            }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(wins.flatMap { $0 }.sorted() == Array(0..<rounds))
        return wins.filter { !$0.isEmpty }.count > 1
      }
    }

    @Test func `cancellation races with a change and the consumer is always freed`() async {
      var race = RaceTuner(3)
      var rounds = 0
      while race.goesOn(rounds, of: 3_000) {
        let round = rounds
        rounds += 1
        let flow = MutableStateFlow(0)
        let line = StartLine()
        let consumer = Task.detached { () -> Int? in
          var iterator = flow.makeAsyncIterator()
          _ = await iterator.next()
          line.meet()
          return await iterator.next()
        }
        let writer = Task.detached {
          line.meet(of: 3)
          flow.value = 1
        }
        line.meet(of: 3)
        race.delay()
        consumer.cancel()
        race.ended(late: await consumer.value != nil)
        await writer.value
        if flow.subscriptionCount.value != 0 {
          Issue.record("round \(round) left a consumer")
          return
        }
      }
      #expect(race.early > 10, "cancelled")
      #expect(race.late > 10, "delivered")
    }

    @Test func `consumers come and go from many tasks and the count ends at zero`() async {
      await untilMet {
        let flow = MutableStateFlow(0)
        let counts = flow.subscriptionCount
        let highest = Tally()
        await withTaskGroup { group in
          for _ in 0..<8 {
            group.addTask {
              for _ in 0..<2_000 {
                let iterator = flow.makeAsyncIterator()
                if counts.value > 1 { highest.add() }
                withExtendedLifetime(iterator) {}
              }
            }
          }
        }
        #expect(counts.value == 0)
        return highest.value > 0
      }
    }
  }
}
