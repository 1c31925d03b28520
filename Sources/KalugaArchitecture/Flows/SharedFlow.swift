/// Values that are sent to everybody who listens.
///
/// Any number of consumers may iterate, from anywhere. Each begins with the replay cache and then gets
/// every value in the order of emission, unless the overflow policy drops some. Iteration never fails,
/// and ends only when the consuming task is cancelled: also when nobody is left who could send. A consumer
/// is registered when its iterator is made, before anything is awaited, and gone when the iterator is
/// released or its task cancelled.
///
/// This side only reads; it cannot be cast to the ``MutableSharedFlow`` behind it.
///
/// Kaluga: kotlinx.coroutines' `SharedFlow`.
public struct SharedFlow<Value: Sendable>: Sendable {
  @usableFromInline let storage: SharedFlowStorage<Value>

  init(_ storage: SharedFlowStorage<Value>) {
    self.storage = storage
  }

  /// The values that a new consumer begins with, oldest first.
  public var replayCache: [Value] { storage.replayCache }

  /// How many consumers iterate, as a state flow.
  public var subscriptionCount: StateFlow<Int> { storage.subscriptionCount }
}

extension SharedFlow: AsyncSequence {
  /// A consumer of the flow; not to be shared between tasks.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline var consumer: SharedFlowConsumer<Value>?

    init(_ storage: SharedFlowStorage<Value>) {
      consumer = SharedFlowConsumer(storage)
    }

    /// The next value; nil when the task is cancelled.
    ///
    /// Stays on the caller's actor, and does not suspend if the value is already there. A value that
    /// comes at the moment of the cancellation is not returned, to this consumer only.
    @inlinable
    public mutating func next(
      isolation: isolated (any Actor)? = #isolation
    ) async -> Value? {
      let value = await consumer?.next(isolation: isolation)
      if value == nil { consumer = nil }
      return value
    }
  }

  /// Registers a consumer.
  public func makeAsyncIterator() -> Iterator {
    Iterator(storage)
  }
}

@available(*, unavailable)
extension SharedFlow.Iterator: Sendable {}

/// A registered consumer: subscribed from its making to its release.
@usableFromInline
final class SharedFlowConsumer<Value: Sendable> {
  @usableFromInline let storage: SharedFlowStorage<Value>
  @usableFromInline let id: Int

  init(_ storage: SharedFlowStorage<Value>) {
    self.storage = storage
    id = storage.subscribe()
  }

  deinit {
    storage.unsubscribe(id)
  }

  @inlinable
  func next(isolation: isolated (any Actor)?) async -> Value? {
    await storage.next(id, isolation: isolation)
  }
}
