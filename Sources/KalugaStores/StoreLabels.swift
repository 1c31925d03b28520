public import KalugaArchitecture

/// The labels of a store, each delivered once, in the order of publication.
///
///     for await label in store.labels { show(label) }
///
/// Labels wait for a consumer in a bounded buffer; ``droppedCount`` counts those that did not fit.
/// A cancelled consumer takes no label. The sequence never ends, not even with its store: cancel
/// the task that iterates it. The sequence does not retain the store.
public struct StoreLabels<Label: Sendable>: Sendable {
  private let channel: EventChannel<Label>

  /// Creates the read side of a channel.
  public init(_ channel: EventChannel<Label>) {
    self.channel = channel
  }

  /// The number of labels that were dropped because the buffer was full.
  public var droppedCount: Int { channel.droppedCount }
}

extension StoreLabels: AsyncSequence {
  /// Registers a consumer.
  public func makeAsyncIterator() -> FlowIterator<Label> {
    channel.makeAsyncIterator()
  }
}
