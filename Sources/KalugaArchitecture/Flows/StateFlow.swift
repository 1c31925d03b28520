/// A value that changes over time, to be read and followed from anywhere.
///
/// Any number of consumers may iterate. Each starts with the current value and then gets the newest
/// value after each change: a slow consumer skips what it was too slow for, and never ends on a stale
/// value. A value equal to the one it got last is skipped. Iteration never fails, and ends only
/// when the consuming task is cancelled. A consumer is registered when its iterator is made and gone
/// when the iterator is released, or its task cancelled.
///
/// This side only reads; it cannot be cast to the ``MutableStateFlow`` behind it.
///
/// Kaluga: kotlinx.coroutines' `StateFlow`.
public struct StateFlow<Value: Sendable>: Sendable {
  @usableFromInline let storage: StateFlowStorage<Value>

  init(_ storage: StateFlowStorage<Value>) {
    self.storage = storage
  }

  /// The current value.
  public var value: Value { storage.value }

  /// How many consumers iterate, as a state flow.
  public var subscriptionCount: StateFlow<Int> { storage.subscriptionCount }

  /// Waits for the first value that fits, the current one included.
  ///
  /// - Throws: `CancellationError` if the task is cancelled before such a value comes.
  public func first(
    isolation: isolated (any Actor)? = #isolation,
    where fits: (Value) -> Bool
  ) async throws(CancellationError) -> Value {
    var iterator = makeAsyncIterator()
    while let value = await iterator.next(isolation: isolation) {
      if fits(value) { return value }
    }
    throw CancellationError()
  }
}

extension StateFlow: AsyncSequence {
  /// A consumer of the flow; not to be shared between tasks.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline var consumer: StateFlowConsumer<Value>?

    init(_ storage: StateFlowStorage<Value>) {
      consumer = StateFlowConsumer(storage)
    }

    /// The newest value, once it differs from the last one; nil when the task is cancelled.
    ///
    /// Stays on the caller's actor, and does not suspend if the value is already there.
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
extension StateFlow.Iterator: Sendable {}

/// A registered consumer: counted from its making to its release.
@usableFromInline
final class StateFlowConsumer<Value: Sendable> {
  @usableFromInline let storage: StateFlowStorage<Value>
  @usableFromInline var seen: (value: Value, version: UInt64)?

  init(_ storage: StateFlowStorage<Value>) {
    self.storage = storage
    storage.consumersChanged(by: 1)
  }

  deinit {
    storage.consumersChanged(by: -1)
  }

  @inlinable
  func next(isolation: isolated (any Actor)?) async -> Value? {
    while !Task.isCancelled {
      let newest = storage.snapshot
      if let seen, seen.version == newest.version {
        await storage.waitForChange(since: seen.version, isolation: isolation)
        continue
      }
      // Other values may have come and gone in between.
      guard let seen, storage.areEqual(seen.value, newest.value) else {
        seen = newest
        return newest.value
      }
      // Compared with what was returned last, also later: equality by a closure need not be
      // transitive, and steps too small to be news must not add up unseen.
      self.seen?.version = newest.version
    }
    return nil
  }
}
