/// A sequence made from an API with callbacks that can fail.
///
///     let positions = ThrowingCallbackFlow<Position, SensorError> { sink in
///       let token = sensor.onPosition { sink.send($0) } onError: { sink.finish(throwing: $0) }
///       return { token.stop() }
///     }
///
/// As ``CallbackFlow``, and it may end with an error, which comes after the values that were sent.
///
/// Kaluga: kotlinx.coroutines' `callbackFlow`, closed with a cause.
public struct ThrowingCallbackFlow<Value: Sendable, Failure: Error>: Sendable {
  /// Where the callbacks put their values, from any thread.
  public struct Sink: Sendable {
    fileprivate let channel: CallbackChannel<Value, Failure>

    /// Hands a value to the consumer.
    ///
    /// - Returns: Whether the value was queued; false if there was no room, or after the end.
    @discardableResult
    public func send(_ value: Value) -> Bool {
      channel.send(value)
    }

    /// Ends the sequence after the values that were sent; later calls do nothing.
    public func finish() {
      channel.finish()
    }

    /// Ends the sequence with an error, after the values that were sent.
    ///
    /// The first end counts, with or without an error.
    public func finish(throwing error: Failure) {
      channel.finish(error)
    }
  }

  private let makeStorage: @Sendable () -> ChannelStorage<Value>
  private let start: @Sendable (Sink) -> @Sendable () -> Void

  /// Creates a sequence.
  ///
  /// The first consumer stops the program, with this call's line, if the capacity is less than 1.
  ///
  /// - Parameters:
  ///   - capacity: How many values wait for a slow consumer; at least 1.
  ///   - overflow: Which value is dropped when the buffer is full.
  ///   - file: The caller's file.
  ///   - line: The caller's line.
  ///   - start: Starts the API for one consumer, and returns how to stop it.
  public init(
    capacity: Int = .max,
    overflow: ChannelOverflow = .dropOldest,
    file: StaticString = #file,
    line: UInt = #line,
    _ start: @escaping @Sendable (Sink) -> @Sendable () -> Void
  ) {
    makeStorage = {
      ChannelStorage(capacity: capacity, overflow: overflow, file: file, line: line)
    }
    self.start = start
  }
}

extension ThrowingCallbackFlow: AsyncSequence {
  /// A consumer of the sequence; not to be shared between tasks.
  public struct Iterator: AsyncIteratorProtocol {
    private var subscription: CallbackSubscription<Value, Failure>?

    fileprivate init(_ subscription: CallbackSubscription<Value, Failure>) {
      self.subscription = subscription
    }

    /// The next value; nil after the end or the error, and when the task is cancelled.
    public mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Value? {
      guard let current = subscription else { return nil }
      // Given back with the next value: whatever ends the sequence stops the API.
      subscription = nil
      let value = try await current.channel.next(isolation: isolation)
      if value != nil { subscription = current }
      return value
    }
  }

  /// Starts the API for a consumer.
  public func makeAsyncIterator() -> Iterator {
    let channel = CallbackChannel<Value, Failure>(makeStorage())
    channel.onEnd(start(Sink(channel: channel)))
    return Iterator(CallbackSubscription(channel))
  }
}

@available(*, unavailable)
extension ThrowingCallbackFlow.Iterator: Sendable {}
