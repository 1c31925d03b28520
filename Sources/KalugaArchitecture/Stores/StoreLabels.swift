/// The labels of a store, each delivered once, in the order of publication.
///
///     for await label in store.labels { show(label) }
///
/// Labels wait for a consumer in a bounded buffer; ``droppedCount`` counts those that did not fit.
/// A cancelled consumer takes no label. The sequence never ends, not even with its store: cancel
/// the task that iterates it. The sequence does not retain the store.
public struct StoreLabels<Label: Sendable>: Sendable {
  private let channel: EventChannel<Label>
  private let onDelivery: (@Sendable (Label) -> Void)?

  /// Creates the read side of a channel.
  public init(_ channel: EventChannel<Label>) {
    self.init(channel, onDelivery: nil)
  }

  private init(_ channel: EventChannel<Label>, onDelivery: (@Sendable (Label) -> Void)?) {
    self.channel = channel
    self.onDelivery = onDelivery
  }

  /// The number of labels that were dropped because the buffer was full.
  public var droppedCount: Int { channel.droppedCount }

  /// Returns the same labels, and calls the closure with each label before the consumer receives
  /// it.
  ///
  /// The closure runs on the isolation of the consumer.
  func onDelivery(_ body: @escaping @Sendable (Label) -> Void) -> StoreLabels {
    StoreLabels(channel) { [onDelivery] label in
      onDelivery?(label)
      body(label)
    }
  }
}

extension StoreLabels: AsyncSequence {
  /// A consumer of the labels, which tasks must not share.
  public struct Iterator: AsyncIteratorProtocol {
    private var base: EventChannel<Label>.AsyncIterator
    private let onDelivery: (@Sendable (Label) -> Void)?

    fileprivate init(
      _ base: EventChannel<Label>.AsyncIterator,
      _ onDelivery: (@Sendable (Label) -> Void)?
    ) {
      self.base = base
      self.onDelivery = onDelivery
    }

    /// Returns the next label, which no other consumer receives; nil if the task is cancelled.
    ///
    /// The call stays on the caller's actor and does not suspend if a label is available.
    public mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async -> Label? {
      let label = await base.next(isolation: isolation)
      if let label { onDelivery?(label) }
      return label
    }
  }

  /// Registers a consumer.
  public func makeAsyncIterator() -> Iterator {
    Iterator(channel.makeAsyncIterator(), onDelivery)
  }
}

extension StoreLabels.Iterator: CancellableIterator {}

@available(*, unavailable)
extension StoreLabels.Iterator: Sendable {}
