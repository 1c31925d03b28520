import Combine
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCombineUnderTest
import Testing

/// Requests, cancellations and values from several threads, with fixed seeds.
@Suite(.serialized, .timeLimit(.minutes(5)))
@MainActor
struct BridgeStressTests {
  @Test func `requests of several threads add up`() async throws {
    for round in 0..<100 {
      var random = SeededRandom(seed: round)
      let plans = (0..<4).map { _ in (0..<5).map { _ in random.below(4) } }
      let wanted = plans.joined().reduce(0, +)
      let subscriber = Numbers(demand: 0)
      finite(1...100).publisher.subscribe(subscriber)
      await withTaskGroup { group in
        for plan in plans {
          group.addTask { for demand in plan { subscriber.request(demand) } }
        }
      }
      try await #expect(subscriber.values(wanted) == Array(1..<(wanted + 1)))
      await mainActorQueueDrained()
      #expect(subscriber.values.count == wanted)
      #expect(subscriber.violations.all == [])
      subscriber.cancel()
    }
  }

  @Test func `a slow subscriber ends on the newest value`() async throws {
    for round in 0..<200 {
      let subject = InitializedSubject(wrappedValue: 0)
      let subscriber = Numbers(demand: 1)
      subject.publisher.subscribe(subscriber)
      var random = SeededRandom(seed: round)
      let delay = random.below(200)
      let asking = Task.detached {
        spin(delay)
        subscriber.request(1)
      }
      for value in 1...20 { subject.current = value }
      await asking.value
      _ = try await subscriber.values(2)
      if subscriber.values.all.last != 20 {
        subscriber.request(1)
        try await #expect(subscriber.values(3).last == 20)
      }
      #expect(subscriber.values.all == subscriber.values.all.sorted())
      #expect(subscriber.violations.all == [])
      subscriber.cancel()
    }
  }

  @Test func `cancelling elsewhere races with values, and everything is released`() async throws {
    let alive = Tally()
    for round in 0..<300 {
      var random = SeededRandom(seed: round)
      let delay = random.below(300)
      let sources = StateSource.allCases.map { $0.make() }
      do {
        let subscribers = sources.map { source in
          let subscriber = Numbers(demand: nil) { [tracked = Tracked(round, alive)] _, _ in
            tracked.id
          }
          source.subscribe(subscriber)
          return subscriber
        }
        let cancelling = Task.detached {
          spin(delay)
          for subscriber in subscribers { subscriber.cancel() }
        }
        for value in 1...10 {
          for source in sources { source.write(value) }
        }
        await cancelling.value
      }
    }
    await until(alive.value == 0)
  }

  @Test func `a publisher on another thread loses nothing, and its consumer can be cancelled`()
    async throws
  {
    for round in 0..<300 {
      let script = ScriptedPublisher<Int, Never>()
      var random = SeededRandom(seed: round)
      let (delay, capacity, isCancelled) = (random.below(400), 1 + random.below(8), round % 2 == 1)
      let hasSubscribed = Gate()
      let consumer = Task.detached {
        var seen: [Int] = []
        var iterator = script.asFlow(capacity: capacity).makeAsyncIterator()
        hasSubscribed.open()
        while let value = await iterator.next() { seen.append(value) }
        return seen
      }
      try await hasSubscribed.pass()
      let sending = Task.detached {
        for value in 0..<20 { script.send(value) }
        script.complete(.finished)
      }
      spin(delay)
      if isCancelled { consumer.cancel() }
      let seen = await consumer.value
      #expect(seen == Array(0..<seen.count))
      #expect(isCancelled || seen.count == 20)
      await sending.value
    }
  }
}

private func spin(_ rounds: Int) {
  let tally = Tally()
  for _ in 0..<rounds { tally.add() }
}
