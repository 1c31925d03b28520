import Combine
import KalugaArchitecture

@testable import KalugaCombineUnderTest

/// A publisher that a test drives by hand; it records what it is asked for.
final class ScriptedPublisher<Output: Sendable, Failure: Error>: Publisher, Sendable {
  private struct State {
    var downstream: (any SubscriberReceiving<Output, Failure>)?
    var demands: [Int] = []
    var cancellations = 0
  }

  private let state = Lock(State())

  /// What was asked for, request by request.
  var demands: [Int] { state.withLock { $0.demands } }
  var cancellations: Int { state.withLock { $0.cancellations } }

  func send(_ value: Output) { state.withLock { $0.downstream }?.receive(value) }

  func complete(_ completion: Result<Void, Failure>) {
    state.withLock { $0.downstream.take() }?.complete(completion)
  }

  func receive<Downstream: Subscriber>(subscriber: Downstream)
  where Downstream.Input == Output, Downstream.Failure == Failure {
    let box = SubscriberBox(subscriber: subscriber)
    state.withLock { $0.downstream = box }
    subscriber.receive(subscription: ScriptedSubscription(publisher: self))
  }

  /// Sends another subscription, which a publisher must not.
  func subscribeAgain(_ subscriber: some Subscriber<Output, Failure>) {
    subscriber.receive(subscription: ScriptedSubscription(publisher: self))
  }

  private final class ScriptedSubscription: Subscription, Sendable {
    private let publisher: ScriptedPublisher

    init(publisher: ScriptedPublisher) { self.publisher = publisher }

    func request(_ demand: Subscribers.Demand) {
      let max = demand.max ?? .max
      publisher.state.withLock { $0.demands.append(max) }
    }

    func cancel() {
      let released = publisher.state.withLock { state in
        state.cancellations += 1
        return state.downstream.take()
      }
      withExtendedLifetime(released) {}
    }
  }
}

/// What a script does to its subscriber.
private protocol SubscriberReceiving<Input, Failure>: Sendable {
  associatedtype Input
  associatedtype Failure: Error

  func receive(_ value: Input)
  func complete(_ completion: Result<Void, Failure>)
}

extension SubscriberBox: SubscriberReceiving {
  fileprivate typealias Input = Downstream.Input
  fileprivate typealias Failure = Downstream.Failure

  fileprivate func receive(_ value: Downstream.Input) { _ = subscriber.receive(value) }

  fileprivate func complete(_ completion: Result<Void, Downstream.Failure>) {
    switch completion {
    case .success: subscriber.receive(completion: .finished)
    case .failure(let error): subscriber.receive(completion: .failure(error))
    }
  }
}
