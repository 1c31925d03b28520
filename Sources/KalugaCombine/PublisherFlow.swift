#if canImport(Combine)
  public import Combine
  import KalugaArchitecture

  /// A Combine publisher as a lossless asynchronous sequence.
  ///
  /// Each consumer subscribes separately when its iterator is created. It requests as many values
  /// as fit in its buffer, and one more whenever a value is taken. A publisher that respects demand
  /// therefore waits for a slow consumer. A publisher that drops values without demand, such as
  /// `PassthroughSubject`, drops them while the buffer is full. If a publisher sends more values
  /// than were requested, the buffer grows to hold them.
  ///
  /// All received values are delivered before the end or the failure. The subscription is cancelled
  /// when the iterator is released or the consuming task is cancelled.
  ///
  /// An observable can follow the sequence, and keeps the last value when the publisher ends or
  /// fails:
  ///
  ///     InitializedObservable(0, following: publisher.asFlow(), in: scope)
  ///     UninitializedObservable(following: publisher.asFlow(), in: scope)
  public struct PublisherFlow<Upstream: Publisher>: AsyncSequence where Upstream.Output: Sendable {
    /// The type of the publisher's values.
    public typealias Element = Upstream.Output

    /// The type of the publisher's error.
    public typealias Failure = Upstream.Failure

    private let upstream: Upstream
    private let capacity: Int

    fileprivate init(_ upstream: Upstream, capacity: Int) {
      self.upstream = upstream
      self.capacity = capacity
    }

    /// Subscribes for a consumer.
    public func makeAsyncIterator() -> Iterator {
      let subscriber = PublisherFlowSubscriber<Element, Failure>(capacity: capacity)
      let values = CallbackFlow { sink in
        subscriber.begin(sink)
        return { subscriber.cancel() }
      }
      let iterator = Iterator(values.makeAsyncIterator(), subscriber)
      upstream.subscribe(subscriber)
      return iterator
    }

    /// A consumer of the sequence, which tasks must not share.
    public struct Iterator: AsyncIteratorProtocol {
      private var values: CallbackFlow<Element, Failure>.Iterator
      private let subscriber: PublisherFlowSubscriber<Element, Failure>

      fileprivate init(
        _ values: CallbackFlow<Element, Failure>.Iterator,
        _ subscriber: PublisherFlowSubscriber<Element, Failure>
      ) {
        self.values = values
        self.subscriber = subscriber
      }

      /// Returns the next value; nil after the end or the failure, and when the task is cancelled.
      ///
      /// Stays on the caller's actor, and does not suspend if a value has already been received.
      public mutating func next(
        isolation: isolated (any Actor)? = #isolation
      ) async throws(Failure) -> Element? {
        let value = try await values.next(isolation: isolation)
        if value != nil { subscriber.request() }
        return value
      }
    }
  }

  extension PublisherFlow: Sendable where Upstream: Sendable {}

  @available(*, unavailable)
  extension PublisherFlow.Iterator: Sendable {}

  /// Sends the values of a publisher to one consumer.
  ///
  /// The number of queued values and outstanding requests together equals the capacity.
  private final class PublisherFlowSubscriber<Input: Sendable, Failure: Error>: Subscriber, Sendable
  {
    private struct State {
      /// Nil after the end, which resets the whole state.
      var sink: CallbackFlow<Input, Failure>.Sink?
      var subscription: SubscriptionBox?
    }

    private let capacity: Int
    private let state = Lock(State())

    init(capacity: Int) {
      self.capacity = capacity
    }

    // MARK: The consumer

    func begin(_ sink: CallbackFlow<Input, Failure>.Sink) { state.withLock { $0.sink = sink } }

    /// Asks for one value more.
    func request() { state.withLock { $0.subscription }?.subscription.request(.max(1)) }

    func cancel() { end().subscription?.subscription.cancel() }

    /// Returns the last state, which is released outside the lock.
    private func end() -> State {
      state.withLock { state in
        let ended = state
        state = State()
        return ended
      }
    }

    // MARK: The publisher

    func receive(subscription: any Subscription) {
      let box = SubscriptionBox(subscription: subscription)
      let isKept = state.withLock { state in
        guard state.sink != nil, state.subscription == nil else { return false }
        state.subscription = box
        return true
      }
      if isKept { subscription.request(.max(capacity)) } else { subscription.cancel() }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
      state.withLock { $0.sink }?.send(input)
      return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
      let sink = end().sink
      switch completion {
      case .finished: sink?.finish()
      case .failure(let error): sink?.finish(throwing: error)
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

  extension Publisher where Output: Sendable {
    /// Returns a lossless asynchronous sequence of the publisher's values.
    ///
    ///     for try await value in publisher.asFlow() { … }
    ///
    /// Stops the program at the caller's line if the capacity is less than 1.
    ///
    /// - Parameters:
    ///   - capacity: The number of values to buffer for a slow consumer before the publisher must
    ///     wait.
    ///   - file: The caller's file.
    ///   - line: The caller's line.
    /// - Returns: The sequence, which subscribes when its iterator is created.
    public func asFlow(
      capacity: Int = 16,
      file: StaticString = #file,
      line: UInt = #line
    ) -> PublisherFlow<Self> {
      // A programming error: no value would ever be requested.
      precondition(
        capacity > 0,
        "capacity must be at least 1, found \(capacity)",
        file: file,
        line: line
      )
      return PublisherFlow(self, capacity: capacity)
    }
  }
#endif
