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
      let buffer = PublisherBuffer<Element, Failure>(capacity: capacity)
      upstream.subscribe(PublisherBufferSubscriber(buffer))
      return Iterator(PublisherFlowConsumer(buffer))
    }

    /// A consumer of the sequence, which tasks must not share.
    public struct Iterator: AsyncIteratorProtocol {
      private var consumer: PublisherFlowConsumer<Element, Failure>?

      fileprivate init(_ consumer: PublisherFlowConsumer<Element, Failure>) {
        self.consumer = consumer
      }

      /// Returns the next value; nil after the end or the failure, and when the task is cancelled.
      ///
      /// Stays on the caller's actor, and does not suspend if a value has already been received.
      public mutating func next(
        isolation: isolated (any Actor)? = #isolation
      ) async throws(Failure) -> Element? {
        guard let consumer else { return nil }
        switch await consumer.buffer.next(isolation: isolation) {
        case .value(let value): return value
        case .end(let completion):
          self.consumer = nil
          if case .failure(let error) = completion { throw error }
          return nil
        }
      }
    }
  }

  extension PublisherFlow: Sendable where Upstream: Sendable {}

  @available(*, unavailable)
  extension PublisherFlow.Iterator: Sendable {}

  /// Cancels the subscription when the iterator is released.
  private final class PublisherFlowConsumer<Element: Sendable, Failure: Error> {
    let buffer: PublisherBuffer<Element, Failure>

    init(_ buffer: PublisherBuffer<Element, Failure>) {
      self.buffer = buffer
    }

    deinit {
      buffer.cancel()
    }
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
