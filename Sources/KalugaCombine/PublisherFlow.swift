#if canImport(Combine)
  public import Combine
  import KalugaArchitecture

  /// A Combine publisher as an asynchronous sequence that loses nothing.
  ///
  /// Each consumer subscribes for itself, when its iterator is made, and asks the publisher for as many
  /// values as its buffer has room for; each value that is taken makes room for one more. A publisher that
  /// respects demand therefore waits for a slow consumer. One that drops what nobody has asked for, as
  /// `PassthroughSubject` does, drops what comes while the buffer is full; one that sends more than was
  /// asked for finds room all the same.
  ///
  /// What has arrived is delivered before the end and before the failure. The subscription is cancelled
  /// when the iterator is released, or the consuming task cancelled.
  ///
  /// It is a source for an observable, which keeps the last value when the publisher ends or fails:
  ///
  ///     InitializedObservable(0, following: publisher.asFlow(), in: scope)
  ///     UninitializedObservable(following: publisher.asFlow(), in: scope)
  public struct PublisherFlow<Upstream: Publisher>: AsyncSequence where Upstream.Output: Sendable {
    /// What the publisher sends.
    public typealias Element = Upstream.Output

    /// What the publisher fails with.
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

    /// A consumer of the sequence; not to be shared between tasks.
    public struct Iterator: AsyncIteratorProtocol {
      private var consumer: PublisherFlowConsumer<Element, Failure>?

      fileprivate init(_ consumer: PublisherFlowConsumer<Element, Failure>) {
        self.consumer = consumer
      }

      /// The next value; nil after the end or the failure, and when the task is cancelled.
      ///
      /// Stays on the caller's actor, and does not suspend if the value is already there.
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

  /// Cancels the subscription when the iterator lets go of it.
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
    /// The publisher as an asynchronous sequence that loses nothing.
    ///
    ///     for try await value in publisher.asFlow() { … }
    ///
    /// Stops the program at the caller's line if the capacity is less than 1.
    ///
    /// - Parameters:
    ///   - capacity: How many values may wait for a slow consumer before the publisher has to.
    ///   - file: The caller's file.
    ///   - line: The caller's line.
    /// - Returns: The sequence; nothing happens until it is iterated.
    public func asFlow(
      capacity: Int = 16,
      file: StaticString = #file,
      line: UInt = #line
    ) -> PublisherFlow<Self> {
      // A mistake in the program's text: nothing would ever be asked for.
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
