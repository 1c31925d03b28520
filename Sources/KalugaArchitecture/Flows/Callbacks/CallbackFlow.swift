/// An asynchronous sequence of the values that an API passes to its callbacks.
///
///     let positions = CallbackFlow<Position, SensorError> { sink in
///       let token = sensor.onPosition { sink.send($0) } onError: { sink.finish(throwing: $0) }
///       return { token.stop() }
///     }
///
/// ``CallbackFlowOf`` is the shorter name for an API that cannot fail. For an API that answers
/// once, use ``withCallback(isolation:fileID:line:_:)``.
///
/// Each consumer starts the API when its iterator is made. The API is stopped exactly once: when
/// the sink is finished, the iterator is released or its task is cancelled. Values wait in a
/// buffer, and the error arrives after them. A consumer whose task is cancelled receives neither.
///
/// Kaluga: kotlinx.coroutines' `callbackFlow`.
public struct CallbackFlow<Value: Sendable, Failure: Error>: Sendable {
  /// Receives the values of the callbacks, from any thread.
  public struct Sink: Sendable {
    fileprivate let channel: CallbackChannel<Value, Failure>

    /// Sends a value to the consumer.
    ///
    /// - Returns: Whether the value was queued. False after the end, and if the buffer is full and
    ///   drops the newest value.
    @discardableResult
    public func send(_ value: Value) -> Bool {
      channel.storage.send(value)
    }

    /// Ends the sequence after the values that were sent; later calls do nothing.
    public func finish() {
      channel.finish()
    }

    /// Ends the sequence with an error, after the values that were sent; later calls do nothing.
    public func finish(throwing error: Failure) {
      channel.finish(error)
    }
  }

  private let makeStorage: @Sendable () -> ChannelStorage<Value>
  private let start: @Sendable (Sink) -> @Sendable () -> Void

  /// Creates a sequence from a closure that starts the API for one consumer, and returns a closure
  /// that stops it.
  ///
  /// At most `capacity` values wait for a slow consumer. If the capacity is less than 1, making the
  /// first iterator stops the program at this call's line.
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

/// An asynchronous sequence of the values of an API with callbacks that cannot fail.
///
///     let positions = CallbackFlowOf<Position> { sink in
///       let token = sensor.onPosition { sink.send($0) }
///       return { token.stop() }
///     }
public typealias CallbackFlowOf<Value: Sendable> = CallbackFlow<Value, Never>

extension CallbackFlow: AsyncSequence {
  /// A consumer of the sequence, for one task at a time.
  public struct Iterator: AsyncIteratorProtocol {
    private var consumer: CallbackConsumer<Value, Failure>?

    fileprivate init(_ consumer: CallbackConsumer<Value, Failure>) {
      self.consumer = consumer
    }

    /// Returns the next value, or nil after the end or if the task is cancelled.
    ///
    /// The call stays on the caller's actor and does not suspend if a value is available.
    public mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async throws(Failure) -> Value? {
      let current = consumer
      // Restored only with a value: at each end the consumer is released, which stops the API.
      consumer = nil
      let value = try await current?.next(isolation: isolation)
      if value != nil { consumer = current }
      return value
    }
  }

  /// Starts the API for a consumer.
  public func makeAsyncIterator() -> Iterator {
    let channel = CallbackChannel<Value, Failure>(makeStorage())
    channel.onEnd(start(Sink(channel: channel)))
    return Iterator(CallbackConsumer(channel))
  }

  /// Returns the first value that fulfils the condition, or nil if the flow ends or the task is
  /// cancelled first.
  ///
  /// Starts the API, and stops it before this returns. The condition runs on the caller's actor.
  /// Throws the failure of the flow.
  public func first(
    isolation: isolated (any Actor)? = #isolation,
    where condition: (Value) -> Bool
  ) async throws(Failure) -> Value? {
    var iterator = makeAsyncIterator()
    while let value = try await iterator.next(isolation: isolation) {
      if condition(value) { return value }
    }
    return nil
  }
}

@available(*, unavailable)
extension CallbackFlow.Iterator: Sendable {}
