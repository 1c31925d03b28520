/// What a consumer of a shared flow remembers from one value to the next.
@usableFromInline
struct SharedFlowCursor {
  /// The position of the next value in the buffer.
  var position: Int
  /// Values that the consumer has read and not returned yet.
  var batch = FIFOQueue<AnyFlowElement>()
}

/// Owns the machine of a shared flow: decides under the lock, acts outside it.
@usableFromInline
final class SharedFlowCore: Sendable {
  private struct State {
    var machine: SharedFlowMachine
    var consumers = SubscriptionCounter()
  }

  private let state: Lock<State>

  init(_ machine: SharedFlowMachine) {
    state = Lock(State(machine: machine))
  }

  deinit {
    state.withLock { $0.consumers }.finish()
  }

  /// Changes the machine, and then performs the effects outside the lock.
  private func transition<Result: Sendable>(
    _ change: (inout SharedFlowMachine) -> Result
  ) -> Result {
    let (result, effects) = state.withLock { state in
      (change(&state.machine), state.machine.takeEffects())
    }
    // Dropped values are released with `effects`.
    effects?.perform()
    return result
  }

  // MARK: Emitting

  @usableFromInline
  func tryEmit(_ element: AnyFlowElement) -> Bool {
    transition { $0.tryEmit(element) }
  }

  func emit(
    _ element: AnyFlowElement,
    isolation: isolated (any Actor)?
  ) async throws(CancellationError) {
    // A loop that never has to wait must notice its cancellation, too.
    if Task.isCancelled { throw CancellationError() }
    if tryEmit(element) { return }
    let emitter = SharedFlowMachine.Emitter(element: element, handOff: OneShot())
    // Settles the hand-off at once if a consumer waits in a rendezvous, or if there is room by now.
    let id = transition { $0.enqueue(emitter) }
    let isEmitted = await withTaskCancellationHandler {
      await emitter.handOff.wait(at: .flow, isolation: isolation)
    } onCancel: {
      transition { $0.cancelEmitter(id) }
    }
    if !isEmitted { throw CancellationError() }
  }

  var replayCache: [AnyFlowElement] { state.withLock { $0.machine.replayCache } }

  func resetReplayCache() {
    transition { $0.resetReplayCache() }
  }

  // MARK: Consumers

  var subscriptionCount: StateFlow<Int> {
    StateFlow(state.withLock { $0.consumers.flow() })
  }

  func join() -> SharedFlowCursor {
    let (cursor, count) = state.withLock { ($0.machine.addConsumer(), $0.consumers.add(1)) }
    count?.update { $0 + 1 }
    return cursor
  }

  func leave(_ cursor: SharedFlowCursor) {
    transition { $0.removeConsumer(cursor) }
    let count = state.withLock { $0.consumers.add(-1) }
    count?.update { $0 - 1 }
  }

  @usableFromInline
  func take(_ cursor: inout SharedFlowCursor) -> AnyFlowElement? {
    cursor.batch.popFirst() ?? transition { $0.read(&cursor) }
  }

  func addWaiter(_ waiter: OneShot<Void>, _ cursor: SharedFlowCursor) -> Int? {
    state.withLock { $0.machine.addWaiter(waiter, cursor) }
  }

  func removeWaiter(_ id: Int) {
    state.withLock { $0.machine.removeWaiter(id) }
  }
}
