/// Owns the machine of a shared flow: decides under the lock, acts outside it.
final class SharedFlowStorage<Value: Sendable>: Sendable {
  private struct State {
    var machine: SharedFlowMachine<Value>
    var consumers = SubscriptionCounter()
  }

  private let state: Lock<State>

  init(_ machine: SharedFlowMachine<Value>) {
    state = Lock(State(machine: machine))
  }

  /// Changes the machine, then wakes and releases what follows from it.
  private func transition<Result: Sendable>(
    _ body: (inout SharedFlowMachine<Value>) -> Result
  ) -> Result {
    let (result, effects) = state.withLock { state in
      let result = body(&state.machine)
      return (result, state.machine.takeEffects())
    }
    for (emitter, isEmitted) in effects.settle { emitter.settle(isEmitted) }
    for consumer in effects.wake { consumer.settle() }
    return result
  }

  // MARK: Emitting

  func tryEmit(_ value: Value) -> Bool {
    transition { $0.tryEmit(value) != .mustWait }
  }

  func emit(_ value: Value, isolation: isolated (any Actor)?) async throws(CancellationError) {
    let handOff = HandOff<Bool>()
    let id = transition { machine -> Int? in
      guard machine.tryEmit(value) == .mustWait else { return nil }
      return machine.enqueue(value, handOff)
    }
    guard let id else { return }
    let isEmitted = await withTaskCancellationHandler {
      await handOff.wait(at: .flow, isolation: isolation)
    } onCancel: {
      transition { $0.cancelEmitter(id) }
    }
    if !isEmitted { throw CancellationError() }
  }

  var replayCache: [Value] { state.withLock { $0.machine.replayCache } }

  func resetReplayCache() {
    transition { $0.resetReplayCache() }
  }

  // MARK: Consuming

  func subscribe() -> Int {
    let (id, flow) = state.withLock { state in
      (state.machine.subscribe(), state.consumers.add(1))
    }
    flow?.update { $0 + 1 }
    return id
  }

  func unsubscribe(_ id: Int) {
    transition { $0.unsubscribe(id) }
    let flow = state.withLock { $0.consumers.add(-1) }
    flow?.update { $0 - 1 }
  }

  func next(_ id: Int, isolation: isolated (any Actor)?) async -> Value? {
    while !Task.isCancelled {
      let handOff = HandOff<Void>()
      let reading = transition { $0.read(id, else: handOff) }
      if case .value(let value) = reading { return value }
      await withTaskCancellationHandler {
        await handOff.wait(at: .flow, isolation: isolation)
      } onCancel: {
        handOff.settle()
      }
    }
    return nil
  }

  var subscriptionCount: StateFlow<Int> {
    StateFlow(state.withLock { $0.consumers.flow() })
  }
}
