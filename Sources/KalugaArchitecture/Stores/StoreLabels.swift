/// The labels of a store, to be read: kept until somebody iterates, delivered once, in order.
///
///     for await label in store.labels { show(label) }
///
/// A consumer whose task is cancelled takes no label with it. The sequence does not end by itself, also
/// not with its store: cancel the task that iterates. It does not keep the store.
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

  /// How many labels were dropped because too many waited.
  public var droppedCount: Int { channel.droppedCount }

  /// The same labels; the closure is called with each one that is delivered from here, before its
  /// consumer gets it, on the isolation of that one.
  func onDelivery(_ body: @escaping @Sendable (Label) -> Void) -> StoreLabels {
    StoreLabels(channel) { [onDelivery] label in
      onDelivery?(label)
      body(label)
    }
  }
}

extension StoreLabels: AsyncSequence {
  /// A consumer of the labels; not to be shared between tasks.
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

    /// The next label, which nobody else gets; nil when the task is cancelled.
    ///
    /// Stays on the caller's actor, and does not suspend if a label is already there.
    public mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async -> Label? {
      let label = await base.next(isolation: isolation)
      if let label { onDelivery?(label) }
      return label
    }
  }

  /// Makes a consumer.
  public func makeAsyncIterator() -> Iterator {
    Iterator(channel.makeAsyncIterator(), onDelivery)
  }
}

@available(*, unavailable)
extension StoreLabels.Iterator: Sendable {}
