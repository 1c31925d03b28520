/// The state that one run of an API with callbacks shares with its consumer.
///
///     open ──finish──▶ ended (values that were sent are still delivered)
///       └──abandon──▶ ended (the consumer is gone)
final class CallbackChannel<Value: Sendable, Failure: Error>: Sendable {
  private struct State {
    var hasEnded = false
    var failure: Failure?
    /// Stops the API; nil until the API has started, and after the end.
    var stop: (@Sendable () -> Void)?
  }

  let storage: ChannelStorage<Value>
  private let state = Lock(State())

  init(_ storage: ChannelStorage<Value>) {
    self.storage = storage
  }

  /// Keeps the closure that stops the API, or calls it if the API finished while it was starting.
  func onEnd(_ stop: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.stop = stop }
      return state.hasEnded
    }
    if hasEnded { stop() }
  }

  /// Ends the sequence after the values that were sent; only the first call takes effect.
  func finish(_ failure: Failure? = nil) {
    let stop = state.withLock { state in
      if !state.hasEnded { state.failure = failure }
      state.hasEnded = true
      return state.stop.take()
    }
    storage.close()
    stop?()
  }

  /// Ends the sequence because its consumer is gone.
  ///
  /// Releases unread values and the failure, because the API may keep its sink for longer.
  func abandon() {
    let ended = state.withLock { state in
      defer { state = State(hasEnded: true) }
      return state
    }
    storage.abandon()
    ended.stop?()
  }

  /// Returns the failure once; the sequence ends with it.
  func takeFailure() -> Failure? {
    state.withLock { $0.failure.take() }
  }
}
