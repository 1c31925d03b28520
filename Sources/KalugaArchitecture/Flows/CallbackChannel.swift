/// What one run of an API with callbacks shares with its one consumer.
///
///     open ──finish──▶ finished (what was sent is still delivered)
///       └──abandon──▶ finished (nobody will read)
final class CallbackChannel<Value: Sendable, Failure: Error>: Sendable {
  private struct End {
    var hasCome = false
    var failure: Failure?
  }

  private let storage: ChannelStorage<Value>
  private let stop: HandOffClosure
  private let cleanUp: SimpleDisposable
  private let end = Lock(End())

  init(_ storage: ChannelStorage<Value>) {
    let stop = HandOffClosure()
    self.storage = storage
    self.stop = stop
    cleanUp = SimpleDisposable { stop.end() }
  }

  // MARK: The API

  /// Takes what stops the API, and runs it at once if the end has come already.
  func onEnd(_ closure: @escaping @Sendable () -> Void) {
    stop.provide(closure)
  }

  func send(_ value: Value) -> Bool {
    storage.send(value)
  }

  /// The first end counts.
  func finish(_ failure: Failure? = nil) {
    end.withLock { end in
      if !end.hasCome { end = End(hasCome: true, failure: failure) }
    }
    storage.close()
    cleanUp.dispose()
  }

  // MARK: The consumer

  func next(isolation: isolated (any Actor)?) async throws(Failure) -> Value? {
    if let value = await storage.receive(isolation: isolation) { return value }
    // A consumer that is cancelled has not got everything: the failure is not for it.
    if !Task.isCancelled, let failure = end.withLock({ $0.failure }) { throw failure }
    return nil
  }

  func abandon() {
    let failure = end.withLock { end in
      defer { end = End(hasCome: true) }
      return end.failure
    }
    withExtendedLifetime(failure) {}
    // The API may keep its sink for longer; what nobody will read must not stay with it.
    storage.abandon()
    cleanUp.dispose()
  }
}

/// A started API, stopped when the iterator lets go of it.
final class CallbackSubscription<Value: Sendable, Failure: Error> {
  let channel: CallbackChannel<Value, Failure>

  init(_ channel: CallbackChannel<Value, Failure>) {
    self.channel = channel
  }

  deinit {
    channel.abandon()
  }
}

/// Runs a clean-up once it is known and the end has come, whichever is later.
///
/// An API may finish while it is being started, before it has returned its clean-up.
private final class HandOffClosure: Sendable {
  private struct State {
    var hasEnded = false
    var closure: (@Sendable () -> Void)?
  }

  private let state = Lock(State())

  func provide(_ closure: @escaping @Sendable () -> Void) {
    let runsNow = state.withLock { state in
      if !state.hasEnded { state.closure = closure }
      return state.hasEnded
    }
    if runsNow { closure() }
  }

  func end() {
    let closure = state.withLock { state in
      state.hasEnded = true
      return state.closure.take()
    }
    closure?()
  }
}
