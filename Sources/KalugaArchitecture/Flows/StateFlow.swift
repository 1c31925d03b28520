/// A value that changes over time and that any task can read and follow.
///
///     for await name in names { … }     // the current name, then the newest after each change
///
/// Any number of consumers can iterate, from any isolation. Each starts with the current value and
/// then receives the newest value after a change. A slow consumer skips the values in between, and
/// always receives the last one. A value equal to the one that the consumer received last is
/// skipped.
///
/// Iteration does not fail. It ends only when the consuming task is cancelled. This type only
/// reads. It cannot be cast to the ``MutableStateFlow`` behind it.
///
/// Kaluga: kotlinx.coroutines' `StateFlow`.
public struct StateFlow<Value: Sendable>: Sendable {
  let storage: StateFlowStorage<Value>

  init(_ storage: StateFlowStorage<Value>) {
    self.storage = storage
  }

  /// The current value.
  public var value: Value { storage.value }

  /// The number of consumers, as a state flow.
  public var subscriptionCount: StateFlow<Int> { storage.subscriptionCount }
}

extension StateFlow: AsyncSequence {
  /// Registers a consumer.
  public func makeAsyncIterator() -> FlowIterator<Value> {
    FlowIterator(.state(FlowConsumer(storage)))
  }
}
