/// A value that is set once and that any number of tasks can wait for.
package final class Promise<Value: Sendable>: Sendable {
  private struct State {
    var value: Value?
    var waiters = WaiterList<OneShot<Value?>>()
  }

  private let state = Lock(State())

  package init() {}

  /// The value, or nil if it has not been set.
  package var current: Value? { state.withLock { $0.value } }

  /// Sets the value and wakes the waiters in the order of their arrival.
  ///
  /// - Returns: False if the value was set before; then this call does nothing.
  @discardableResult
  package func settle(_ value: Value) -> Bool {
    let waiters = state.withLock { state -> WaiterList<OneShot<Value?>>? in
      guard state.value == nil else { return nil }
      state.value = value
      return state.waiters.takeAll()
    }
    guard let waiters else { return false }
    for waiter in waiters.waiters { waiter.settle(value) }
    return true
  }

  /// Waits for the value; returns nil if the task is cancelled before the value is set.
  package func wait(
    at place: SuspensionPlace = .result,
    isolation: isolated (any Actor)? = #isolation
  ) async -> Value? {
    let handOff = OneShot<Value?>()
    let (value, id) = state.withLock { state -> (Value?, Int?) in
      if let value = state.value { return (value, nil) }
      return (nil, state.waiters.add(handOff))
    }
    guard let id else { return value }
    return await withTaskCancellationHandler {
      await handOff.wait(at: place, isolation: isolation)
    } onCancel: {
      if state.withLock({ $0.waiters.remove(id) }) != nil { handOff.settle(nil) }
    }
  }
}
