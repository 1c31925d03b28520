#if canImport(Combine)
  import Combine
  import KalugaArchitecture

  /// The values that a publisher has sent and its only consumer has not taken yet.
  ///
  /// The number of queued values and outstanding requests together equals the capacity.
  ///
  ///     open ──completion──▶ completed (queued values are still delivered)
  ///       └──────cancel, or the end was delivered──▶ closed
  final class PublisherBuffer<Value: Sendable, Failure: Error>: Sendable {
    enum Step: Sendable {
      case value(Value)
      case end(Result<Void, Failure>?)
    }

    private struct State {
      var queue = FIFOQueue<Value>()
      var completion: Result<Void, Failure>?
      var subscription: SubscriptionBox?
      var isClosed = false
      var waiter: OneShot<Void>?
    }

    let capacity: Int
    private let state = Lock(State())

    init(capacity: Int) {
      self.capacity = capacity
    }

    // MARK: The publisher

    /// Stores the subscription; returns false if the buffer already has one or is closed.
    func keep(_ subscription: SubscriptionBox) -> Bool {
      state.withLock { state in
        guard !state.isClosed, state.subscription == nil else { return false }
        state.subscription = subscription
        return true
      }
    }

    func receive(_ value: Value) {
      let waiter = state.withLock { state -> OneShot<Void>? in
        guard !state.isClosed, state.completion == nil else { return nil }
        state.queue.append(value)
        return state.waiter.take()
      }
      waiter?.settle()
    }

    func complete(_ completion: Result<Void, Failure>) {
      let (waiter, subscription) = state.withLock { state in
        if !state.isClosed, state.completion == nil { state.completion = completion }
        return (state.waiter.take(), state.subscription.take())
      }
      // Released here, outside the lock.
      withExtendedLifetime(subscription) {}
      waiter?.settle()
    }

    // MARK: The consumer

    func next(isolation: isolated (any Actor)?) async -> Step {
      await withTaskCancellationHandler {
        while true {
          let waiter = OneShot<Void>()
          let (step, subscription) = state.withLock { state -> (Step?, SubscriptionBox?) in
            if state.isClosed { return (.end(nil), nil) }
            if let value = state.queue.popFirst() { return (.value(value), state.subscription) }
            if let completion = state.completion {
              state.isClosed = true
              return (.end(completion), nil)
            }
            state.waiter = waiter
            return (nil, nil)
          }
          if let step {
            subscription?.subscription.request(.max(1))
            return step
          }
          await waiter.wait(isolation: isolation)
        }
      } onCancel: {
        cancel()
      }
    }

    /// Cancels the subscription for the consumer, and drops the queued values.
    func cancel() {
      let ended = state.withLock { state in
        let ended = state
        state = State(isClosed: true)
        return ended
      }
      ended.subscription?.subscription.cancel()
      ended.waiter?.settle()
    }
  }

  /// A subscriber that writes to a buffer.
  final class PublisherBufferSubscriber<Input: Sendable, Failure: Error>: Subscriber, Sendable {
    private let buffer: PublisherBuffer<Input, Failure>

    init(_ buffer: PublisherBuffer<Input, Failure>) {
      self.buffer = buffer
    }

    func receive(subscription: any Subscription) {
      guard buffer.keep(SubscriptionBox(subscription: subscription)) else {
        return subscription.cancel()
      }
      subscription.request(.max(buffer.capacity))
    }

    func receive(_ input: Input) -> Subscribers.Demand {
      buffer.receive(input)
      return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      switch completion {
      case .finished: buffer.complete(.success(()))
      case .failure(let error): buffer.complete(.failure(error))
      }
    }
  }

  /// A subscription that can be used from any thread.
  ///
  /// Unchecked, because Combine does not mark subscriptions as `Sendable`. It requires that they
  /// can be cancelled from any thread. Only one consumer requests values, one call at a time.
  struct SubscriptionBox: @unchecked Sendable {
    let subscription: any Subscription
  }
#endif
