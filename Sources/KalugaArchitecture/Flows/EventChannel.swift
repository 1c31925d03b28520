/// One-shot events: a message to show once, a request to scroll.
///
/// Each event is delivered exactly once, to one consumer, in the order of sending. Events wait while
/// nobody iterates; a view that comes later gets what happened before. The queue is bounded, and what
/// it had to drop is counted: nothing gets lost in silence.
///
/// Usable from anywhere. A consumer whose task is cancelled takes no event with it.
public final class EventChannel<Event: Sendable>: Sendable {
  private let storage: ChannelStorage<Event>

  /// Creates a channel.
  ///
  /// Stops the program at the caller's line if the capacity is less than 1.
  public init(
    capacity: Int = 64,
    overflow: ChannelOverflow = .dropOldest,
    file: StaticString = #file,
    line: UInt = #line
  ) {
    storage = ChannelStorage(capacity: capacity, overflow: overflow, file: file, line: line)
  }

  /// How many events were dropped because the queue was full.
  public var droppedCount: Int { storage.droppedCount }

  /// Sends an event without waiting.
  ///
  /// - Returns: Whether this event was queued.
  @discardableResult
  public func send(_ event: Event) -> Bool {
    storage.send(event)
  }
}

extension EventChannel: AsyncSequence {
  /// A consumer of the channel; not to be shared between tasks.
  public struct Iterator: AsyncIteratorProtocol {
    private let storage: ChannelStorage<Event>

    init(_ storage: ChannelStorage<Event>) {
      self.storage = storage
    }

    /// The next event, which nobody else gets; nil when the task is cancelled.
    ///
    /// Stays on the caller's actor, and does not suspend if an event is already there.
    public mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async -> Event? {
      await storage.receive(isolation: isolation)
    }
  }

  /// Makes a consumer.
  public func makeAsyncIterator() -> Iterator {
    Iterator(storage)
  }
}

@available(*, unavailable)
extension EventChannel.Iterator: Sendable {}
