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

  @Test func `a publisher that ignores demand drops values while the buffer is full`() async {
    let subject = PassthroughSubject<Int, Never>()
    var iterator = subject.asFlow(capacity: 2).makeAsyncIterator()
    for value in 1...5 { subject.send(value) }
    #expect(await iterator.next() == 1)
    subject.send(6)
    subject.send(completion: .finished)
    #expect(await iterator.next() == 2)
    #expect(await iterator.next() == 6)
    #expect(await iterator.next() == nil)
  }

  @Test func `a publisher that sends more than was requested loses nothing`() async throws {
    let script = Script()
    var iterator = script.asFlow(capacity: 1).makeAsyncIterator()
    for value in 1...5 { script.send(value) }
    for value in 1...5 { #expect(try await iterator.next() == value) }
  }

  @Test func `each consumer subscribes for itself, when its iterator is made`() async {
    let subject = CurrentValueSubject<Int, Never>(1)
    let flow = subject.asFlow()
    var first = flow.makeAsyncIterator()
    subject.send(2)
    var second = flow.makeAsyncIterator()
    #expect(await first.next() == 1)
    #expect(await first.next() == 2)
    #expect(await second.next() == 2)
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

  // MARK: Observables

  @Test(arguments: [false, true])
  func `an observable keeps the last value when its publisher ends or fails`(
    isFailing: Bool
  ) async throws {
    let scope = TaskScope(onError: { _ in })
    let script = Script()
    let observable = InitializedObservable(0, following: script.asFlow(), in: scope)
    let values = ValueRecorder(observable)
    await values.expect(0)
    script.send(1)
    await values.expect(1)
    script.complete(isFailing ? .failure(SourceError()) : .finished)
    await scope.waitUntilEmpty()
    switch observable.sourceState {
    case .ended: #expect(!isFailing)
    case .failed(let error): #expect(isFailing && error is SourceError)
    default: Issue.record("the publisher has completed")
    }
    #expect(observable.current == 1)
    #expect(scope.isActive)
  }

  @Test func `the end of the scope cancels the subscription`() async {
    let scope = TaskScope()
    let script = ScriptedPublisher<Int, Never>()
    let observable = UninitializedObservable(
      following: script.asFlow(),
      in: scope,
      start: .eagerly
    )
    #expect(script.demands == [16])
    scope.cancel()
    await until(script.cancellations == 1)
    #expect(observable.current == .nothing)
  }
}
