/// A shared flow into which any thread can emit.
///
/// The buffer holds the replay cache and the extra values. It fills up while a consumer is slower
/// than the emitters, and the overflow policy says what happens then. Without consumers it never
/// fills up: the replay cache keeps the latest values, and the others are dropped.
///
/// A flow with neither replay nor extra buffer is a rendezvous: an emitter waits until every
/// consumer has taken its value. If all consumers are already waiting for a value, `emit` does not
/// suspend. `tryEmit` fails while there are consumers, even if all of them wait.
///
/// Kaluga: kotlinx.coroutines' `MutableSharedFlow`.
public final class MutableSharedFlow<Value: Sendable>: Sendable {
  @usableFromInline let storage: SharedFlowStorage<Value>

  /// Creates a flow.
  ///
  /// A new consumer starts with the latest `replay` values, and `extraBuffer` further values are kept
  /// for slow consumers; `.max` means no limit. Stops the program at the caller's line if a size is
  /// negative, or if a policy that drops values has no buffer.
  public init(
    replay: Int = 0,
    extraBuffer: Int = 0,
    overflow: BufferOverflow = .suspend,
    file: StaticString = #file,
    line: UInt = #line
  ) {
    // Programming errors: no reasonable default exists for any of these arguments.
    precondition(
      replay >= 0,
      "replay must not be negative, found \(replay)",
      file: file,
      line: line
    )
    precondition(
      extraBuffer >= 0,
      "extraBuffer must not be negative, found \(extraBuffer)",
      file: file,
      line: line
    )
    precondition(
      overflow == .suspend || replay > 0 || extraBuffer > 0,
      "overflow .\(overflow) needs a replay or extraBuffer greater than 0",
      file: file,
      line: line
    )
    storage = SharedFlowStorage(
      SharedFlowMachine(replay: replay, extraBuffer: extraBuffer, overflow: overflow)
    )
  }

  /// Emits a value, and waits for room if the buffer is full and the policy is to suspend.
  ///
  /// Waiting emitters are served in the order of their calls. A cancelled task emits nothing, even
  /// if there is room. If the task is cancelled while it waits, the value is withdrawn and the call
  /// throws, unless a consumer has taken the value already.
  ///
  /// The call does not suspend if it need not wait, so a loop that does nothing else occupies its
  /// thread. Use ``tryEmit(_:)`` to emit from a cancelled task.
  public func emit(
    _ value: Value,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    try await storage.emit(value, isolation: isolation)
  }

  /// Emits a value if that does not require waiting.
  ///
  /// - Returns: True if the value was emitted, or dropped by the policy. False if the policy is to
  ///   suspend and the buffer is full, and for a rendezvous that has consumers.
  @inlinable
  public func tryEmit(_ value: Value) -> Bool {
    storage.tryEmit(value)
  }

  /// The values that a new consumer starts with, oldest first.
  public var replayCache: [Value] { storage.replayCache }

  /// Empties the replay cache; consumers still receive the values that they have not read.
  public func resetReplayCache() {
    storage.resetReplayCache()
  }

  /// The number of consumers, as a state flow.
  public var subscriptionCount: StateFlow<Int> { storage.subscriptionCount }

  /// Returns the same flow for reading only.
  public func asSharedFlow() -> SharedFlow<Value> {
    SharedFlow(storage)
  }
}

extension MutableSharedFlow: AsyncSequence {
  /// Registers a consumer.
  public func makeAsyncIterator() -> FlowIterator<Value> {
    asSharedFlow().makeAsyncIterator()
  }
}
