import Combine
import KalugaArchitecture
import KalugaArchitectureTestUtils
import KalugaCombineUnderTest
import Testing

/// What holds for the publishers of observables and of state flows.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct StatePublisherTests {
  @Test(arguments: StateSource.allCases)
  func `a value without demand waits, and the newest value comes with the request`(
    source: StateSource
  ) async throws {
    let (subscribe, write) = source.make()
    let subscriber = Numbers(demand: 1)
    subscribe(subscriber)
    try await #expect(subscriber.values(1) == [0])
    for value in 1...3 { write(value) }
    subscriber.request(0)
    await mainActorQueueDrained()
    #expect(subscriber.values.all == [0])
    subscriber.request(2)
    try await #expect(subscriber.values(2) == [0, 3])
    write(4)
    try await #expect(subscriber.values(3) == [0, 3, 4])
    write(5)
    await mainActorQueueDrained()
    #expect(subscriber.values.all == [0, 3, 4])
    subscriber.cancel()
  }

  @Test(arguments: StateSource.allCases)
  func `values come on the main actor, wherever the subscriber subscribes, asks and cancels`(
    source: StateSource
  ) async throws {
    let (subscribe, write) = source.make()
    let subscriber = Numbers(demand: 1)
    await Task.detached { subscribe(subscriber) }.value
    try await #expect(subscriber.values(1) == [0])
    write(1)
    write(2)
    await Task.detached { subscriber.request(nil) }.value
    try await #expect(subscriber.values(2) == [0, 2])
    await Task.detached { subscriber.cancel() }.value
    write(3)
    await mainActorQueueDrained()
    #expect(subscriber.values.all == [0, 2])
    #expect(subscriber.violations.all == [])
    #expect(!subscriber.isCompleted)
  }

  @Test(arguments: StateSource.allCases, [0, 1])
  func `a subscriber can cancel inside receive`(source: StateSource, last: Int) async throws {
    let (subscribe, write) = source.make()
    let subscriber = Numbers(demand: nil) { subscriber, value in
      if value == last { subscriber.cancel() }
      return nil
    }
    subscribe(subscriber)
    for value in 0...2 {
      write(value)
      await mainActorQueueDrained()
    }
    #expect(subscriber.values.all == Array(0...last))
  }

  @Test(arguments: StateSource.allCases)
  func `a subscriber can cancel when it gets its subscription`(source: StateSource) async {
    let (subscribe, write) = source.make()
    let subscriber = Numbers(demand: nil, onSubscription: { $0.cancel() })
    subscribe(subscriber)
    write(1)
    await mainActorQueueDrained()
    #expect(subscriber.values.all == [])
  }
}
