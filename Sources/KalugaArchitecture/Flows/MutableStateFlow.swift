/// A state flow that can be written, from any thread.
///
/// Equal values are dropped. Writes are atomic; a transform may run again if another writer was
/// faster, and no lock is held while it runs.
///
/// Kaluga: kotlinx.coroutines' `MutableStateFlow`.
public final class MutableStateFlow<Value: Sendable>: Sendable {
  @usableFromInline let storage: StateFlowStorage<Value>

  /// Creates a flow; equal values are dropped.
  public init(_ value: Value) where Value: Equatable {
    storage = StateFlowStorage(value) { $0 == $1 }
  }

  /// Creates a flow that drops a value for which the closure returns true.
  ///
  /// The closure gets the old and the new value, runs on the isolation of the writer or of a
  /// consumer, and must not write to this flow. `{ _, _ in false }` lets every write count.
  public init(_ value: Value, by areEqual: @escaping @Sendable (Value, Value) -> Bool) {
    storage = StateFlowStorage(value, areEqual: areEqual)
  }

  deinit {
    storage.finish()
  }

  /// The current value; writing an equal one changes nothing.
  @inlinable
  public var value: Value {
    get { storage.value }
    set { storage.update { _ in newValue } }
  }

  /// Replaces the value by what the closure makes of it, atomically.
  ///
  /// - Returns: The value that was stored, or the equal one that was there.
  @discardableResult
  public func update<Failure: Error>(
    _ transform: (Value) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try storage.update(transform).new
  }

  /// Replaces the value if it is the expected one.
  ///
  /// - Returns: Whether the value was the expected one.
  public func compareAndSet(expected: Value, new: Value) -> Bool {
    while true {
      let (value, version) = storage.snapshot
      guard storage.areEqual(value, expected) else { return false }
      if storage.areEqual(value, new) || storage.commit(new, ifVersion: version) { return true }
    }
  }

  /// The same flow, only to be read.
  public func asStateFlow() -> StateFlow<Value> {
    StateFlow(storage)
  }

  /// How many consumers iterate, as a state flow.
  public var subscriptionCount: StateFlow<Int> { storage.subscriptionCount }
}

extension MutableStateFlow: AsyncSequence {
  /// Registers a consumer, as ``StateFlow`` does.
  public func makeAsyncIterator() -> StateFlow<Value>.Iterator {
    StateFlow.Iterator(storage)
  }
}
