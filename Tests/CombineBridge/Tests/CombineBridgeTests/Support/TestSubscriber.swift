import Combine
import KalugaArchitecture
import Synchronization

@testable import KalugaCombineUnderTest

/// A subscriber whose demand a test decides, and that records what it receives and where.
///
/// A demand is a number here, nil for unlimited: Combine's own type cannot be handed from thread to thread.
final class TestSubscriber<Input: Sendable, Failure: Error>: Subscriber, Sendable {
  let values = Log<Input>()
  /// How many values have been received, for tests that wait for them.
  let count = MutableStateFlow(0)
  let completion = Settlement<Result<Void, Failure>>()
  /// How many calls came off the main queue, and how many while another one was running.
  let elsewhere = Tally()
  let overlaps = Tally()

  private let initial: Int?
  private let onSubscription: @Sendable (TestSubscriber) -> Void
  private let onValue: @Sendable (TestSubscriber, Input) -> Int?
  private let subscription = Lock<SubscriptionBox?>(nil)
  private let isInside = Atomic(false)

  /// - Parameters:
  ///   - initial: What is asked for when the subscription comes.
  ///   - onValue: Called with each value; returns what is asked for besides.
  ///   - onSubscription: Called when the subscription has come, after the initial request.
  init(
    demand initial: Int?,
    onValue: @escaping @Sendable (TestSubscriber, Input) -> Int? = { _, _ in 0 },
    onSubscription: @escaping @Sendable (TestSubscriber) -> Void = { _ in }
  ) {
    self.initial = initial
    self.onSubscription = onSubscription
    self.onValue = onValue
  }

  /// The subscription, for tests of what it keeps and what keeps it.
  var current: (any Subscription & AnyObject)? {
    subscription.withLock { $0 }?.subscription as? any Subscription & AnyObject
  }

  func request(_ max: Int?) {
    subscription.withLock { $0 }?.subscription.request(max.map { .max($0) } ?? .unlimited)
  }

  func cancel() {
    subscription.withLock { $0.take() }?.subscription.cancel()
  }

  /// Waits until so many values have been received, and returns them.
  func values(_ count: Int) async throws -> [Input] {
    _ = try await self.count.asStateFlow().first { $0 >= count }
    return values.all
  }

  func receive(subscription: any Subscription) {
    let box = SubscriptionBox(subscription: subscription)
    self.subscription.withLock { $0 = box }
    if initial != 0 { request(initial) }
    onSubscription(self)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    if isInside.exchange(true, ordering: .acquiringAndReleasing) { overlaps.add() }
    defer { isInside.store(false, ordering: .releasing) }
    if !MainQueueMark.isOnMainQueue { elsewhere.add() }
    values.append(input)
    let more = onValue(self, input)
    count.update { $0 + 1 }
    return more.map { .max($0) } ?? .unlimited
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    if isInside.load(ordering: .acquiring) { overlaps.add() }
    if !MainQueueMark.isOnMainQueue { elsewhere.add() }
    switch completion {
    case .finished: self.completion.settle(.success(()))
    case .failure(let error): self.completion.settle(.failure(error))
    }
  }
}
