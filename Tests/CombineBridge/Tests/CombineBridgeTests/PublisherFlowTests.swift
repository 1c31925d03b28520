import Combine
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCombineUnderTest
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct PublisherFlowTests {
  private typealias Script = ScriptedPublisher<Int, SourceError>

  @Test(arguments: [1, 2, 7, 200])
  func `all values of a publisher that respects demand arrive, and then the end`(
    capacity: Int
  ) async {
    var seen: [Int] = []
    for await value in (1...100).publisher.asFlow(capacity: capacity) { seen.append(value) }
    #expect(seen == Array(1...100))
  }

  @Test func `queued values and open demand make up the capacity`() async throws {
    let script = Script()
    var iterator = script.asFlow(capacity: 3).makeAsyncIterator()
    for value in 1...3 { script.send(value) }
    #expect(script.demands == [3])
    #expect(try await iterator.next() == 1)
    #expect(try await iterator.next() == 2)
    #expect(script.demands == [3, 1, 1])
    script.send(4)
    #expect(try await iterator.next() == 3)
    #expect(try await iterator.next() == 4)
    #expect(script.demands == [3, 1, 1, 1, 1])
  }

  @Test func `a publisher that sends more than was requested loses nothing`() async throws {
    let script = Script()
    var iterator = script.asFlow(capacity: 1).makeAsyncIterator()
    for value in 1...5 { script.send(value) }
    for value in 1...5 { #expect(try await iterator.next() == value) }
  }

  // MARK: The end

  @Test func `the failure comes after the values, once, and has its type`() async throws {
    let script = Script()
    var iterator = script.asFlow().makeAsyncIterator()
    script.send(1)
    script.complete(.failure(SourceError()))
    #expect(try await iterator.next() == 1)
    do throws(SourceError) {
      _ = try await iterator.next()
      Issue.record("expected the failure")
    } catch {
      #expect(error == SourceError())
    }
    #expect(try await iterator.next() == nil)
    #expect(script.cancellations == 0)
  }

  @Test func `a second subscription is cancelled`() {
    let publisher = TwicePublisher()
    let iterator = publisher.asFlow(capacity: 2).makeAsyncIterator()
    #expect(publisher.first.demands == [2])
    #expect(publisher.first.cancellations == 0)
    #expect(publisher.second.demands == [])
    #expect(publisher.second.cancellations == 1)
    withExtendedLifetime(iterator) {}
  }

  /// Sends two subscriptions, which a publisher must not do.
  private struct TwicePublisher: Publisher {
    typealias Output = Int
    typealias Failure = SourceError

    let first = Script()
    let second = Script()

    func receive(subscriber: some Subscriber<Int, SourceError>) {
      first.receive(subscriber: subscriber)
      second.subscribeAgain(subscriber)
    }
  }

  // MARK: Cancelling

  @Test func `cancelling the task cancels the subscription and ends the sequence`() async throws {
    let script = Script()
    let consumer = Task { @MainActor in
      var iterator = script.asFlow().makeAsyncIterator()
      let value = try await iterator.next()
      #expect(script.cancellations == 1)
      #expect(try await iterator.next() == nil)
      return value
    }
    await mainActorQueueDrained()
    consumer.cancel()
    try await #expect(consumer.value == nil)
    #expect(script.cancellations == 1)
  }

  @Test func `releasing the iterator cancels the subscription and releases queued values`() {
    let alive = Tally()
    let script = ScriptedPublisher<Tracked, Never>()
    do {
      let iterator = script.asFlow().makeAsyncIterator()
      for id in 1...3 { script.send(Tracked(id, alive)) }
      #expect(alive.value == 3)
      #expect(script.cancellations == 0)
      withExtendedLifetime(iterator) {}
    }
    #expect(script.cancellations == 1)
    script.send(Tracked(4, alive))
    #expect(alive.value == 0)
  }
}
