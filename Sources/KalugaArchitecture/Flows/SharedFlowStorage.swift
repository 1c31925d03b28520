/// Owns the machine of a shared flow: decides under the lock, acts outside it.
@usableFromInline
final class SharedFlowStorage<Value: Sendable>: Sendable {
  @usableFromInline
  struct State {
    @usableFromInline
    var machine: SharedFlowMachine<Value>
    @usableFromInline
    var consumers = SubscriptionCounter()
  }

  @usableFromInline
  let state: Lock<State>

  init(_ machine: SharedFlowMachine<Value>) {
    state = Lock(State(machine: machine))
  }

  /// Changes the machine, then wakes and releases what follows from it.
  @inlinable
  func transition<Result: Sendable>(
    _ body: (inout SharedFlowMachine<Value>) -> Result
  ) -> Result {
    let (result, effects) = state.withLock { state in
      let result = body(&state.machine)
      return (result, state.machine.effects.isEmpty ? nil : state.machine.takeEffects())
    }
    guard let effects else { return result }
    for (emitter, isEmitted) in effects.settle { emitter.settle(isEmitted) }
    for consumer in effects.wake { consumer.settle() }
    return result
  }

  // MARK: Emitting

  @inlinable
  func tryEmit(_ value: Value) -> Bool {
    transition { $0.tryEmit(value) != .mustWait }
  }

  @inlinable
  func emit(_ value: Value, isolation: isolated (any Actor)?) async throws(CancellationError) {
    let waiting = transition { machine -> (id: Int, handOff: OneShot<Bool>)? in
      guard machine.tryEmit(value) == .mustWait else { return nil }
      // Made only now: most emissions wait for nobody.
      let handOff = OneShot<Bool>()
      return (machine.enqueue(value, handOff), handOff)
    }
    guard let (id, handOff) = waiting else { return }
    let isEmitted = await withTaskCancellationHandler {
      await handOff.wait(at: .flow, isolation: isolation)
    } onCancel: {
      transition { $0.cancelEmitter(id) }
    }
    if !isEmitted { throw CancellationError() }
  }

  @inlinable
  var replayCache: [Value] { state.withLock { $0.machine.replayCache } }

  @inlinable
  func resetReplayCache() {
    transition { $0.resetReplayCache() }
  }

  // MARK: Consuming

  @inlinable
  func subscribe() -> Int {
    let (id, flow) = state.withLock { state in
      (state.machine.subscribe(), state.consumers.add(1))
    }
    flow?.update { $0 + 1 }
    return id
  }

  @inlinable
  func unsubscribe(_ id: Int) {
    transition { $0.unsubscribe(id) }
    let flow = state.withLock { $0.consumers.add(-1) }
    flow?.update { $0 - 1 }
  }

  @inlinable
  func next(_ id: Int, isolation: isolated (any Actor)?) async -> Value? {
    while !Task.isCancelled {
      let (value, handOff) = transition { machine -> (Value?, OneShot<Void>?) in
        var handOff: OneShot<Void>?
        func makeHandOff() -> OneShot<Void> {
          let made = OneShot<Void>.inFlow()
          handOff = made
          return made
        }
        let reading = machine.read(id, else: makeHandOff())
        if case .value(let value) = reading { return (value, nil) }
        return (nil, handOff)
      }
      if let value { return value }
      guard let handOff else { continue }
      await withTaskCancellationHandler {
        await handOff.waitInFlow(isolation: isolation)
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
