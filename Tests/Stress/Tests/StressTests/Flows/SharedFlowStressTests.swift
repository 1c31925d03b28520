import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

extension FlowStress {
  /// Emitters, consumers and cancellations at the same time.
  @Suite(.timeLimit(.minutes(5)), .serialized)
  struct SharedFlowStressTests {
    struct Arrangement: Sendable, CustomTestStringConvertible {
      let replay: Int
      let extraBuffer: Int
      let consumers: Int

      var testDescription: String {
        "replay \(replay), extra \(extraBuffer), \(consumers) consumers"
      }
    }

    static let arrangements = [
      Arrangement(replay: 0, extraBuffer: 0, consumers: 1),
      Arrangement(replay: 0, extraBuffer: 0, consumers: 3),
      Arrangement(replay: 0, extraBuffer: 1, consumers: 1),
      Arrangement(replay: 0, extraBuffer: 2, consumers: 3),
      Arrangement(replay: 2, extraBuffer: 0, consumers: 2),
    ]

    /// Emits batches of values from tasks that are cancelled at any moment, and -1 at the end.
    @Test(arguments: arrangements)
    func `each value is delivered to everybody once or reported as cancelled`(
      _ arrangement: Arrangement
    ) async throws {
      let flow = MutableSharedFlow<Int>(
        replay: arrangement.replay,
        extraBuffer: arrangement.extraBuffer
      )
      let consumers = (0..<arrangement.consumers).map { index in
        Task.detached { () -> [Int] in
          var random = SeededRandom(seed: index)
          var seen: [Int] = []
          for await value in flow {
            if value < 0 { break }
            seen.append(value)
            spin(Int.random(in: 0..<400, using: &random))
          }
          return seen
        }
      }
      _ = try await flow.subscriptionCount.first { $0 == arrangement.consumers }
      let emitted = Log<Int>()
      let cancelled = Tally()
      var race = RaceTuner(arrangement.consumers)
      // More than there is room for: some have to wait.
      let batch = arrangement.replay + arrangement.extraBuffer + 2
      var rounds = 0
      while race.goesOn(rounds, of: 1_500) {
        let round = rounds
        rounds += 1
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
        race.delay()
        for emitter in emitters { emitter.cancel() }
        for emitter in emitters { await emitter.value }
        race.ended(late: cancelled.value == before)
      }
      try await flow.emit(-1)
      for consumer in consumers {
        let seen = await consumer.value
        let isUnique = Set(seen).count == seen.count
        #expect(isUnique, "a value was delivered twice")
        let isSame = seen.sorted() == emitted.all.sorted()
        #expect(isSame, "\(seen.count) delivered, \(emitted.all.count) reported as emitted")
      }
      #expect(emitted.all.count + cancelled.value == rounds * batch)
      #expect(emitted.all.count > 10)
      #expect(cancelled.value > 10)
      #expect(flow.subscriptionCount.value == 0)
    }

    @Test(arguments: arrangements)
    func `several emitters keep their own order and lose nothing`(
      _ arrangement: Arrangement
    ) async throws {
      try await untilMet {
        let flow = MutableSharedFlow<Int>(
          replay: arrangement.replay,
          extraBuffer: arrangement.extraBuffer
        )
        let each = 800
        let consumers = (0..<arrangement.consumers).map { _ in
          Task.detached { () -> [Int] in
            var seen: [Int] = []
            for await value in flow {
              seen.append(value)
              if seen.count == each * 4 { break }
            }
            return seen
          }
        }
        _ = try await flow.subscriptionCount.first { $0 == arrangement.consumers }
        try await withThrowingTaskGroup { group in
          for emitter in 0..<4 {
            group.addTask { for step in 0..<each { try await flow.emit(step * 4 + emitter) } }
          }
          try await group.waitForAll()
        }
        var orders: [[Int]] = []
        for consumer in consumers { orders.append(await consumer.value) }
        var haveMet = true
        for order in orders {
          let isSame = order == orders.first
          #expect(isSame, "all consumers see one order")
          for emitter in 0..<4 {
            let isComplete =
              order.filter { $0 % 4 == emitter } == (0..<each).map { $0 * 4 + emitter }
            #expect(isComplete, "the values of emitter \(emitter), in its order")
          }
          let changes = zip(order, order.dropFirst()).count { $0 % 4 != $1 % 4 }
          haveMet = haveMet && changes > 3
        }
        return haveMet
      }
    }

    @Test func `a consumer that registers in a storm of emissions misses none`() async {
      let flow = MutableSharedFlow<Int>(replay: 1, extraBuffer: 4)
      let round = MutableStateFlow(0)
      let rounds = 10_000
      let emitter = Task.detached {
        for await number in round where number > 0 {
          for step in 1...3 { try await flow.emit(number * 4 + step) }
          if number == rounds { break }
        }
      }
      var race = RaceTuner(1)
      for number in 1...rounds {
        round.value = number
        let isTuned = number % 4 == 0
        if isTuned { race.delay() }
        var iterator = flow.makeAsyncIterator()
        var previous = await iterator.next() ?? 0
        if isTuned { race.ended(late: previous == number * 4 + 3) }
        while previous != number * 4 + 3 {
          let value = await iterator.next() ?? 0
          // The last value of the round before is followed by the first of this one.
          let expected = previous % 4 == 3 || previous == 0 ? number * 4 + 1 : previous + 1
          if value != expected {
            Issue.record("round \(number): \(value) after \(previous)")
            return emitter.cancel()
          }
          previous = value
        }
      }
      _ = await emitter.result
      #expect(race.early > 10, "registered before the last emission")
      #expect(race.late > 10, "registered after it")
    }

    @Test func `consumers that leave at any moment hold nobody up`() async throws {
      let flow = MutableSharedFlow<Int>(extraBuffer: 1)
      let left = Tally()
      let leavers = Task {
        await withTaskGroup { group in
          for index in 0..<4 {
            group.addTask {
              var random = SeededRandom(seed: index)
              while !Task.isCancelled {
                var patience = Int.random(in: 0..<4, using: &random)
                for await _ in flow {
                  patience -= 1
                  if patience <= 0 { break }
                }
                left.add()
              }
            }
          }
        }
      }
      var waited = 0
      var value = 0
      // On a busy machine the leavers may not have had their turn yet.
      while value < 5_000 || (min(waited, left.value) <= 10 && value < 1_000_000) {
        value += 1
        if value % 100 == 0 { _ = try await flow.subscriptionCount.first { $0 > 0 } }
        if flow.tryEmit(value) { continue }
        waited += 1
        try await flow.emit(value)
      }
      leavers.cancel()
      await leavers.value
      #expect(flow.subscriptionCount.value == 0)
      #expect(waited > 10)
      #expect(left.value > 10)
      #expect(flow.tryEmit(0) && flow.tryEmit(1), "without consumers nothing is full")
    }

    @Test func `a consumer cancelled in a storm releases waiting emitters`() async throws {
      var race = RaceTuner(7)
      var rounds = 0
      while race.goesOn(rounds, of: 2_000) {
        let round = rounds
        rounds += 1
        let flow = MutableSharedFlow<Int>(extraBuffer: round % 2)
        let line = StartLine()
        let consumer = Task.detached {
          var iterator = flow.makeAsyncIterator()
          line.meet()
          var count = 0
          while await iterator.next() != nil { count += 1 }
          return count
        }
        _ = try await flow.subscriptionCount.first { $0 == 1 }
        let emitter = Task.detached { for value in 0..<5 { try await flow.emit(value) } }
        line.meet()
        race.delay()
        consumer.cancel()
        race.ended(late: await consumer.value == 5)
        try await emitter.value
        if flow.subscriptionCount.value != 0 {
          Issue.record("round \(round) left a consumer")
          return
        }
      }
      #expect(race.early > 10, "cancelled before it had everything")
      #expect(race.late > 10, "cancelled after that")
    }
  }
}
