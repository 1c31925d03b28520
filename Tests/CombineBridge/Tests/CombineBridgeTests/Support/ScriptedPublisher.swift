import Combine
import Foundation

/// A publisher that a test drives by hand, and that records what is requested.
///
/// `@unchecked Sendable`: the lock guards the state.
final class ScriptedPublisher<Output: Sendable, Failure: Error>: Publisher, @unchecked Sendable {
  private struct State {
    var subscriber: AnySubscriber<Output, Failure>?
    var demands: [Int] = []
    var cancellations = 0
  }

  private let lock = NSLock()
  private var state = State()

  /// What was asked for, request by request.
  var demands: [Int] { lock.withLock { state.demands } }
  var cancellations: Int { lock.withLock { state.cancellations } }

  func send(_ value: Output) { _ = lock.withLock { state.subscriber }?.receive(value) }

  func complete(_ completion: Subscribers.Completion<Failure>) {
    lock.withLock { state.subscriber.take() }?.receive(completion: completion)
  }

  func receive(subscriber: some Subscriber<Output, Failure>) {
    lock.withLock { state.subscriber = AnySubscriber(subscriber) }
    subscribeAgain(subscriber)
  }

  /// Sends a subscription, which a publisher may do only once.
  func subscribeAgain(_ subscriber: some Subscriber<Output, Failure>) {
    subscriber.receive(subscription: ScriptedSubscription(publisher: self))
  }

  private final class ScriptedSubscription: Subscription {
    private let publisher: ScriptedPublisher

    init(publisher: ScriptedPublisher) { self.publisher = publisher }

    func request(_ demand: Subscribers.Demand) {
      let max = demand.max ?? .max
      publisher.lock.withLock { publisher.state.demands.append(max) }
    }

    func cancel() {
      let released = publisher.lock.withLock { () -> AnySubscriber<Output, Failure>? in
        publisher.state.cancellations += 1
        return publisher.state.subscriber.take()
      }
      withExtendedLifetime(released) {}
    }
  }
}
