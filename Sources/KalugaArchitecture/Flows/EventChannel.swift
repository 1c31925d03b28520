/// A queue of one-shot events, such as a message to show once or a request to scroll.
///
/// Each event is delivered to exactly one consumer, in the order of sending. Events wait while no
/// consumer iterates, so a view that appears later receives what happened before. The queue is
/// bounded, and the channel counts the events that it drops when the queue is full.
///
/// A channel can be used from any isolation and never ends. A consumer whose task is cancelled
/// takes no event. If another thread cancels the task just when the consumer takes an event, then
/// this event is still delivered. It may be lost if the consumer follows the channel through an
/// operator such as `map`, through `shareIn`, or through a publisher.
public final class EventChannel<Event: Sendable>: Sendable {
  private let storage: ChannelStorage<Event>

  /// Creates a channel in which so many events wait for a consumer.
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

  /// The number of events that were dropped because the queue was full.
  public var droppedCount: Int { storage.droppedCount }

  /// Sends an event without waiting.
  ///
  /// - Returns: True if the event was queued, even if the oldest one was dropped to make room.
  ///   False if the event itself was dropped.
  @discardableResult
  public func send(_ event: Event) -> Bool {
    storage.send(event)
  }
}

extension EventChannel: AsyncSequence {
  /// Creates a consumer.
  public func makeAsyncIterator() -> FlowIterator<Event> {
    FlowIterator(.channel(FlowConsumer(storage)))
  }
}
