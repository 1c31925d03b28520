import Combine
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCombineUnderTest
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct FlowPublisherTests {
  private typealias Numbers = TestSubscriber<Int, Never>

  // MARK: Demand

  @Test func `a state flow gives its newest value at the time of the demand`() async throws {
    let flow = MutableStateFlow(0)
    let subscriber = Numbers(demand: 1)
    flow.publisher.subscribe(subscriber)
    try await #expect(subscriber.values(1) == [0])
    for value in 1...3 { flow.value = value }
    await mainActorTurns()
    #expect(subscriber.values.all == [0])
    subscriber.request(1)
    try await #expect(subscriber.values(2) == [0, 3])
    subscriber.cancel()
  }

  @Test func `a flow that loses nothing waits, and nothing comes beyond demand`() async throws {
    let flow = MutableSharedFlow<Int>()
    let subscriber = Numbers(demand: 0)
    flow.asSharedFlow().publisher.subscribe(subscriber)
    let emitted = MutableStateFlow(0)
    let emitter = Task {
      for value in 1...6 {
        try await flow.emit(value)
        emitted.value = value
      }
    }
    for wanted in 1...3 {
      subscriber.request(2)
      try await #expect(subscriber.values(2 * wanted) == Array(1...2 * wanted))
      await mainActorTurns()
      #expect(subscriber.values.count == 2 * wanted)
      #expect(emitted.value <= 2 * wanted)
    }
    try await emitter.value
    subscriber.cancel()
  }

  @Test func `nothing is taken from the flow ahead of the demand`() async throws {
    let events = EventChannel<Int>()
    for event in 1...3 { events.send(event) }
    let subscriber = Numbers(demand: 1)
    events.publisher.subscribe(subscriber)
    try await #expect(subscriber.values(1) == [1])
    await mainActorTurns()
    var other = events.makeAsyncIterator()
    #expect(await other.next() == 2)
    subscriber.request(1)
    try await #expect(subscriber.values(2) == [1, 3])
    subscriber.cancel()
  }

  @Test func `demand adds up, from requests inside and outside of receive and from its result`()
    async throws
  {
    let numbers = finite(1...20)
    let subscriber = Numbers(demand: 1) { subscriber, value in
      if value == 1 { subscriber.request(2) }  // 3 in all
      return value == 3 ? 4 : 0  // 7 in all
    }
    numbers.publisher.subscribe(subscriber)
    try await #expect(subscriber.values(7) == Array(1...7))
    subscriber.request(0)
    await mainActorTurns()
    #expect(subscriber.values.count == 7)
    subscriber.request(1)
    subscriber.request(2)
    try await #expect(subscriber.values(10) == Array(1...10))
    await mainActorTurns()
    #expect(subscriber.values.count == 10)
    subscriber.request(nil)
    #expect(await subscriber.completion.wait() != nil)
    #expect(subscriber.values.all == Array(1...20))
    #expect(subscriber.overlaps.value == 0)
  }

  @Test func `a demand beyond all numbers is unlimited, and stays so`() async throws {
    let subscriber = Numbers(demand: .max) { subscriber, value in
      if value == 1 { subscriber.request(Int.max) }
      return 1
    }
    finite(1...100).publisher.subscribe(subscriber)
    #expect(await subscriber.completion.wait() != nil)
    #expect(subscriber.values.count == 100)
  }

  // MARK: The end

  @Test func `the end comes after the values, once an element is asked for`() async throws {
    let subscriber = Numbers(demand: 2)
    finite(1...2).publisher.subscribe(subscriber)
    try await #expect(subscriber.values(2) == [1, 2])
    await mainActorTurns()
    #expect(subscriber.completion.current == nil)
    subscriber.request(1)
    #expect(await subscriber.completion.wait() != nil)
    #expect(subscriber.elsewhere.value == 0)
  }

  @Test func `what the flow throws is the failure, with its type`() async throws {
    let flow = ThrowingCallbackFlow<Int, SourceError> { sink in
      sink.send(1)
      sink.finish(throwing: SourceError())
      return {}
    }
    let subscriber = TestSubscriber<Int, SourceError>(demand: nil)
    flow.publisher.subscribe(subscriber)
    let completion = await subscriber.completion.wait()
    #expect(throws: SourceError()) { try completion?.get() }
    #expect(subscriber.values.all == [1])
  }

  // MARK: Subscribing

  @Test func `what is emitted right after subscribing arrives`() async throws {
    let flow = MutableSharedFlow<Int>(extraBuffer: 4)
    let subscriber = Numbers(demand: nil)
    flow.asSharedFlow().publisher.subscribe(subscriber)
    #expect(flow.subscriptionCount.value == 1)
    for value in 1...3 { #expect(flow.tryEmit(value)) }
    try await #expect(subscriber.values(3) == [1, 2, 3])
    subscriber.cancel()
  }

  @Test func `each subscriber runs the flow for itself`() async throws {
    let publisher = finite(1...3).publisher
    let first = Numbers(demand: nil)
    let second = Numbers(demand: nil)
    publisher.subscribe(first)
    publisher.subscribe(second)
    for subscriber in [first, second] {
      #expect(await subscriber.completion.wait() != nil)
      #expect(subscriber.values.all == [1, 2, 3])
    }
  }

  @Test func `values come on the main actor, wherever one subscribes and asks`() async throws {
    let flow = finite(1...50)
    let subscriber = Numbers(demand: 1)
    await Task.detached {
      flow.publisher.subscribe(subscriber)
      for _ in 1..<50 { subscriber.request(1) }
    }.value
    try await #expect(subscriber.values(50) == Array(1...50))
    await Task.detached { subscriber.request(1) }.value
    #expect(await subscriber.completion.wait() != nil)
    #expect(subscriber.elsewhere.value == 0)
    #expect(subscriber.overlaps.value == 0)
  }

  @Test func `operators of Combine work on it, and end it`() async throws {
    let flow = MutableStateFlow(0)
    let seen = Log<String>()
    let end = Settlement<Void>()
    let cancellable = flow.publisher.map { "\($0)" }.first { $0 == "2" }
      .sink { _ in
        end.settle(())
      } receiveValue: {
        seen.append($0)
      }
    flow.value = 2
    _ = await end.wait()
    #expect(seen.all == ["2"])
    _ = try await flow.subscriptionCount.first { $0 == 0 }
    cancellable.cancel()
  }

  // MARK: Cancelling

  @Test func `after a cancellation nothing comes, and the flow loses its consumer`() async throws {
    let flow = MutableStateFlow(0)
    let subscriber = Numbers(demand: nil)
    flow.publisher.subscribe(subscriber)
    try await #expect(subscriber.values(1) == [0])
    flow.value = 1  // on its way when the subscriber cancels
    subscriber.cancel()
    flow.value = 2
    _ = try await flow.subscriptionCount.first { $0 == 0 }
    await mainActorTurns()
    #expect(subscriber.values.all == [0])
    #expect(subscriber.completion.current == nil)
  }

  @Test func `a subscriber may cancel inside receive`() async throws {
    let flow = MutableStateFlow(0)
    let subscriber = Numbers(demand: 1) { subscriber, _ in
      subscriber.cancel()
      return nil
    }
    flow.publisher.subscribe(subscriber)
    try await #expect(subscriber.values(1) == [0])
    flow.value = 1
    _ = try await flow.subscriptionCount.first { $0 == 0 }
    await mainActorTurns()
    #expect(subscriber.values.all == [0])
  }

  @Test func `a subscriber may cancel as soon as it has its subscription`() async throws {
    let flow = MutableStateFlow(0)
    let subscriber = Numbers(demand: nil, onSubscription: { $0.cancel() })
    flow.publisher.subscribe(subscriber)
    #expect(flow.subscriptionCount.value == 0)
    await mainActorTurns()
    #expect(subscriber.values.count == 0)
  }

  @Test func `cancelling without demand stops what waits`() async throws {
    let flow = MutableStateFlow(0)
    let subscriber = Numbers(demand: 0)
    flow.publisher.subscribe(subscriber)
    await mainActorTurns()
    subscriber.cancel()
    _ = try await flow.subscriptionCount.first { $0 == 0 }
  }

  @Test func `cancelling releases the subscriber at once`() async throws {
    let flow = MutableStateFlow(0)
    let alive = Tally()
    var subscription: (any Cancellable)?
    do {
      let tracked = Tracked(1, alive)
      subscription = flow.publisher.sink { _ in withExtendedLifetime(tracked) {} }
    }
    await mainActorTurns()
    #expect(alive.value == 1)
    subscription = nil
    #expect(alive.value == 0)
    #expect(subscription == nil)
  }

  @Test func `after the end the subscriber is released although it keeps its subscription`() async {
    let alive = Tally()
    let end = Settlement<Void>()
    let cancellable = finite(1...1).publisher.sink { [tracked = Tracked(1, alive)] _ in
      withExtendedLifetime(tracked) {}
      end.settle(())
    } receiveValue: { _ in
    }
    _ = await end.wait()
    await mainActorTurns(until: alive.value == 0)
    #expect(alive.value == 0)
    cancellable.cancel()
  }

  @Test func `cancelling stops an API with callbacks`() async throws {
    let stops = Tally()
    let flow = CallbackFlow<Int> { sink in
      sink.send(1)
      return { stops.add() }
    }
    let subscriber = Numbers(demand: nil)
    flow.publisher.subscribe(subscriber)
    try await #expect(subscriber.values(1) == [1])
    subscriber.cancel()
    await mainActorTurns(until: stops.value == 1)
    #expect(stops.value == 1)
  }
}

/// A flow of some numbers, for each consumer anew.
func finite(_ numbers: ClosedRange<Int>) -> CallbackFlow<Int> {
  CallbackFlow { sink in
    for number in numbers { sink.send(number) }
    sink.finish()
    return {}
  }
}
