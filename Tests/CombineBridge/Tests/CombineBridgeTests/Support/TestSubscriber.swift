import Combine
import KalugaArchitecture

@testable import KalugaCombineUnderTest

/// A subscriber whose demand a test decides, and that records values and calls that break the rules.
///
/// A demand is a number here, nil for unlimited: Combine's own type is not `Sendable`.
final class TestSubscriber<Input: Sendable, Failure: Error>: Subscriber, Sendable {
  let values = Log<Input>()
  /// Calls that were made off the main queue, or during another call.
  let violations = Log<String>()

  private let count = MutableStateFlow(0)
  private let completion = MutableStateFlow<Result<Void, Failure>?>(nil) { _, _ in false }
  private let subscription = MutableStateFlow<SubscriptionBox?>(nil) { _, _ in false }
  private let isInside = Tally()
  private let initial: Int?
  private let onSubscription: @Sendable (TestSubscriber) -> Void
  private let onValue: @Sendable (TestSubscriber, Input) -> Int?

  /// The demand is requested when the subscription arrives, before `onSubscription`.
  ///
  /// `onValue` returns an additional demand.
  init(
    demand initial: Int?,
    onValue: @escaping @Sendable (TestSubscriber, Input) -> Int? = { _, _ in 0 },
    onSubscription: @escaping @Sendable (TestSubscriber) -> Void = { _ in }
  ) {
    self.initial = initial
    self.onSubscription = onSubscription
    self.onValue = onValue
  }

  var currentSubscription: AnyObject? { subscription.value?.subscription as AnyObject? }

  var isCompleted: Bool { completion.value != nil }

  func request(_ max: Int?) {
    subscription.value?.subscription.request(max.map { .max($0) } ?? .unlimited)
  }

  func cancel() {
    let box = subscription.value
    subscription.value = nil
    box?.subscription.cancel()
  }

  /// Waits until that many values have been received, and returns all.
  func values(_ count: Int) async throws -> [Input] {
    _ = try await self.count.asStateFlow().first { $0 >= count }
    return values.all
  }

  /// Waits for the completion, and returns all values or throws the failure.
  func valuesUntilCompletion() async throws -> [Input] {
    try await completion.asStateFlow().first { $0 != nil }?.get()
    return values.all
  }

  func receive(subscription: any Subscription) {
    self.subscription.value = SubscriptionBox(subscription: subscription)
    if initial != 0 { request(initial) }
    onSubscription(self)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    checkCall()
    isInside.add()
    defer { isInside.add(-1) }
    values.append(input)
    let more = onValue(self, input)
    count.update { $0 + 1 }
    return more.map { .max($0) } ?? .unlimited
  }

  func receive(completion: Subscribers.Completion<Failure>) {
    checkCall()
    switch completion {
    case .finished: self.completion.value = .success(())
    case .failure(let error): self.completion.value = .failure(error)
    }
  }

  private func checkCall() {
    if isInside.value > 0 { violations.append("during another call") }
    if !MainQueueMark.isOnMainQueue { violations.append("off the main queue") }
  }
}
