/// Carries one value from whoever settles it to the one task that waits for it.
///
///     waiting:  idle ──wait──▶ waiting ──settle──▶ settled
///     early:    idle ──settle──▶ settled ──wait──▶ (returns at once)
///
/// Every suspension of the toolkit goes through here. The first `settle` wins and later ones are
/// ignored, so that racing ends (a result against a cancellation) need no further lock. Settling
/// never runs the waiter's code on the caller's stack.
package final class HandOff<Value: Sendable>: Sendable {
  /// What a wait returns with, and its number if it comes back to the main actor.
  private typealias Return = (value: Value, id: Int?)

  private enum State {
    case idle
    case waiting(CheckedContinuation<Return, Never>, isOnMainActor: Bool)
    case settled(Value)
  }

  private let state = Lock(State.idle)
  #if KALUGA_TSAN
    private let fence = SanitizerFence()
  #endif

  package init() {}

  /// Delivers the value unless another one was delivered before; says whether it did.
  @discardableResult
  package func settle(_ value: Value) -> Bool {
    #if KALUGA_TSAN
      fence.release()
    #endif
    // The continuation is resumed outside the lock: resuming may enqueue on an executor, which is
    // foreign code.
    let (won, waiter) = state.withLock {
      state -> (Bool, (continuation: CheckedContinuation<Return, Never>, isOnMainActor: Bool)?) in
      switch state {
      case .idle:
        state = .settled(value)
        return (true, nil)
      case .waiting(let continuation, let isOnMainActor):
        state = .settled(value)
        return (true, (continuation, isOnMainActor))
      case .settled:
        return (false, nil)
      }
    }
    if let waiter {
      let id = waiter.isOnMainActor ? MainActorReturns.begin() : nil
      waiter.continuation.resume(returning: (value, id))
    }
    return won
  }

  /// Suspends until the value is there; only one task may wait at a time.
  package func wait(isolation: isolated (any Actor)? = #isolation) async -> Value {
    let isOnMainActor = isolation === MainActor.shared
    let (value, id) = await withCheckedContinuation(isolation: isolation) {
      (continuation: CheckedContinuation<Return, Never>) in
      let early = state.withLock { state -> Value? in
        if case .settled(let value) = state { return value }
        state = .waiting(continuation, isOnMainActor: isOnMainActor)
        return nil
      }
      if let early { continuation.resume(returning: (early, nil)) }
    }
    if let id { MainActorReturns.end(id) }
    #if KALUGA_TSAN
      fence.acquire()
    #endif
    return value
  }
}

extension HandOff where Value == Void {
  @discardableResult
  package func settle() -> Bool {
    settle(())
  }
}
