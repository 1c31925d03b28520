import Combine
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCombineUnderTest
import Testing

/// Requests, cancellations and values from several threads, with fixed seeds.
@Suite(.serialized, .timeLimit(.minutes(5)))
@MainActor
struct BridgeStressTests {
  private typealias Numbers = TestSubscriber<Int, Never>

  @Test func `exactly what was asked for comes, whoever asked`() async throws {
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
      await mainActorTurns(1)
      #expect(subscriber.values.count == wanted)
      #expect(subscriber.overlaps.value + subscriber.elsewhere.value == 0)
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
      #expect(subscriber.overlaps.value + subscriber.elsewhere.value == 0)
      subscriber.cancel()
    }
  }

  @Test func `cancelling elsewhere races with values, and everything is released`() async throws {
    let alive = Tally()
    for round in 0..<300 {
      let flow = MutableStateFlow(0)
      let subject = InitializedSubject(wrappedValue: 0)
      var random = SeededRandom(seed: round)
      let delay = random.below(300)
      do {
        let tracked = Tracked(round, alive)
        let first = TestSubscriber<Int, Never>(demand: nil) { _, _ in tracked.id }
        let second = TestSubscriber<Int, Never>(demand: nil) { _, _ in tracked.id }
        flow.publisher.subscribe(first)
        subject.publisher.subscribe(second)
        let cancelling = Task.detached {
          spin(delay)
          first.cancel()
          second.cancel()
        }
        for value in 1...10 {
          flow.value = value
          subject.current = value
        }
        await cancelling.value
      }
      _ = try await flow.subscriptionCount.first { $0 == 0 }
    }
    await mainActorTurns(until: alive.value == 0)
    #expect(alive.value == 0)
  }

  @Test func `a publisher elsewhere loses nothing, and its consumer may cancel`()
    async
  {
    for round in 0..<300 {
      let script = ScriptedPublisher<Int, Never>()
      var random = SeededRandom(seed: round)
      let (delay, capacity, isCancelled) = (random.below(400), 1 + random.below(8), round % 2 == 1)
      let ready = Settlement<Void>()
      let consumer = Task.detached {
        var seen: [Int] = []
        var iterator = script.asFlow(capacity: capacity).makeAsyncIterator()
        ready.settle(())
        while let value = await iterator.next() { seen.append(value) }
        return seen
      }
      _ = await ready.wait()
      let sending = Task.detached {
        for value in 0..<20 { script.send(value) }
        script.complete(.success(()))
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
