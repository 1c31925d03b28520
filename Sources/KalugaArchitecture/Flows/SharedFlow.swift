/// A stream that delivers each value to every consumer.
///
/// Any number of consumers can iterate, from any isolation. Each starts with the replay cache and
/// then receives every value in the order of emission, unless the overflow policy drops some. A
/// consumer is registered when its iterator is made, so it receives what is emitted after that.
///
/// Iteration does not fail. It ends only when the consuming task is cancelled, not when the last
/// emitter is released. This type only reads. It cannot be cast to the ``MutableSharedFlow`` behind
/// it.
///
/// Kaluga: kotlinx.coroutines' `SharedFlow`.
public struct SharedFlow<Value: Sendable>: Sendable {
  let storage: SharedFlowStorage<Value>

  init(_ storage: SharedFlowStorage<Value>) {
    self.storage = storage
  }

  /// The values that a new consumer starts with, oldest first.
  public var replayCache: [Value] { storage.replayCache }

  /// The number of consumers, as a state flow.
  public var subscriptionCount: StateFlow<Int> { storage.subscriptionCount }
}

extension SharedFlow: AsyncSequence {
  /// Registers a consumer.
  public func makeAsyncIterator() -> FlowIterator<Value> {
    FlowIterator(.shared(FlowConsumer(storage)))
  }
}
