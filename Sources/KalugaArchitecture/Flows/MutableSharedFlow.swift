/// A shared flow that can be emitted into, from any thread.
///
/// The buffer holds the replay cache and the extra values; it fills up only while a consumer is slower
/// than the emitters. What happens then is the overflow policy. Without consumers nothing is ever full:
/// only the replay cache keeps values, and the rest is gone.
///
/// With neither replay nor extra buffer an emitter waits until every consumer has taken its value.
///
/// Kaluga: kotlinx.coroutines' `MutableSharedFlow`.
public final class MutableSharedFlow<Value: Sendable>: Sendable {
  @usableFromInline let storage: SharedFlowStorage<Value>

  /// Creates a flow.
  ///
  /// Stops the program at the caller's line if a count is negative, or if a policy that drops values
  /// has no buffer to keep the others in.
  ///
  /// - Parameters:
  ///   - replay: How many of the latest values a new consumer begins with.
  ///   - extraBuffer: How many more values are kept for slow consumers.
  ///   - overflow: What happens to a value when the slowest consumer has filled the buffer.
  ///   - file: The caller's file.
  ///   - line: The caller's line.
  public init(
    replay: Int = 0,
    extraBuffer: Int = 0,
    overflow: BufferOverflow = .suspend,
    file: StaticString = #file,
    line: UInt = #line
  ) {
    // Mistakes in the program's text: no value could be right in place of these.
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

  /// Sends a value to all consumers; waits for room if the policy is to suspend.
  ///
  /// Waiting emitters are served in the order of their calls. A value is either emitted, or taken back
  /// and reported as cancelled; once a consumer has taken it, it counts as emitted.
  ///
  /// - Throws: `CancellationError` if the task was cancelled before the value found room.
  public func emit(
    _ value: Value,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    try await storage.emit(value, isolation: isolation)
  }

  /// Sends a value if that needs no waiting.
  ///
  /// - Returns: False if ``emit(_:isolation:)`` would have to wait; true otherwise, also if the policy
  ///   drops the value.
  @inlinable
  public func tryEmit(_ value: Value) -> Bool {
    storage.tryEmit(value)
  }

  /// The values that a new consumer begins with, oldest first.
  public var replayCache: [Value] { storage.replayCache }

  /// Empties the replay cache; consumers still get what they have not read.
  public func resetReplayCache() {
    storage.resetReplayCache()
  }

  /// How many consumers iterate, as a state flow.
  public var subscriptionCount: StateFlow<Int> { storage.subscriptionCount }

  /// The same flow, only to be read.
  public func asSharedFlow() -> SharedFlow<Value> {
    SharedFlow(storage)
  }
}

extension MutableSharedFlow: AsyncSequence {
  /// Registers a consumer, as ``SharedFlow`` does.
  public func makeAsyncIterator() -> SharedFlow<Value>.Iterator {
    SharedFlow.Iterator(storage)
  }
}
