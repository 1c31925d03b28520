/// A sequence made from an API with callbacks.
///
///     let positions = CallbackFlow<Position> { sink in
///       let token = sensor.onPosition { sink.send($0) }
///       return { token.stop() }
///     }
///
/// Each consumer starts the API anew when its iterator is made, and the clean-up runs exactly once:
/// when the sink is finished, the iterator is released or its task is cancelled. Values wait in a
/// buffer of the given size. An API that can fail is for ``ThrowingCallbackFlow``, and one that answers
/// once for ``withCallback(isolation:fileID:line:_:)``.
///
/// Kaluga: kotlinx.coroutines' `callbackFlow`.
public struct CallbackFlow<Value: Sendable>: Sendable {
  /// Where the callbacks put their values, from any thread.
  public struct Sink: Sendable {
    fileprivate let channel: CallbackChannel<Value, Never>

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

extension CallbackFlow: AsyncSequence {
  /// A consumer of the sequence; not to be shared between tasks.
  public struct Iterator: AsyncIteratorProtocol {
    private var subscription: CallbackSubscription<Value, Never>?

    fileprivate init(_ subscription: CallbackSubscription<Value, Never>) {
      self.subscription = subscription
    }

    /// The next value; nil after the end, and when the task is cancelled.
    public mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async -> Value? {
      let value = await subscription?.channel.next(isolation: isolation)
      if value == nil { subscription = nil }
      return value
    }
  }

  /// Starts the API for a consumer.
  public func makeAsyncIterator() -> Iterator {
    let channel = CallbackChannel<Value, Never>(makeStorage())
    channel.onEnd(start(Sink(channel: channel)))
    return Iterator(CallbackSubscription(channel))
  }
}

@available(*, unavailable)
extension CallbackFlow.Iterator: Sendable {}
