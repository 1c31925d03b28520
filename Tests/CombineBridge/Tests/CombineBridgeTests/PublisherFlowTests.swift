import Combine
import KalugaArchitecture
import KalugaArchitectureTestUtils
import Testing

@testable import KalugaCombineUnderTest

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct PublisherFlowTests {
  private typealias Script = ScriptedPublisher<Int, SourceError>

  @Test func `all values of a publisher that respects demand arrive, and then the end`() async {
    for capacity in [1, 2, 7, 200] {
      var seen: [Int] = []
      for await value in (1...100).publisher.asFlow(capacity: capacity) { seen.append(value) }
      #expect(seen == Array(1...100))
    }
  }

  @Test func `what is queued and what was asked for make up the capacity`() async throws {
    let script = Script()
    var iterator = script.asFlow(capacity: 3).makeAsyncIterator()
    #expect(script.demands == [3])
    for value in 1...3 { script.send(value) }
    #expect(script.demands == [3])
    #expect(try await iterator.next() == 1)
    #expect(script.demands == [3, 1])
    #expect(try await iterator.next() == 2)
    #expect(script.demands == [3, 1, 1])
    script.send(4)
    #expect(try await iterator.next() == 3)
    #expect(try await iterator.next() == 4)
    #expect(script.demands == [3, 1, 1, 1, 1])
  }

  @Test func `a subject drops what comes while the buffer is full`() async {
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

  @Test func `a publisher that sends more than was asked for loses nothing`() async throws {
    let script = Script()
    var iterator = script.asFlow(capacity: 1).makeAsyncIterator()
    for value in 1...5 { script.send(value) }
    for value in 1...5 { #expect(try await iterator.next() == value) }
  }

  @Test func `what is sent right after the iterator was made arrives`() async {
    let subject = PassthroughSubject<Int, Never>()
    var iterator = subject.asFlow().makeAsyncIterator()
    subject.send(1)
    #expect(await iterator.next() == 1)
  }

  @Test func `each consumer subscribes for itself, and a current value comes first`() async {
    let subject = CurrentValueSubject<Int, Never>(1)
    let flow = subject.asFlow()
    var first = flow.makeAsyncIterator()
    #expect(await first.next() == 1)
    subject.send(2)
    var second = flow.makeAsyncIterator()
    #expect(await second.next() == 2)
    #expect(await first.next() == 2)
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

  @Test func `the end and the failure wake a waiting consumer`() async throws {
    for completion in [Result<Void, SourceError>.success(()), .failure(SourceError())] {
      let script = Script()
      let recorder = ValueRecorder(following: script.asFlow())
      script.send(1)
      try await #expect(recorder.next() == 1)
      script.complete(completion)
      switch completion {
      case .success: await recorder.expectEnd()
      case .failure: try await #expect(recorder.expectFailure() is SourceError)
      }
    }
  }

  @Test func `a second subscription is cancelled, as Combine requires`() {
    let script = Script()
    let other = Script()
    let subscriber = PublisherBufferSubscriber(PublisherBuffer<Int, SourceError>(capacity: 2))
    script.receive(subscriber: subscriber)
    other.subscribeAgain(subscriber)
    #expect(script.demands == [2])
    #expect(script.cancellations == 0)
    #expect(other.demands == [])
    #expect(other.cancellations == 1)
  }

  // MARK: Cancelling

  @Test func `cancelling the task cancels the subscription and ends the sequence`() async throws {
    let script = Script()
    let waits = Settlement<Void>()
    let consumer = Task { @MainActor in
      var iterator = script.asFlow().makeAsyncIterator()
      waits.settle(())
      let value = try await iterator.next()
      #expect(script.cancellations == 1)
      #expect(try await iterator.next() == nil)
      return value
    }
    _ = await waits.wait()
    consumer.cancel()
    try await #expect(consumer.value == nil)
    #expect(script.cancellations == 1)
  }

  @Test func `break and releasing the iterator cancel the subscription`() async throws {
    let script = Script()
    do {
      var iterator = script.asFlow().makeAsyncIterator()
      script.send(1)
      #expect(try await iterator.next() == 1)
      #expect(script.cancellations == 0)
    }
    #expect(script.cancellations == 1)
    do { _ = script.asFlow().makeAsyncIterator() }
    #expect(script.cancellations == 2)
  }

  @Test func `values nobody will read are released with the iterator`() async {
    let alive = Tally()
    let script = ScriptedPublisher<Tracked, Never>()
    do {
      let iterator = script.asFlow().makeAsyncIterator()
      for id in 1...3 { script.send(Tracked(id, alive)) }
      #expect(alive.value == 3)
      withExtendedLifetime(iterator) {}
    }
    #expect(alive.value == 0)
    script.send(Tracked(4, alive))
    #expect(alive.value == 0)
  }

  // MARK: Observables

  @Test func `an observable follows a publisher, and keeps the last value when that ends or fails`()
    async throws
  {
    for completion in [Result<Void, SourceError>.success(()), .failure(SourceError())] {
      let errors = Log<String>()
      let scope = TaskScope(onError: { errors.append("\($0)") })
      let script = Script()
      let observable = InitializedObservable(0, following: script.asFlow(), in: scope)
      let values = ValueRecorder(observable)
      try await #expect(values.next() == 0)
      script.send(1)
      try await #expect(values.next() == 1)
      script.complete(completion)
      await mainActorTurns(until: isOver(observable, completion))
      #expect(isOver(observable, completion))
      #expect(observable.current == 1)
      #expect(scope.isActive)
    }
  }

  private func isOver(
    _ observable: InitializedObservable<Int>,
    _ completion: Result<Void, SourceError>
  ) -> Bool {
    switch (observable.sourceState, completion) {
    case (.ended, .success), (.failed(is SourceError), .failure): true
    default: false
    }
  }

  @Test func `an observable has nothing until the publisher sends`() async throws {
    let scope = TaskScope()
    let subject = PassthroughSubject<Int, Never>()
    let observable = UninitializedObservable(following: subject.asFlow(), in: scope)
    let values = ValueRecorder(observable)
    try await #expect(values.next().valueOrNil == nil)
    subject.send(1)
    try await #expect(values.next().valueOrNil == 1)
  }

  @Test func `the end of the scope cancels the subscription`() async {
    let scope = TaskScope()
    let script = ScriptedPublisher<Int, Never>()
    let observable = InitializedObservable(
      0,
      following: script.asFlow(),
      in: scope,
      start: .eagerly
    )
    #expect(script.demands == [16])
    scope.cancel()
    await mainActorTurns(until: script.cancellations == 1)
    #expect(script.cancellations == 1)
    #expect(observable.current == 0)
  }

  @Test func `an observable goes through Combine and back`() async throws {
    let scope = TaskScope()
    let subject = InitializedSubject(wrappedValue: 1)
    let texts = subject.publisher.map { "\($0)" }
    let observable = InitializedObservable("", following: texts.asFlow(), in: scope)
    let values = ValueRecorder(observable)
    _ = try await values.next { $0 == "1" }
    subject.current = 2
    try await #expect(values.next() == "2")
  }
}
