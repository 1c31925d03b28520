import Combine
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCombineUnderTest
import Testing

@Suite(.timeLimit(.minutes(5)))
@MainActor
struct FlowPublisherTests {
  // MARK: Demand

  @Test func `nothing is taken from the flow ahead of the demand`() async throws {
    let events = EventChannel<Int>()
    for event in 1...3 { events.send(event) }
    let subscriber = Numbers(demand: 1)
    events.publisher.subscribe(subscriber)
    try await #expect(subscriber.values(1) == [1])
    await mainActorQueueDrained()
    var other = events.makeAsyncIterator()
    #expect(await other.next() == 2)
    subscriber.request(1)
    try await #expect(subscriber.values(2) == [1, 3])
    subscriber.cancel()
  }

  @Test func `demand from requests and from receive adds up`() async throws {
    let subscriber = Numbers(demand: 1) { subscriber, value in
      if value == 1 { subscriber.request(2) }  // 3 in all
      return value == 3 ? 4 : 0  // 7 in all
    }
    finite(1...20).publisher.subscribe(subscriber)
    try await #expect(subscriber.values(7) == Array(1...7))
    subscriber.request(0)
    await mainActorQueueDrained()
    #expect(subscriber.values.count == 7)
    subscriber.request(1)
    subscriber.request(2)
    try await #expect(subscriber.values(10) == Array(1...10))
    await mainActorQueueDrained()
    #expect(subscriber.values.count == 10)
    subscriber.request(nil)
    try await #expect(subscriber.valuesUntilCompletion() == Array(1...20))
    #expect(subscriber.violations.all == [])
  }

  @Test func `a demand that exceeds all numbers is unlimited`() async throws {
    let subscriber = Numbers(demand: .max) { subscriber, value in
      // The sum would be small if it wrapped around.
      if value == 1 { for more in [Int.max, 3] { subscriber.request(more) } }
      return 0
    }
    finite(1...100).publisher.subscribe(subscriber)
    try await #expect(subscriber.valuesUntilCompletion().count == 100)
  }

  // MARK: The end

  @Test func `the completion comes after the values, once another value is requested`() async throws
  {
    let subscriber = Numbers(demand: 2)
    finite(1...2).publisher.subscribe(subscriber)
    try await #expect(subscriber.values(2) == [1, 2])
    await mainActorQueueDrained()
    #expect(!subscriber.isCompleted)
    subscriber.request(1)
    try await #expect(subscriber.valuesUntilCompletion() == [1, 2])
    #expect(subscriber.violations.all == [])
  }

  @Test func `an error of the flow is the failure, with its type`() async throws {
    let flow = CallbackFlow<Int, SourceError> { sink in
      sink.send(1)
      sink.finish(throwing: SourceError())
      return {}
    }
    let subscriber = TestSubscriber<Int, SourceError>(demand: nil)
    flow.publisher.subscribe(subscriber)
    await #expect(throws: SourceError()) { try await subscriber.valuesUntilCompletion() }
    #expect(subscriber.values.all == [1])
  }

  // MARK: Subscribing

  @Test func `values emitted right after subscribing arrive`() async throws {
    let flow = MutableSharedFlow<Int>(extraBuffer: 4)
    let subscriber = Numbers(demand: nil)
    flow.asSharedFlow().publisher.subscribe(subscriber)
    #expect(flow.subscriptionCount.value == 1)
    for value in 1...3 { #expect(flow.tryEmit(value)) }
    try await #expect(subscriber.values(3) == [1, 2, 3])
    subscriber.cancel()
  }

  // MARK: Cancelling

  @Test(arguments: [nil, 0])
  func `after a cancellation no value comes, and the flow loses its consumer`(
    demand: Int?
  ) async throws {
    let flow = MutableStateFlow(0)
    let subscriber = Numbers(demand: demand)
    flow.publisher.subscribe(subscriber)
    await mainActorQueueDrained()
    let received = subscriber.values.all
    flow.value = 1  // on its way when the subscriber cancels
    subscriber.cancel()
    flow.value = 2
    _ = try await flow.subscriptionCount.first { $0 == 0 }
    await mainActorQueueDrained()
    #expect(subscriber.values.all == received)
    #expect(!subscriber.isCompleted)
  }

  @Test func `the subscriber is released by cancelling and by the completion`() async throws {
    let alive = Tally()
    let flow = MutableStateFlow(0)
    let cancelled = flow.publisher.sink { [tracked = Tracked(1, alive)] _ in
      withExtendedLifetime(tracked) {}
    }
    await mainActorQueueDrained()
    #expect(alive.value == 1)
    cancelled.cancel()
    #expect(alive.value == 0)

    let completed = finite(1...1).publisher.sink { [tracked = Tracked(2, alive)] _ in
      withExtendedLifetime(tracked) {}
    } receiveValue: { _ in
    }
    #expect(alive.value == 1)
    await until(alive.value == 0)
    withExtendedLifetime(completed) {}
  }
}
