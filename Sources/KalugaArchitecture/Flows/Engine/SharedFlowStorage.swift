/// Owns the machine of a shared flow: decides under the lock, acts outside it.
@usableFromInline
final class SharedFlowStorage<Value: Sendable>: Sendable {
  /// What a consumer remembers from one value to the next.
  @usableFromInline
  struct Cursor {
    /// The position of the next value in the buffer.
    var position: Int
    /// Values that the consumer has read and not returned yet.
    var batch = FIFOQueue<Value>()
  }

  private typealias Machine = SharedFlowMachine<Value>

  private struct State {
    var machine: Machine
    var consumers = SubscriptionCounter()
  }

  private let state: Lock<State>

  init(_ machine: SharedFlowMachine<Value>) {
    state = Lock(State(machine: machine))
  }

  deinit {
    state.withLock { $0.consumers }.finish()
  }

  /// Changes the machine, and then performs the effects outside the lock.
  private func transition<Result: Sendable>(_ change: (inout Machine) -> Result) -> Result {
    let (result, effects) = state.withLock { state in
      (change(&state.machine), state.machine.takeEffects())
    }
    // Dropped values are released with `effects`.
    effects?.perform()
    return result
  }

  // MARK: Emitting

  @usableFromInline
  func tryEmit(_ value: Value) -> Bool {
    transition { $0.tryEmit(value) }
  }

  func emit(_ value: Value, isolation: isolated (any Actor)?) async throws(CancellationError) {
    // A loop that never has to wait must notice its cancellation, too.
    if Task.isCancelled { throw CancellationError() }
    if tryEmit(value) { return }
    let emitter = Machine.Emitter(value: value, handOff: OneShot())
    // If there is room by now, this settles the hand-off.
    let id = transition { $0.enqueue(emitter) }
    let isEmitted = await withTaskCancellationHandler {
      await emitter.handOff.wait(at: .flow, isolation: isolation)
    } onCancel: {
      transition { $0.cancelEmitter(id) }
    }
    if !isEmitted { throw CancellationError() }
  }

  var replayCache: [Value] { state.withLock { $0.machine.replayCache } }

  func resetReplayCache() {
    transition { $0.resetReplayCache() }
  }

  var subscriptionCount: StateFlow<Int> {
    StateFlow(state.withLock { $0.consumers.flow() })
  }
}

extension SharedFlowStorage: FlowStorage {
  @usableFromInline
  func join() -> Cursor {
    let (cursor, count) = state.withLock { ($0.machine.addConsumer(), $0.consumers.add(1)) }
    count?.update { $0 + 1 }
    return cursor
  }

  @usableFromInline
  func leave(_ cursor: Cursor) {
    transition { $0.removeConsumer(cursor) }
    let count = state.withLock { $0.consumers.add(-1) }
    count?.update { $0 - 1 }
  }

  @usableFromInline
  func take(_ cursor: inout Cursor) -> FlowTaking<Value> {
    let value = cursor.batch.popFirst() ?? transition { $0.read(&cursor) }
    return value.map { .value($0) } ?? .nothing
  }

  @usableFromInline
  func addWaiter(_ waiter: OneShot<Void>, _ cursor: Cursor) -> Int? {
    state.withLock { $0.machine.addWaiter(waiter, cursor) }
  }

  @usableFromInline
  func removeWaiter(_ id: Int) {
    state.withLock { $0.machine.removeWaiter(id) }
  }

  @usableFromInline
  func consumerWasCancelled() {}
}
