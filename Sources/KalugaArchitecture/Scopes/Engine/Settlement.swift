/// A value that is settled once, and that any number of tasks may await.
package final class Settlement<Value: Sendable>: Sendable {
  private enum State {
    case pending([OneShot<Value?>])
    case settled(Value)
  }

  private let state = Lock(State.pending([]))

  package init() {}

  /// The value, if it has been settled.
  package var current: Value? {
    state.withLock { state in
      if case .settled(let value) = state { value } else { nil }
    }
  }

  /// Settles the value unless that has happened; says whether this call did.
  @discardableResult
  package func settle(_ value: Value) -> Bool {
    let waiters = state.withLock { state -> [OneShot<Value?>]? in
      guard case .pending(let waiters) = state else { return nil }
      state = .settled(value)
      return waiters
    }
    guard let waiters else { return false }
    for waiter in waiters {
      waiter.settle(value)
    }
    return true
  }

  /// Waits for the value; nil if the waiting task is cancelled before it is there.
  package func wait(
    at place: SuspensionPlace = .result,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Value? {
    let handOff = OneShot<Value?>()
    let early = state.withLock { state -> Value? in
      switch state {
      case .settled(let value): return value
      case .pending(var waiters):
        waiters.append(handOff)
        state = .pending(waiters)
        return nil
      }
    }
    if let early { return early }
    return await withTaskCancellationHandler {
      await handOff.wait(at: place, isolation: isolation)
    } onCancel: {
      if handOff.settle(nil) { forget(handOff) }
    }
  }

  private func forget(_ handOff: OneShot<Value?>) {
    state.withLock { state in
      guard case .pending(var waiters) = state else { return }
      waiters.removeAll { $0 === handOff }
      state = .pending(waiters)
    }
  }
}
