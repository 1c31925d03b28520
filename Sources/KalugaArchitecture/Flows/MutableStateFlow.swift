/// A state flow that any thread can write.
///
/// Writing a value equal to the current one changes nothing. Writes are atomic. Comparisons and
/// transforms run without a lock on the writer's isolation; a transform runs again if another
/// writer was faster. After this object is released, the flow keeps its last value.
///
/// Kaluga: kotlinx.coroutines' `MutableStateFlow`.
public final class MutableStateFlow<Value: Sendable>: Sendable {
  @usableFromInline let storage: StateFlowStorage<Value>

  /// Creates a flow with a value.
  public init(_ value: Value) where Value: Equatable {
    storage = StateFlowStorage(value) { $0 == $1 }
  }

  /// Creates a flow with a value and a comparison.
  ///
  /// The comparison receives the old and the new value, and runs on the isolation of the writer or
  /// of a consumer. It must not write to this flow. With `{ _, _ in false }` every write is a
  /// change.
  public init(_ value: Value, by areEqual: @escaping @Sendable (Value, Value) -> Bool) {
    storage = StateFlowStorage(value, areEqual: areEqual)
  }

  deinit {
    storage.finish()
  }

  /// The current value.
  ///
  /// A read and a write are atomic, each on its own. Use ``update(_:)`` for `value += 1`, which is
  /// both.
  @inlinable
  public var value: Value {
    get { storage.value }
    set { storage.update { _ in newValue } }
  }

  /// Replaces the value with the result of a transform, atomically.
  ///
  /// - Returns: The new value, or the current one if they are equal.
  @discardableResult
  public func update<Failure: Error>(
    _ transform: (Value) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try storage.update(transform).new
  }

  /// Changes the value in place, atomically.
  ///
  ///     flow.mutate { $0.visits += 1 }
  ///
  /// The closure may run again, on the newest value, if another writer was faster. If it throws,
  /// nothing changes.
  ///
  /// - Returns: The result of the closure's last run.
  @discardableResult
  public func mutate<Result, Failure: Error>(
    _ change: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.mutate(change).result
  }

  /// Returns the same flow for reading only.
  public func asStateFlow() -> StateFlow<Value> {
    StateFlow(storage)
  }

  /// The number of consumers, as a state flow.
  public var subscriptionCount: StateFlow<Int> { storage.subscriptionCount }
}

extension MutableStateFlow: AsyncSequence {
  /// Registers a consumer.
  public func makeAsyncIterator() -> FlowIterator<Value> {
    asStateFlow().makeAsyncIterator()
  }
}
